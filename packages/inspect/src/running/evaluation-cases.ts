import { messageText, messageType } from "../history/messages.ts";
import type { ComparedSide, ThreadComparison } from "../comparison/compare-threads.ts";
import type { StateAtStep } from "../reader/answers.ts";
import { isPlainList, isPlainRecord, type Plain, plainRecordOf, plainValue } from "../values/plain-value.ts";
import { REDACTED, type Redaction } from "../values/redaction.ts";
import type { RecordedAnswer } from "./cassette.ts";

/** A case of `evaluate`, as JSON. */
export interface EvaluationCaseFile {
  readonly name: string;
  readonly message: readonly Plain[];
  readonly model?: readonly Plain[];
  /** Messages that join a turn, each with the number of the call that reads it. */
  readonly steering?: readonly Plain[];
  readonly answers?: readonly Plain[];
  /** Recorded calls, which stand for the tools. */
  readonly tools?: readonly Plain[];
  readonly expect: { readonly outcome: "done" | "interrupted"; readonly state: { readonly [name: string]: Plain } };
}

/** End of one of two threads. */
export interface CaseEnd {
  readonly side: ComparedSide;
  readonly state: StateAtStep;
  readonly isWaiting: boolean;
  /** Answers of models that were recorded in the thread. */
  readonly answers: readonly RecordedAnswer[];
}

/**
 * Makes one case of each of two threads: their messages, what their models answered, and the fields in which they differ as what is expected.
 * Redacted values are not expected, what models said of them is redacted, and bookkeeping is not either.
 */
export function evaluationCases(
  { common, fields }: ThreadComparison,
  ends: readonly [CaseEnd, CaseEnd],
  redact: Redaction,
): readonly EvaluationCaseFile[] {
  const names = fields.filter(({ isInfrastructure, name }) => !isInfrastructure && name !== "messages");
  return ends.map(({ side, state, isWaiting, answers }, index): EvaluationCaseFile => {
    const expected = names.flatMap(({ name }): [string, Plain][] => {
      const found = state.fields.find((each) => each.name === name);
      return found === undefined || !found.isWhole || isRedacted(found.value) ? [] : [[name, found.value]];
    });
    const model = scriptOf(answers, state).map((each) => redact("messages", each));
    const replies = repliesOf(state);
    const place = common === null ? "" : `, ${index === 0 ? "left" : "forked"} at ${common.label}`;
    return {
      name: `${side.threadId}${place}`,
      message: messagesOf(state),
      ...(model.length > 0 && { model }),
      ...(replies.length > 0 && { answers: replies }),
      expect: { outcome: isWaiting ? "interrupted" : "done", state: Object.fromEntries(expected) },
    };
  });
}

/** True for a value of which a part is masked. */
export const isRedacted = (value: Plain): boolean => JSON.stringify(value).includes(REDACTED);

/** Messages of the user, in order. */
function messagesOf({ fields }: StateAtStep): readonly string[] {
  const messages = fields.find(({ name }) => name === "messages")?.value;
  if (!isPlainList(messages)) return [];
  return messages.flatMap((each) => (messageType(each) === "human" ? [messageText(each)] : []));
}

/** Answers of people to requests for approval, in order. */
function repliesOf({ fields }: StateAtStep): readonly Plain[] {
  const log = fields.find(({ name }) => name === "runtime_audit_log")?.value;
  const entries = isPlainList(log) ? log.filter(isPlainRecord).filter(({ action }) => action === "approval") : [];
  return entries.flatMap(({ outcome, edited = null, reason }): Plain[] => {
    if (outcome === "approved") return [edited === null ? "approve" : { edit: edited }];
    if (outcome === "rejected") return [typeof reason === "string" && reason !== "" ? { reject: reason } : "reject"];
    return [];
  });
}

/**
 * Answers of models as a script: texts and calls of tools, in order. Empty if the thread has more messages of models than were recorded: a
 * script with a gap would answer the wrong call.
 */
function scriptOf(answers: readonly RecordedAnswer[], { fields }: StateAtStep): readonly Plain[] {
  const messages = fields.find(({ name }) => name === "messages")?.value;
  const stored = isPlainList(messages) ? messages.filter((each) => messageType(each) === "ai").length : 0;
  return answers.length < stored ? [] : scriptedAnswers(answers);
}

/** Answers of models as a script: texts and calls of tools, in order. */
export function scriptedAnswers(answers: readonly RecordedAnswer[]): readonly Plain[] {
  return answers.flatMap(({ message }): Plain[] => {
    const data: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "data") : null;
    if (typeof data !== "object" || data === null) return [];
    const calls: unknown = Reflect.get(data, "tool_calls");
    const named = Array.isArray(calls)
      ? calls.flatMap((call: unknown): Plain[] => {
          const { name = null, args = {} } = plainRecordOf(plainValue(call));
          return typeof name === "string" ? [{ name, args }] : [];
        })
      : [];
    if (named.length > 0) return [{ toolCalls: named }];
    const text = messageText({ content: plainValue(Reflect.get(data, "content")) });
    return text === "" ? [] : [text];
  });
}
