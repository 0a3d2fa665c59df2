import type { BaseMessage } from "@langchain/core/messages";

/** Gives the text of the newest message that the user wrote, or null when they wrote none. */
export const lastUserMessage = (messages: readonly BaseMessage[]): string | null =>
  messages.findLast((message) => message.type === "human")?.text ?? null;
