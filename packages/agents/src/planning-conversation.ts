import type { ChatMessage } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers";

/** What is put to a model: what it is to do, and what it is to do it with. */
export interface PromptText {
  readonly instructions: string;
  readonly question: string;
}

const roles: Readonly<Record<string, string>> = {
  human: "User",
  user: "User",
  ai: "Assistant",
  assistant: "Assistant",
};

/**
 * Writes down a conversation for a prompt: what people and agents said, a line each, without tools and system prompts.
 *
 * @internal
 */
export function conversationText(messages: readonly ChatMessage[]): string {
  const lines = messages.flatMap((message) => {
    const role = Object.hasOwn(roles, message.type) ? roles[message.type] : undefined;
    const text = messageText(message).trim();
    return role === undefined || text === "" ? [] : [`${role}: ${text}`];
  });
  return lines.length === 0 ? "No previous conversation." : lines.join("\n");
}

/**
 * The words of a message, whether its content is a text or a list of blocks.
 *
 * @internal
 */
export function messageText(message: ChatMessage): string {
  if (typeof message.content === "string") return message.content;
  return message.content
    .map((block) => {
      if (typeof block === "string") return block;
      const text = isPlainRecord(block) ? block["text"] : undefined;
      return typeof text === "string" ? text : "";
    })
    .join("");
}

/**
 * Puts parts of a prompt under their titles; those without a text are left out.
 *
 * @internal
 */
export const sections = (parts: Readonly<Record<string, string | null | undefined>>): string =>
  Object.entries(parts)
    .flatMap(([title, text]) => (text === null || text === undefined || text === "" ? [] : [`## ${title}\n${text}`]))
    .join("\n\n");
