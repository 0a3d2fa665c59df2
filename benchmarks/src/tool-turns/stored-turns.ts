import type { BaseMessage } from "@langchain/core/messages";
import { LAST } from "./tool-turns.ts";
import { question } from "../turns/graphs.ts";

/** Texts of the turns that a thread contains. */
export interface StoredTurns {
  /** Messages of the user. */
  readonly questions: readonly string[];
  /** Results of the agents' tool. */
  readonly findings: readonly string[];
  /** Final answer of each turn. */
  readonly answers: readonly string[];
}

/** Extracts the turns from messages. */
export function turnsIn(messages: readonly BaseMessage[]): StoredTurns {
  const texts = (wanted: (message: BaseMessage) => boolean) => messages.filter(wanted).map(({ text }) => text);
  return {
    questions: texts(({ type }) => type === "human"),
    findings: texts(({ type, name }) => type === "tool" && name === "look_up"),
    answers: texts(({ type, text }) => type === "ai" && text === LAST),
  };
}

/** Throws when a thread does not contain each of its turns exactly once. */
export function checkStored(name: string, turns: number, { questions, findings, answers }: StoredTurns): void {
  const user = question.messages[0]?.content;
  const whole = findings.filter((each) => Buffer.byteLength(each) === 1_000);
  const distinct = new Set(findings).size;
  const sameQuestion = questions.every((each) => each === user);
  const isComplete = sameQuestion && questions.length === turns && answers.length === turns;
  if (isComplete && [findings.length, whole.length, distinct].every((count) => count === 2 * turns)) return;
  throw new Error(
    `${name} ran ${turns} turns and stored ${questions.length} questions, ${findings.length} findings (${whole.length} of 1,000 bytes, ` +
      `${distinct} different ones) and ${answers.length} answers.`,
  );
}
