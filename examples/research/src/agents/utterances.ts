import { speakerOf, textOf } from "tidemark/agents";
import type { Utterance } from "../domain/question.ts";
import { CLARIFICATION } from "./clarification.ts";

/** Returns the messages of the user and the assistant as plain values, without the notes of agents. */
export function utterancesIn(messages: readonly object[]): readonly Utterance[] {
  return messages.flatMap((message): Utterance[] => {
    const speaker = speakerOf(message);
    const name: unknown = Reflect.get(message, "name");
    if ((speaker !== "user" && speaker !== "assistant") || name === "research") return [];
    return [{ speaker, text: textOf(message), asks: name === CLARIFICATION }];
  });
}
