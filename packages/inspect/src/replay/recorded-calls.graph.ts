import {
  AIMessage,
  BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  ToolMessage,
} from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { type RecordedTool, recordedToolsIn } from "@tidemark/agents/internal/langgraph";
import { messageType } from "../history/messages.ts";
import { isField } from "../source/channels.ts";
import { plainValue } from "../values/plain-value.ts";

/** Calls of tools of a thread. */
export interface RecordedCalls {
  readonly tools: readonly RecordedTool[];
  /** Ids of calls without a result. */
  readonly unanswered: ReadonlySet<string>;
}

/** Reads the calls of tools of a thread and of its subgraphs, with their results. */
export async function recordedCalls(saver: BaseCheckpointSaver, threadId: string): Promise<RecordedCalls> {
  const stored: unknown[][] = [];
  const updates = new Map<string, Readonly<Record<string, unknown>>>();
  for await (const { checkpoint, pendingWrites = [] } of saver.list({ configurable: { thread_id: threadId } })) {
    const lists = Object.values(checkpoint.channel_values).filter((each) => Array.isArray(each));
    stored.push(lists.flat());
    for (const [callId, update] of commandsIn(pendingWrites)) updates.set(callId, update);
  }
  const messages = [...firstMessages(stored.toReversed().flat())];
  const tools = recordedToolsIn(messages).map((each) => {
    const update = updates.get(each.callId);
    return update === undefined ? each : { ...each, update };
  });
  const unanswered = new Set(
    messages.flatMap((each) => (AIMessage.isInstance(each) ? (each.tool_calls ?? []).map(({ id = "" }) => id) : [])),
  );
  for (const { callId } of tools) unanswered.delete(callId);
  return { tools, unanswered };
}

/** Messages by their ids: a checkpoint has those of all before it again. A result that was cut later counts as it was first. */
function firstMessages(values: readonly unknown[]): Iterable<BaseMessage> {
  const messages = new Map<unknown, BaseMessage>();
  for (const message of values.flatMap(messageOf)) {
    const { id, type } = message;
    const artifact: unknown = Reflect.get(message, "artifact");
    const key = id === undefined ? message : `${type} ${artifact === undefined} ${id}`;
    if (type !== "tool" || !messages.has(key)) messages.set(key, message);
  }
  return messages.values();
}

/** Fields that tasks have written beside the message of the one tool that they called: it returned a command. */
function commandsIn(
  writes: readonly (readonly [string, string, unknown])[],
): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  return [...new Set(writes.map(([task]) => task))].flatMap((task) => {
    const own = writes.filter(([each, channel]) => each === task && isField(channel));
    const [tool, second] = own.flatMap(([, , value]) => messagesIn(value));
    const fields = own.filter(([, , value]) => messagesIn(value).length === 0);
    // A node of an agent writes several messages. A node of tools writes one for each call.
    if (fields.length === 0 || second !== undefined || !ToolMessage.isInstance(tool)) return [];
    return [[tool.tool_call_id, Object.fromEntries(fields.map(([, channel, value]) => [channel, value]))] as const];
  });
}

const messagesIn = (value: unknown): readonly BaseMessage[] =>
  (Array.isArray(value) ? value : [value]).flatMap(messageOf);

function messageOf(value: unknown): readonly BaseMessage[] {
  if (BaseMessage.isInstance(value)) return [value];
  if (messageType(plainValue(value)) === null) return [];
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the parts of a message, and LangChain refuses any other form
    return [coerceMessageLikeToMessage(value as BaseMessageLike)];
  } catch {
    return [];
  }
}
