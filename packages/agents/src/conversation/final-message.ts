import { speakerOf, textOf } from "@tidemark/state-manager";
import { callsTools, isAnswer, saysSomething } from "./messages.ts";

/** What an agent's messages come to. */
export type FinalMessage<Message> =
  /** Its answer: the one message that belongs to the conversation. */
  | { readonly outcome: "final"; readonly message: Message; readonly text: string }
  /** It stopped on the way; these words are the last that it, or a tool, came to. */
  | { readonly outcome: "incomplete"; readonly text: string }
  | { readonly outcome: "nothing" };

/**
 * Finds the answer among the messages that one call added: the last message of the agent, when it calls for no tool.
 *
 * Give it what `newMessages` gives, so that no old answer passes for a new one. A call for a tool is never the answer; an
 * agent that stopped on the way is `incomplete`, and its last words come as text, because a message that calls for a tool
 * cannot stand in a conversation without the tool's answer.
 *
 * @example
 * ```ts
 * import { finalMessageOf } from "@tidemark/agents";
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
  const text = words.findLast((each) => each.trim() !== "");
  return text === undefined ? { outcome: "nothing" } : { outcome: "incomplete", text };
}

/** Models close a run with an empty message now and then. */
const isSilent = (message: unknown): boolean => !callsTools(message) && !saysSomething(message);

/** The words that answer the user when the answer could not be put together: what was found, or an apology. */
export function answerAfterFailure(finalOutput: string | null | undefined): string {
  const found = finalOutput?.trim() ?? "";
  return found === "" ? "I'm sorry, I could not put an answer together. Please try again." : found;
}
