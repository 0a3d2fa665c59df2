import { isPlainRecord } from "@tidemark/reducers/internal";
import type { PendingInterrupt } from "@tidemark/state-manager";

/** Lines of a text from a model or a user, without characters that control a terminal. */
export const linesOf = (text: string): readonly string[] =>
  text.split(/\r?\n/).map((line) => line.replaceAll(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, " "));

/** Lines that show a question to people: its id, its text, and the command that answers it. */
export function questionLines(interrupt: PendingInterrupt, threadId: string): readonly string[] {
  const lines = [
    `asks ${interrupt.id}`,
    ...textOf(interrupt),
    ...answersOf(interrupt).map((each) => command(threadId, each)),
  ];
  return lines.map((line, index) => linesOf(index === 0 ? line : `  ${line}`).join(" "));
}

function textOf(interrupt: PendingInterrupt): readonly string[] {
  if (interrupt.kind === "approval") {
    const { question, note } = interrupt.value;
    return [...linesOf(question), ...(note === null ? [] : linesOf(note))];
  }
  if (interrupt.kind === "commit") {
    return interrupt.value.requests.map(({ id, stepObjective }) => `${id}: ${stepObjective}`);
  }
  if (interrupt.kind === "timer") return [`waits until ${interrupt.value.until}`];
  const { value } = interrupt;
  const question: unknown = isPlainRecord(value) ? value["question"] : value;
  return typeof question === "string" ? linesOf(question) : [JSON.stringify(value) ?? ""];
}

/** Answers that a person can copy. A sentence decides an approval only while there is no other request. */
function answersOf(interrupt: PendingInterrupt): readonly string[] {
  if (interrupt.kind === "timer") return [];
  if (interrupt.kind === "question") return ["<answer>"];
  const ids = interrupt.value.requests.map(({ id }) => id);
  if (interrupt.kind === "commit") {
    return [shellWord(JSON.stringify(Object.fromEntries(ids.map((id) => [id, true]))))];
  }
  return ids.length <= 1 ? ["yes"] : ids.map((id) => shellWord(JSON.stringify({ id, decision: "approve" })));
}

const command = (threadId: string, answer: string): string =>
  `Answer with: tidemark answer ${shellWord(threadId)} ${answer}`;

/** A text as one argument of a shell. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
