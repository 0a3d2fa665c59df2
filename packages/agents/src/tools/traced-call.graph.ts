import { beginOperation, type Operation } from "@tidemark/state-manager/internal";
import { tracedRun } from "@tidemark/state-manager/internal/langgraph";
import type { LoopWork } from "./loop-work.graph.ts";

/** A call of a tool, as traces see it. */
interface CallToTrace {
  readonly toolCall: { readonly id?: string | undefined; readonly name: string; readonly args: unknown };
}

/** Name in traces of a tool that an agent does not have: the model has made its name up. */
const UNKNOWN = "unknown";

/** Runs a call of a tool inside of its operation. The operation is null while nobody observes operations. */
export async function tracedCall<Result>(
  work: LoopWork,
  { toolCall }: CallToTrace,
  run: (operation: Operation | null) => Promise<Result>,
): Promise<Result> {
  const { agent, runtime, resources, tools } = work;
  const tool = tools.find((each) => each.name === toolCall.name);
  const threadId: unknown = runtime.config.configurable?.["thread_id"];
  const operation = beginOperation(
    {
      kind: "tool",
      name: tool?.name ?? UNKNOWN,
      agent,
      callId: toolCall.id ?? "",
      description: tool?.description,
      threadId: typeof threadId === "string" ? threadId : null,
      turnId: resources.values.runtime_turn_id ?? null,
    },
    { arguments: toolCall.args },
  );
  return operation === null
    ? await run(null)
    : await tracedRun(operation, runtime.signal, async () => await run(operation));
}
