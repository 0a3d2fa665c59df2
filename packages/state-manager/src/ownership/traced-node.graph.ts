import { isGraphBubbleUp, isGraphInterrupt, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { beginOperation, type Operation } from "../traces/tracing.ts";

/** A node, as traces name it. */
export interface TracedNode {
  readonly kind: "agent" | "plan";
  readonly name: string;
  readonly description?: string | undefined;
}

/** One run of a node. */
export interface TracedNodeRun {
  readonly input: object;
  readonly config: LangGraphRunnableConfig | undefined;
}

/**
 * Runs a node inside of its operation. The operation is null while nobody observes operations.
 *
 * An interrupt and a command to a parent graph are thrown by LangGraph's rules, and are not errors.
 */
export async function tracedNode<Result>(
  node: TracedNode,
  { input, config }: TracedNodeRun,
  run: (operation: Operation | null) => Promise<Result>,
): Promise<Result> {
  const operation = beginOperation({ ...node, ...placeOf(input, config) });
  if (operation === null) return await run(null);
  return await tracedRun(operation, config?.signal, () => run(operation));
}

/** Runs work inside of an operation and ends it. An error of the work is thrown unchanged. */
export async function tracedRun<Result>(
  operation: Operation,
  signal: AbortSignal | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await operation.within(run);
  } catch (error) {
    if (isGraphInterrupt(error)) {
      operation.turn?.reports?.interrupts(error.interrupts);
      operation.note({ outcome: "interrupted" });
    } else if (error instanceof Error && isGraphBubbleUp(error)) operation.note({ outcome: "done" });
    else if (signal?.aborted === true) operation.note({ outcome: "cancelled" });
    else operation.fail(error);
    throw error;
  } finally {
    operation.end();
  }
}

/** Thread and turn of a run. */
function placeOf(input: object, config: LangGraphRunnableConfig | undefined) {
  const threadId: unknown = config?.configurable?.["thread_id"];
  const turnId: unknown = Reflect.get(input, "runtime_turn_id");
  return {
    threadId: typeof threadId === "string" ? threadId : null,
    turnId: typeof turnId === "string" ? turnId : null,
  };
}
