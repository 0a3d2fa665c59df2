import type { CheckpointTuple, LangGraphRunnableConfig } from "@langchain/langgraph";
import { speakerOf } from "@tidemark/state-manager";
import { messageIdOf } from "../conversation/messages.ts";
import type { AgentValues } from "../kernel/agent-values.ts";
import { checkpointBefore, checkpointOfTask, saverOf } from "@tidemark/state-manager/internal/langgraph";
import { wordsOf } from "./words.ts";

type Configurable = NonNullable<LangGraphRunnableConfig["configurable"]>;

/** Supersteps between the input of a turn and its checks; a damaged checkpoint can name itself as its parent. */
const MOST_STEPS = 10;

/** Checkpoints of a run before its checks: the input, what it wrote, and the start of the turn. A run that was checked has more. */
const STEPS_OF_RUN = 3;

/**
 * Messages of a turn, of any role: those that its input has brought or changed, and those since the last answer that was stored before.
 *
 * An input can contain messages in the name of the assistant, so a role proves nothing. Where the state before the input cannot be read,
 * these are the messages since the last answer.
 */
export async function messagesOfTurn(
  { messages = [] }: AgentValues,
  { configurable = {} }: LangGraphRunnableConfig,
): Promise<readonly unknown[]> {
  const before = await messagesBefore(configurable);
  const known = before === null ? null : new Set(before.map(wordsAndRole));
  const isKnown = (message: unknown) => known === null || known.has(wordsAndRole(message));
  const last = messages.findLastIndex((message) => speakerOf(message) === "assistant" && isKnown(message));
  return messages.filter((message, index) => index > last || !isKnown(message));
}

/** Equal for messages with the same id, role and words. An input can replace a message by one with its id. */
const wordsAndRole = (message: unknown): string =>
  JSON.stringify([messageIdOf(message), speakerOf(message), { ...wordsOf(message) }]);

/** Messages of the thread before the input of the run. Null if they cannot be read. */
async function messagesBefore(configurable: Configurable): Promise<readonly unknown[] | null> {
  const saver = saverOf(configurable);
  const { thread_id, checkpoint_ns }: Readonly<Record<string, unknown>> = configurable;
  // The conversation of a graph inside another one comes from the outer graph.
  if (typeof checkpoint_ns === "string" && checkpoint_ns.includes("|")) return null;
  if (saver === null) return [];
  const own = await checkpointOfTask(configurable);
  if (own !== null) return await beforeInput(own, configurable, MOST_STEPS);
  // The checkpoint of this run is not stored yet: the newest one is the end of an earlier run, or one of this run before it.
  const newest = (await saver.getTuple({ configurable: { thread_id, checkpoint_ns: "" } })) ?? null;
  return (await beforeInput(newest, configurable, STEPS_OF_RUN)) ?? messagesIn(newest);
}

/** Messages before the input that led to a checkpoint. Null if that input is more steps away, or not stored. */
async function beforeInput(
  from: CheckpointTuple | null,
  configurable: Configurable,
  most: number,
): Promise<readonly unknown[] | null> {
  let tuple = from;
  for (let steps = 0; tuple !== null && steps < most; steps += 1) {
    if (tuple.metadata?.source === "input") {
      // A command writes to the state before the checkpoint of the input; other inputs wait in the start channel.
      const isWaiting = Object.hasOwn(tuple.checkpoint.channel_values, "__start__");
      return messagesIn(isWaiting ? tuple : await checkpointBefore(configurable, tuple));
    }
    // oxlint-disable-next-line eslint/no-await-in-loop -- each checkpoint names its parent
    tuple = await checkpointBefore(configurable, tuple);
  }
  return null;
}

function messagesIn(tuple: CheckpointTuple | null | undefined): readonly unknown[] {
  const messages: unknown = tuple?.checkpoint.channel_values["messages"];
  return Array.isArray(messages) ? messages : [];
}
