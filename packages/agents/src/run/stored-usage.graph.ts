import { BaseMessage } from "@langchain/core/messages";
import type { CheckpointTuple, LangGraphRunnableConfig } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { StoredSteps } from "../limits/step-usage.ts";
import type { Usage } from "../limits/usage.ts";
import { checkpointInTask, checkpointOfTask } from "@tidemark/state-manager/internal/langgraph";

type Writes = NonNullable<CheckpointTuple["pendingWrites"]>;

/** True in the superstep with which a stored run continues. */
export const isContinued = ({ configurable }: LangGraphRunnableConfig): boolean =>
  configurable?.["__pregel_resuming"] === true;

/** Reads the usage of the steps of a superstep that have ended, and how many have not. */
export async function storedSteps({ configurable = {} }: LangGraphRunnableConfig): Promise<StoredSteps> {
  const tuple = await checkpointOfTask(configurable);
  const usage = new Map<string, Usage>();
  const calls = new Map<string, string>();
  const ended = new Set<string>();
  for (const [task, channel, value] of tuple?.pendingWrites ?? []) {
    // A step writes its outcome however it ends.
    if (channel === "execution_step_results") ended.add(task);
    if (channel === "execution_tool_executions") for (const id of callIdsIn(value)) calls.set(id, task);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a broken count is used up
    if (channel === "runtime_usage" && isPlainRecord(value)) usage.set(task, value as Usage);
  }
  const sent: unknown = tuple?.checkpoint.channel_values["__pregel_tasks"];
  const steps = Array.isArray(sent) ? sent.length : 0;
  return { usage, calls, unfinished: Math.max(0, steps - ended.size) };
}

const callIdsIn = (executions: unknown): readonly string[] =>
  (Array.isArray(executions) ? executions : []).flatMap((each: unknown) => {
    const id: unknown = Reflect.get(Object(each), "toolCallId");
    return typeof id === "string" ? [id] : [];
  });

/** Reads the messages that a graph below this task has stored: those of its state, and of calls that have ended since. */
export async function storedMessages({ configurable = {} }: LangGraphRunnableConfig): Promise<readonly BaseMessage[]> {
  const tuple = await checkpointInTask(configurable);
  const state: unknown = tuple?.checkpoint.channel_values["messages"];
  const writes: Writes = tuple?.pendingWrites ?? [];
  const values: readonly unknown[] = [state, ...writes.map(([, , value]) => value)];
  return values.flat().filter((each): each is BaseMessage => BaseMessage.isInstance(each));
}
