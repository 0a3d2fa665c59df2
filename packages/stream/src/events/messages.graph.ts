import { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { RunMessage } from "./run-events.ts";

/** The messages of a state as interfaces know them; one without an id cannot be spoken of, and is left out. */
export function runMessages(messages: unknown): readonly RunMessage[] {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return list.flatMap((each) => {
    const message = BaseMessage.isInstance(each) ? runMessage(each) : null;
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
  };
}

/** Who speaks, in the four words of interfaces; a role of another kind is the assistant's. */
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
