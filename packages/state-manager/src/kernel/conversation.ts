import { isPlainRecord } from "@tidemark/reducers/internal";

/** Author of a message. */
export type Speaker = "user" | "assistant" | "system" | "tool";

/** Part of a state that contains the conversation. */
export interface WithMessages<Message = unknown> {
  readonly messages?: readonly Message[] | null | undefined;
}

/**
 * Returns the conversation, oldest message first, or an empty list.
 *
 * The list is the one in the state, not a copy: do not change it.
 */
export function getMessages<Message>(values: WithMessages<Message>): readonly Message[] {
  const messages = values.messages ?? [];
  // A state from an untyped source may contain any value here.
  const isList: boolean = Array.isArray(messages);
  return isList ? messages : [];
}

/**
 * Returns the text of the newest user message, or null without one.
 *
 * Reads plain records (`{ role, content }`, `{ type, content }`), LangChain's message objects and bare strings. The text
 * blocks of a message are joined.
 *
 * @example
 * ```ts
 * import { getUserQuery } from "@tidemark/state-manager/internal";
 *
 * const messages = [
 *   { role: "user", content: "A table, please" },
 *   { role: "assistant", content: "For how many?" },
 *   { role: "user", content: "For two" },
 * ];
 * console.log(getUserQuery({ messages })); // For two
 * ```
 */
export function getUserQuery(values: WithMessages): string | null {
  const last = getMessages(values).findLast((message) => speakerOf(message) === "user");
  return last === undefined ? null : textOf(last);
}

/** Returns the update that adds one assistant message to the conversation. */
export function createResponseUpdate(response: string): {
  messages: [{ role: "assistant"; content: string }];
} {
  return { messages: [{ role: "assistant", content: response }] };
}

const speakers: Readonly<Record<string, Speaker>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  system: "system",
  developer: "system",
  tool: "tool",
};

/** Returns the author of a message, or null for a value that is not a message or has no author. */
export function speakerOf(message: unknown): Speaker | null {
  // LangGraph treats a bare string as a user message.
  if (typeof message === "string") return "user";
  if (typeof message !== "object" || message === null) return null;
  const names: unknown[] = [Reflect.get(message, "role"), Reflect.get(message, "type"), calledType(message)];
  const name = names.find((entry) => typeof entry === "string" && Object.hasOwn(speakers, entry));
  return typeof name === "string" ? (speakers[name] ?? null) : null;
}

/** The message type from `getType()`, for LangChain versions whose messages have no `type`. */
function calledType(message: object): unknown {
  const getType: unknown = Reflect.get(message, "getType");
  return typeof getType === "function" ? Reflect.apply(getType, message, []) : null;
}

/** Returns the text of a message: its string content, or its text blocks joined. */
export function textOf(message: unknown): string {
  if (typeof message === "string") return message;
  if (typeof message !== "object" || message === null) return "";
  const content: unknown = Reflect.get(message, "content");
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(blockText).join("") : "";
}

function blockText(block: unknown): string {
  if (typeof block === "string") return block;
  if (!isPlainRecord(block) || block["type"] !== "text") return "";
  return typeof block["text"] === "string" ? block["text"] : "";
}
