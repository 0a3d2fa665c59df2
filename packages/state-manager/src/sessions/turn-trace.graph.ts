import type { BaseCheckpointSaver, CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";
import { textOf } from "../kernel/conversation.ts";
import { interruptIds, newestTuple } from "../savers/thread-saver.graph.ts";
import type { OperationEnd, OperationStart } from "../traces/operation.ts";
import { traceOf } from "../traces/trace-link.ts";
import { beginOperation, currentSender, isObserved, type Operation } from "../traces/tracing.ts";
import { turnOfWrites } from "../traces/written-events.ts";

/** A call that runs a turn, as traces name it. */
export interface TracedCall {
  readonly entry: Extract<OperationStart, { kind: "turn" }>["entry"];
  /** Input or answer of the call. */
  readonly input: unknown;
  /** Id of the interrupt that the call answers. */
  readonly interruptId?: string | undefined;
}

/** The thread of a turn. */
export interface TracedThread {
  readonly graph: object;
  readonly threadId: string;
  readonly saver: BaseCheckpointSaver;
}

/** A turn that is being traced. */
export interface TurnTrace {
  readonly operation: Operation;
}

/** Begins the trace of a turn. Null while nobody observes operations. */
export async function beginTurnTrace(thread: TracedThread, call: TracedCall): Promise<TurnTrace | null> {
  if (!isObserved()) return null;
  const { threadId, graph } = thread;
  const before = call.entry === "new" ? undefined : await tupleBefore(thread);
  const continues = before === undefined ? null : traceOf(before);
  const sentBy = currentSender();
  const start = { kind: "turn", name: nameOf(graph), threadId, entry: call.entry, continues, sentBy } as const;
  const operation = beginOperation(start, call.entry === "new" ? { input: call.input } : {});
  if (operation === null) return null;
  const open = before === undefined ? [] : interruptIds(before).filter((id) => !hasAnswer(before, id));
  const { interruptId } = call;
  if (interruptId !== undefined && open.includes(interruptId)) {
    const attributes = { "tidemark.interrupt.id": interruptId };
    operation.event({ name: "tidemark.interrupt.answered", attributes }, { answer: call.input });
  }
  operation.reports?.open(open.filter((id) => id !== interruptId));
  return { operation };
}

/** True if an answer is stored. `isAnswered` is also true for a later question of the same node. */
const hasAnswer = ({ pendingWrites = [] }: CheckpointTuple, interruptId: string): boolean =>
  pendingWrites.some(([taskId, channel]) => channel === "__resume__" && taskId === interruptId);

/** The newest checkpoint before the call. A saver that fails reports it in the run. */
async function tupleBefore({ saver, threadId }: TracedThread): Promise<CheckpointTuple | undefined> {
  try {
    return await newestTuple(saver, threadId);
  } catch {
    return undefined;
  }
}

/** LangGraph's own name for a graph without one. */
const UNNAMED = "LangGraph";

function nameOf(graph: object): string {
  const name: unknown = Reflect.get(graph, "name");
  return typeof name === "string" && name !== UNNAMED ? name : "";
}

/** Reports what a node has written, after it is stored. */
export function traceWrites({ operation }: TurnTrace, writes: readonly PendingWrite[]): void {
  const written = writes.map(([channel, value]) => [channel, value] as const);
  const turnId = turnOfWrites(written);
  if (turnId !== null) operation.note({ turnId });
  operation.reports?.writes(written);
}

/** Runs a turn inside of its operation, and ends the operation with its result. */
export async function* withTurnTrace<Result extends { readonly outcome: string }>(
  { operation }: TurnTrace,
  turn: AsyncGenerator<unknown, Result>,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, Result> {
  let isOver = false;
  try {
    for (;;) {
      // The graph runs in the context of the call that asks for its next part.
      // oxlint-disable-next-line eslint/no-await-in-loop -- parts of one stream
      const step = await operation.within(() => turn.next());
      if (step.done === true) {
        isOver = true;
        noteResult(operation, step.value);
        return step.value;
      }
      yield step.value;
    }
  } catch (error) {
    isOver = true;
    if (signal?.aborted === true) operation.note({ outcome: "cancelled" });
    else operation.fail(error);
    throw error;
  } finally {
    try {
      if (!isOver) {
        operation.note({ outcome: "cancelled" });
        // An aborted run throws here.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody reads the result of a turn that is left
        await operation.within(() => turn.return(undefined as never));
      }
    } finally {
      operation.end();
    }
  }
}

const OUTCOMES: Readonly<Record<string, OperationEnd["outcome"]>> = {
  done: "done",
  interrupted: "interrupted",
  aborted: "cancelled",
};

/** Node that ran last. A graph without a plan stores it in the last result only. */
function lastNodeOf(state: unknown): unknown {
  const last: unknown = Reflect.get(Object(state), "control_last_agent");
  const result: unknown = Reflect.get(Object(state), "execution_last_result");
  return last === undefined ? Reflect.get(Object(result), "capability") : last;
}

function noteResult(operation: Operation, result: { readonly outcome: string }): void {
  const { outcome } = result;
  if (outcome === "fenced" || outcome === "superseded") {
    operation.fail(null, outcome);
    return;
  }
  const state: unknown = Reflect.get(result, "state");
  // The turn has an answer, which tells the user that it failed.
  if (outcome === "done" && lastNodeOf(state) === "error") {
    operation.fail(null, "error_answer");
    return;
  }
  const messages: unknown = Reflect.get(Object(state), "messages");
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const turnId: unknown = Reflect.get(result, "turnId");
  operation.note(
    { outcome: OUTCOMES[outcome] ?? "refused", ...(typeof turnId === "string" && { turnId }) },
    outcome === "done" ? { output: textOf(last) } : {},
  );
}
