import { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import { isSteered } from "@tidemark/agents/internal/langgraph";
import type { RunMessage } from "./run-events.ts";

/** Message of an agent that has not ended. */
export interface UnfinishedMessage {
  /** Node of the agent. */
  readonly node: string;
  readonly message: unknown;
}

/** Messages of a thread: the stored ones, and then those of agents that have not ended. */
export function withUnfinished<Message extends RunMessage>(
  stored: readonly Message[],
  unfinished: readonly Message[],
): readonly Message[] {
  const known = new Set(stored.map(({ messageId }) => messageId));
  const more = unfinished.filter(({ messageId }) => !known.has(messageId));
  return more.length === 0 ? stored : [...stored, ...more];
}

/** Converts the messages of a state for user interfaces. Messages without an id are omitted. */
export function runMessages(messages: unknown): readonly RunMessage[] {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return list.flatMap((entry) => {
    const message = BaseMessage.isInstance(entry) ? runMessage(entry) : null;
    return message === null ? [] : [message];
  });
}

function runMessage(message: BaseMessage): RunMessage | null {
  const { id, name } = message;
  if (id === undefined || id === "") return null;
  const role = roleOf(message);
  const toolCalls = AIMessage.isInstance(message) ? callsOf(message) : [];
  return {
    messageId: id,
    role,
    content: message.text,
    ...(name !== undefined && name !== "" && { name }),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(ToolMessage.isInstance(message) && { toolCallId: message.tool_call_id }),
    ...(isSteered(message) && { isSteering: true }),
  };
}

/** Role of a message: user, assistant, system or tool. Defaults to assistant for other types. */
export function roleOf(message: BaseMessage): RunMessage["role"] {
  switch (message.type) {
    case "human":
      return "user";
    case "system":
    case "developer":
      return "system";
    case "tool":
      return "tool";
    case "ai":
    default:
      return "assistant";
  }
}

const callsOf = (message: AIMessage) =>
  (message.tool_calls ?? []).flatMap(({ id, name, args }) =>
    id === undefined || id === "" ? [] : [{ toolCallId: id, name, arguments: JSON.stringify(args) }],
  );
