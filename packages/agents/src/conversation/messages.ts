import { speakerOf, textOf } from "@tidemark/state-manager";

/** A call of a tool, as a message asks for it. */
export interface AskedTool {
  /** What the answer names; null where the model gave none. */
  readonly id: string | null;
  readonly name: string;
}

/**
 * Gives the tool calls that a message asks for, in order; none for a message without them.
 *
 * Reads LangChain's messages and the plain records of providers (`{ id, function: { name } }`).
 */
export function toolCallsOf(message: unknown): readonly AskedTool[] {
  const calls = memberOf(message, "tool_calls");
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    const name = memberOf(call, "name") ?? memberOf(memberOf(call, "function"), "name");
    const id = memberOf(call, "id");
    return typeof name === "string" ? [{ id: typeof id === "string" ? id : null, name }] : [];
  });
}

/** Gives the id of the tool call that a message answers; null for any other message. */
export function answeredCallOf(message: unknown): string | null {
  const id = memberOf(message, "tool_call_id");
  return speakerOf(message) === "tool" && typeof id === "string" ? id : null;
}

/** Whether a message is an answer to the user: what the assistant says or shows, without a call for a tool. */
export function isAnswer(message: unknown): boolean {
  return speakerOf(message) === "assistant" && !callsTools(message) && saysSomething(message);
}

/** Whether a message holds words, or something to look at or listen to. */
export function saysSomething(message: unknown): boolean {
  if (textOf(message).trim() !== "") return true;
  const content = memberOf(message, "content");
  return Array.isArray(content) && content.some(isMedia);
}

function isMedia(block: unknown): boolean {
  const type = memberOf(block, "type");
  return typeof type === "string" && /image|audio|video|file/.test(type);
}

/** Whether a message calls for a tool; an empty list of calls is none, a call that could not be read is one. */
export function callsTools(message: unknown): boolean {
  return ["tool_calls", "invalid_tool_calls"].some((member) => {
    const calls = memberOf(message, member);
    return Array.isArray(calls) && calls.length > 0;
  });
}

/** Gives the id of a message; null where it has none. */
export function messageIdOf(message: unknown): string | null {
  const id = memberOf(message, "id");
  return typeof id === "string" && id !== "" ? id : null;
}

/** Messages are instances of classes, so what they hold is read wherever it is inherited from. */
function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
