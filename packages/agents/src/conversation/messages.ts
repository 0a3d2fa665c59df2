import { speakerOf, textOf } from "@tidemark/state-manager";

/** Tool call of a message. */
export interface ToolCallReference {
  /** Id that the tool result refers to. Null when the model sent none. */
  readonly id: string | null;
  readonly name: string;
}

/**
 * Returns the tool calls of a message in order. Empty for a message without tool calls.
 *
 * Supports LangChain messages and plain provider records (`{ id, function: { name } }`).
 */
export function toolCallsOf(message: unknown): readonly ToolCallReference[] {
  const calls = memberOf(message, "tool_calls");
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    const name = memberOf(call, "name") ?? memberOf(memberOf(call, "function"), "name");
    const id = memberOf(call, "id");
    return typeof name === "string" ? [{ id: typeof id === "string" ? id : null, name }] : [];
  });
}

/** Returns the id of the tool call that a message answers. Null for other messages. */
export function answeredCallOf(message: unknown): string | null {
  const id = memberOf(message, "tool_call_id");
  return speakerOf(message) === "tool" && typeof id === "string" ? id : null;
}

/** True for an answer to the user: an assistant message with content and without tool calls. */
export function isAnswer(message: unknown): boolean {
  return speakerOf(message) === "assistant" && !callsTools(message) && hasContent(message);
}

/** True for a message with text or media. */
export function hasContent(message: unknown): boolean {
  if (textOf(message).trim() !== "") return true;
  const content = memberOf(message, "content");
  return Array.isArray(content) && content.some(isMedia);
}

function isMedia(block: unknown): boolean {
  const type = memberOf(block, "type");
  return typeof type === "string" && /image|audio|video|file/.test(type);
}

/** True for a message that calls tools, including calls that could not be parsed. */
export function callsTools(message: unknown): boolean {
  return ["tool_calls", "invalid_tool_calls"].some((member) => {
    const calls = memberOf(message, member);
    return Array.isArray(calls) && calls.length > 0;
  });
}

/** Returns the id of a message, or null. */
export function messageIdOf(message: unknown): string | null {
  const id = memberOf(message, "id");
  return typeof id === "string" && id !== "" ? id : null;
}

/** Reads a member of a message, including members that its class inherits. */
function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
