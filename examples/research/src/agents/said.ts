import { speakerOf, textOf } from "tidemark/conversation";
import type { Said } from "../domain/question.ts";

/** The node that asks the user about their question. */
export const CLARIFICATION = "clarification";

/** What user and assistant said to each other, as plain values; what agents noted among themselves is left out. */
export function saidIn(messages: readonly object[]): readonly Said[] {
  return messages.flatMap((message): Said[] => {
    const speaker = speakerOf(message);
    const name: unknown = Reflect.get(message, "name");
    if ((speaker !== "user" && speaker !== "assistant") || name === "research") return [];
    return [{ speaker, text: textOf(message), asks: name === CLARIFICATION }];
  });
}
