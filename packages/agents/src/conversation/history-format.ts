import { speakerOf, textOf } from "@tidemark/state-manager";

/** How speakers are called in a prompt. */
export interface HistoryFormatOptions {
  readonly user?: string;
  readonly assistant?: string;
  /** The text for a conversation in which nobody has said anything. */
  readonly empty?: string;
}

/**
 * Writes a conversation as text for a prompt: `User: …` and `AI: …`, one after the other.
 *
 * Only the words of user and assistant are written, no tool's and no system's. Further lines of a message are indented, so
 * that nobody's words can pass for another speaker's.
 *
 * @example
 * ```ts
 * import { formatHistory } from "@tidemark/agents";
 *
 * console.log(formatHistory([{ role: "user", content: "Hello" }])); // User: Hello
 * console.log(formatHistory([])); // No previous conversation.
 * ```
 */
export function formatHistory(messages: readonly unknown[], options: HistoryFormatOptions = {}): string {
  const { user = "User", assistant = "AI", empty = "No previous conversation." } = options;
  const lines = messages.flatMap((message) => {
    const speaker = speakerOf(message);
    const words = textOf(message).trim();
    if (words === "" || (speaker !== "user" && speaker !== "assistant")) return [];
    return [`${speaker === "user" ? user : assistant}: ${words.replaceAll(/\r\n|[\n\r\u0085\u2028\u2029]/g, "\n  ")}`];
  });
  return lines.length === 0 ? empty : lines.join("\n");
}
