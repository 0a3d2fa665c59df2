import { speakerOf, textOf } from "@tidemark/state-manager";
import { callsTools, isAnswer, hasContent } from "./messages.ts";

/** Result of `finalMessageOf`. */
export type FinalMessage<Message> =
  /** The final answer, the only message that is added to the conversation. */
  | { readonly outcome: "final"; readonly message: Message; readonly text: string }
  /** The agent stopped early. `text` is the last text of the agent or of a tool. */
  | { readonly outcome: "incomplete"; readonly text: string }
  | { readonly outcome: "nothing" };

/**
 * Finds the final answer among the messages that one call added: the agent's last message, if it calls no tool.
 *
 * Pass the result of `newMessages`, so that an old answer is not returned as new. A message with tool calls is never
 * the answer. An agent that stopped early is `incomplete`, and the text of its last message is returned alone, because a
 * conversation cannot contain a message with tool calls without the tool's results.
 *
 * @example
 * ```ts
 * import { finalMessageOf } from "tidemark/agents";
 *
 * const final = finalMessageOf([
 *   { role: "assistant", content: "", tool_calls: [{ id: "1", name: "pdf" }] },
 *   { role: "tool", tool_call_id: "1", content: "Table 2" },
 *   { role: "assistant", content: "87.2 %" },
 * ]);
 * console.log(final.outcome === "final" && final.text); // 87.2 %
 * ```
 */
export function finalMessageOf<Message>(added: readonly Message[]): FinalMessage<Message> {
  const last = added.findLast((message) => speakerOf(message) === "assistant" && !isSilent(message));
  if (last !== undefined && isAnswer(last)) return { outcome: "final", message: last, text: textOf(last) };
  const words = added.filter((message) => ["assistant", "tool"].includes(speakerOf(message) ?? "")).map(textOf);
  const text = words.findLast((candidate) => candidate.trim() !== "");
  return text === undefined ? { outcome: "nothing" } : { outcome: "incomplete", text };
}

/** Models sometimes end a run with an empty message. */
const isSilent = (message: unknown): boolean => !callsTools(message) && !hasContent(message);

/** Returns the answer to a user when writing it failed: the results so far, or an apology. */
export function answerAfterFailure(finalOutput: string | null | undefined): string {
  const found = finalOutput?.trim() ?? "";
  return found === "" ? "I'm sorry, I could not write an answer. Please try again." : found;
}
