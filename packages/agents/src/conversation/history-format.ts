import { speakerOf, textOf } from "@tidemark/state-manager";

/** Options of `formatHistory`. */
export interface HistoryFormatOptions {
  /** Name before messages of the user. Defaults to `User`. */
  readonly user?: string;
  /** Name before messages of agents. Defaults to `AI`. */
  readonly assistant?: string;
  /** Text for an empty conversation. */
  readonly empty?: string;
}

/**
 * Formats a conversation as text for a prompt, one message per line: `User: …` and `AI: …`.
 *
 * Only user and assistant messages are included. Further lines of a message are indented, so that no message can
 * imitate another speaker.
 *
 * @example
 * ```ts
 * import { formatHistory } from "tidemark/agents";
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
