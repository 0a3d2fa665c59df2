import type { PlainRecord } from "@tidemark/reducers/internal";
import type { RunEvent, RunMessage } from "../events/run-events.ts";
import { appliedPatch } from "../patches/apply-patch.ts";
import { protocolMessage } from "./protocol-message.ts";

/** Size of the whole states that a run sends at once, in bytes of JSON. Later ones are sent when as much has changed. */
const EAGER_BYTES = 8192;

/** Values and messages of a thread, as the events of a run have told them so far. */
export interface RunView {
  /** Applies an event. */
  apply(event: RunEvent): void;
  /** The whole state with its messages, if it should be sent now. */
  due(): PlainRecord | null;
  /** The whole state with its messages, if it has changed since it was sent. */
  rest(): PlainRecord | null;
}

/**
 * Creates the view of a run for clients that read whole states and no patches.
 *
 * The whole state is sent when it is first known, after each step until 8 KB were sent, then whenever the changes since the last
 * time are as large as the state, and at the end. So all states together are at most about as large as the changes.
 */
export function runView(): RunView {
  let values: PlainRecord | null = null;
  let messages: readonly RunMessage[] = [];
  let sent = 0;
  let size = 0;
  let changed = 0;
  let isWaiting = false;
  let isStale = false;

  function whole(): PlainRecord {
    const current = { ...values, messages: messages.map(protocolMessage) };
    size = JSON.stringify(current).length;
    sent += size;
    changed = 0;
    isWaiting = false;
    isStale = false;
    return current;
  }

  function change(messageId: string, role: RunMessage["role"], next: (message: RunMessage) => RunMessage): void {
    const index = messages.findIndex((message) => message.messageId === messageId);
    const current = messages[index] ?? { messageId, role, content: "" };
    messages = index === -1 ? [...messages, next(current)] : messages.with(index, next(current));
    isStale = true;
  }

  function applyMessage(event: RunEvent): void {
    if (event.type === "messages_snapshot") {
      messages = event.messages;
      isStale = true;
    } else if (event.type === "text_delta") {
      const { messageId, role, delta, name } = event;
      const named = name === undefined ? {} : { name };
      change(messageId, role, (message) => ({ ...message, content: message.content + delta, ...named }));
    } else if (event.type === "tool_call_started") {
      const call = { toolCallId: event.toolCallId, name: event.name, arguments: "" };
      change(event.messageId, "assistant", (message) => ({
        ...message,
        toolCalls: [...(message.toolCalls ?? []), call],
      }));
    } else if (event.type === "tool_call_arguments") {
      const { toolCallId, delta } = event;
      messages = messages.map((message) =>
        message.toolCalls?.some((call) => call.toolCallId === toolCallId) === true
          ? { ...message, toolCalls: message.toolCalls.map((call) => grown(call, toolCallId, delta)) }
          : message,
      );
    } else if (event.type === "tool_result") {
      const { messageId, toolCallId, content } = event;
      const result: RunMessage = { messageId, role: "tool", content, toolCallId };
      messages = messages.toSpliced(placeOfResult(messages, toolCallId), 0, result);
      isStale = true;
    }
  }

  return {
    apply(event) {
      if (event.type === "state_snapshot") {
        values = event.values;
        isWaiting = true;
      } else if (event.type === "state_delta" && values !== null) {
        values = appliedPatch(values, event.patch);
        changed += JSON.stringify(event.patch).length;
      } else applyMessage(event);
    },
    due() {
      if (values === null) return null;
      if (isWaiting) return whole();
      const isDue = changed > 0 && (sent + size <= EAGER_BYTES || changed >= size);
      return isDue ? whole() : null;
    },
    rest: () => (values !== null && (isWaiting || changed > 0 || isStale) ? whole() : null),
  };
}

const grown = (
  call: NonNullable<RunMessage["toolCalls"]>[number],
  toolCallId: string,
  delta: string,
): NonNullable<RunMessage["toolCalls"]>[number] =>
  call.toolCallId === toolCallId ? { ...call, arguments: call.arguments + delta } : call;

/** Position of a result: after the message with its call and after the results of that message. */
function placeOfResult(messages: readonly RunMessage[], toolCallId: string): number {
  const caller = messages.findIndex(({ toolCalls = [] }) => toolCalls.some((call) => call.toolCallId === toolCallId));
  if (caller === -1) return messages.length;
  const after = messages.findIndex(({ role }, index) => index > caller && role !== "tool");
  return after === -1 ? messages.length : after;
}
