import { speakerOf, textOf } from "../kernel/conversation.ts";

/** Answer of a turn that ended: the declared one, or the text of the last message if an assistant wrote it. */
export function answerOf(state: Readonly<Record<string, unknown>>): string | null {
  const { execution_final_answer: declared, messages } = state;
  if (typeof declared === "string") return declared;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return last === undefined || speakerOf(last) !== "assistant" ? null : textOf(last);
}
