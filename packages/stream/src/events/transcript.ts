import type { RunEvent, RunMessage } from "./run-events.ts";

/** Messages of a run as a client has them that applies its events. */
export interface Transcript {
  readonly messages: readonly RunMessage[];
  /** Applies an event. Events without messages change nothing. */
  apply(event: RunEvent): void;
}

/** Creates a transcript. */
export function transcript(): Transcript {
  let messages: RunMessage[] = [];

  function change(messageId: string, role: RunMessage["role"], next: (message: RunMessage) => RunMessage): void {
    const index = messages.findIndex((message) => message.messageId === messageId);
    const current = messages[index] ?? { messageId, role, content: "" };
    if (index === -1) messages.push(next(current));
    else messages[index] = next(current);
  }

  return {
    get messages() {
      return messages;
    },
    apply(event) {
      if (event.type === "messages_snapshot") messages = [...event.messages];
      else if (event.type === "text_delta") {
        const { messageId, role, delta, name, isSteering } = event;
        const more = { ...(name !== undefined && { name }), ...(isSteering !== undefined && { isSteering }) };
        change(messageId, role, (message) => ({ ...message, content: message.content + delta, ...more }));
      } else if (event.type === "tool_call_started") {
        const call = { toolCallId: event.toolCallId, name: event.name, arguments: "" };
        change(event.messageId, "assistant", (message) => ({
          ...message,
          toolCalls: [...(message.toolCalls ?? []), call],
        }));
      } else if (event.type === "tool_call_arguments") {
        const { toolCallId, delta } = event;
        messages = messages.map((message) => withArguments(message, toolCallId, delta));
      } else if (event.type === "tool_result") {
        const { messageId, toolCallId, content } = event;
        messages.splice(placeOfResult(messages, toolCallId), 0, { messageId, role: "tool", content, toolCallId });
      }
    },
  };
}

function withArguments(message: RunMessage, toolCallId: string, delta: string): RunMessage {
  const { toolCalls = [] } = message;
  if (!toolCalls.some((call) => call.toolCallId === toolCallId)) return message;
  const grown = toolCalls.map((call) =>
    call.toolCallId === toolCallId ? { ...call, arguments: call.arguments + delta } : call,
  );
  return { ...message, toolCalls: grown };
}

/** Position of the result of a call: after the message with the call and after the results of that message. */
function placeOfResult(messages: readonly RunMessage[], toolCallId: string): number {
  const caller = messages.findIndex(({ toolCalls = [] }) => toolCalls.some((call) => call.toolCallId === toolCallId));
  if (caller === -1) return messages.length;
  const after = messages.findIndex(({ role }, index) => index > caller && role !== "tool");
  return after === -1 ? messages.length : after;
}
