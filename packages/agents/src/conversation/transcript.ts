import { speakerOf, textOf } from "@tidemark/state-manager";
import { shortened } from "../kernel/plain-text.ts";
import { toolCallsOf } from "./messages.ts";

/** Maximum number of characters of one message, and of one result of a tool, in a transcript. */
const LONGEST = { message: 4000, result: 1000 };

/**
 * Writes messages as text for a summary, one per line, with calls of tools and their results. Long messages are cut.
 *
 * Further lines of a message are indented, so that no message can imitate another speaker.
 */
export function transcriptOf(messages: readonly unknown[]): string {
  return messages.flatMap((message) => linesOf(message)).join("\n");
}

function linesOf(message: unknown): readonly string[] {
  const speaker = speakerOf(message);
  const words = textOf(message).trim();
  const calls = toolCallsOf(message).map(({ name }) => `AI calls the tool ${indented(name, 100)}`);
  if (speaker === "tool") return words === "" ? [] : [`Result of a tool: ${indented(words, LONGEST.result)}`];
  if (speaker !== "user" && speaker !== "assistant") return [];
  const name = speaker === "user" ? "User" : "AI";
  return [...(words === "" ? [] : [`${name}: ${indented(words, LONGEST.message)}`]), ...calls];
}

const indented = (text: string, longest: number): string =>
  shortened(text, longest).replaceAll(/\r\n|[\n\r\u0085\u2028\u2029]/g, "\n  ");
