import type { BaseMessage } from "@langchain/core/messages";
import { LAST } from "./tool-turns.ts";
import { question } from "./turn-graphs.ts";

/** What a thread holds of its turns. */
export interface KeptTurns {
  /** What people said. */
  readonly asked: readonly string[];
  /** What the tool of two agents found. */
  readonly found: readonly string[];
  /** The answers that ended a turn. */
  readonly answered: readonly string[];
}

/** What messages hold of their turns. */
export function keptIn(messages: readonly BaseMessage[]): KeptTurns {
  const texts = (wanted: (message: BaseMessage) => boolean) => messages.filter(wanted).map(({ text }) => text);
  return {
    asked: texts(({ type }) => type === "human"),
    found: texts(({ type, name }) => type === "tool" && name === "look_up"),
    answered: texts(({ type, text }) => type === "ai" && text === LAST),
  };
}

/** Throws when a thread does not hold all of some turns, and each of them once. */
export function checkKept(name: string, turns: number, { asked, found, answered }: KeptTurns): void {
  const user = question.messages[0]?.content;
  const whole = found.filter((each) => Buffer.byteLength(each) === 1_000);
  const counts = { asked: asked.filter((each) => each === user).length, answered: answered.length };
  const fits = asked.length === turns && counts.asked === turns && counts.answered === turns;
  if (fits && found.length === 2 * turns && whole.length === 2 * turns && new Set(found).size === 2 * turns) return;
  throw new Error(
    `${name} took ${turns} turns and kept ${asked.length} questions, ${found.length} findings (${whole.length} of 1,000 bytes, ` +
      `${new Set(found).size} different ones) and ${answered.length} answers.`,
  );
}
