import { isPlainRecord } from "@tidemark/reducers/internal";

/** Who speaks in a message, whichever library made it. */
export type Speaker = "user" | "assistant" | "system" | "tool";

/** The part of a state that holds the conversation. */
export interface WithMessages<Message = unknown> {
  readonly messages?: readonly Message[] | null | undefined;
}

/**
 * Gives the conversation, oldest message first; an empty list when there is none yet.
 *
 * The list is the state's own: it is to be read, not changed.
 */
export function getMessages<Message>(values: WithMessages<Message>): readonly Message[] {
  const messages = values.messages ?? [];
  // A state from elsewhere may hold anything here.
  const isList: boolean = Array.isArray(messages);
  return isList ? messages : [];
}

/**
 * Gives the text of the newest message that the user wrote, or null when they wrote none.
 *
 * Reads plain records (`{ role, content }`, `{ type, content }`), LangChain's message objects and bare strings; of a
 * message made of blocks it gives the text blocks, joined.
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

/** The update that adds the assistant's answer to the conversation: one message, nothing else. */
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

/** Says who speaks in a message; null for what is no message, or one of a kind that nobody speaks. */
export function speakerOf(message: unknown): Speaker | null {
  // The host takes a bare string for the user's words.
  if (typeof message === "string") return "user";
  if (typeof message !== "object" || message === null) return null;
  const names: unknown[] = [Reflect.get(message, "role"), Reflect.get(message, "type"), calledType(message)];
  const name = names.find((each) => typeof each === "string" && Object.hasOwn(speakers, each));
  return typeof name === "string" ? (speakers[name] ?? null) : null;
}

/** Before LangChain's messages had a `type`, one had to call for it. */
function calledType(message: object): unknown {
  const getType: unknown = Reflect.get(message, "getType");
  return typeof getType === "function" ? Reflect.apply(getType, message, []) : null;
}

/** Gives the words of a message: its content, or the text blocks of its content, joined. */
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
