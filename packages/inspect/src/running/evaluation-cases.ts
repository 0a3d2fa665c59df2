import { messageText, messageType } from "../history/messages.ts";
import type { ComparedSide, ThreadComparison } from "../reader/compare-threads.ts";
import type { StateAtStep } from "../reader/thread-reader.ts";
import { isPlainList, isPlainRecord, type Plain, plainValue } from "../values/plain-value.ts";
import type { RecordedAnswer } from "./cassette.ts";

/** A case of `evaluate`, as JSON. */
export interface EvaluationCaseFile {
  readonly name: string;
  readonly message: readonly string[];
  readonly model?: readonly Plain[];
  readonly expect: { readonly outcome: "done" | "interrupted"; readonly state: { readonly [name: string]: Plain } };
}

/** End of one of two threads. */
export interface CaseEnd {
  readonly side: ComparedSide;
  readonly state: StateAtStep;
  readonly isWaiting: boolean;
  /** Answers of models of the whole thread. Empty if only some of them were recorded. */
  readonly answers: readonly RecordedAnswer[];
}

/**
 * Makes one case of each of two threads: their messages, what their models answered, and the fields in which they differ as what is expected.
 * Redacted values are not expected, and bookkeeping is not either.
 */
export function evaluationCases(
  { common, fields }: ThreadComparison,
  ends: readonly [CaseEnd, CaseEnd],
): readonly EvaluationCaseFile[] {
  const names = fields.filter(({ isInfrastructure, name }) => !isInfrastructure && name !== "messages");
  return ends.map(({ side, state, isWaiting, answers }, index): EvaluationCaseFile => {
    const expected = names.flatMap(({ name }): [string, Plain][] => {
      const found = state.fields.find((each) => each.name === name);
      return found === undefined || !found.isWhole || isRedacted(found.value) ? [] : [[name, found.value]];
    });
    const model = scriptOf(answers);
    const place = common === null ? "" : `, ${index === 0 ? "left" : "forked"} at ${common.label}`;
    return {
      name: `${side.threadId}${place}`,
      message: messagesOf(state),
      ...(model.length > 0 && { model }),
      expect: { outcome: isWaiting ? "interrupted" : "done", state: Object.fromEntries(expected) },
    };
  });
}

const isRedacted = (value: Plain): boolean => JSON.stringify(value).includes("[redacted]");

/** What the user wrote, in order. */
function messagesOf({ fields }: StateAtStep): readonly string[] {
  const messages = fields.find(({ name }) => name === "messages")?.value;
  if (!isPlainList(messages)) return [];
  return messages.flatMap((each) => (messageType(each) === "human" ? [messageText(each)] : []));
}

/** Answers of models as a script: texts and calls of tools, in order. */
function scriptOf(answers: readonly RecordedAnswer[]): readonly Plain[] {
  return answers.flatMap(({ message }): Plain[] => {
    const data: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "data") : null;
    if (typeof data !== "object" || data === null) return [];
    const calls: unknown = Reflect.get(data, "tool_calls");
    const named = Array.isArray(calls)
      ? calls.flatMap((call: unknown): Plain[] => {
          const { name = null, args = {} } = recordIn(plainValue(call));
          return typeof name === "string" ? [{ name, args }] : [];
        })
      : [];
    if (named.length > 0) return [{ toolCalls: named }];
    const text = messageText({ content: plainValue(Reflect.get(data, "content")) });
    return text === "" ? [] : [text];
  });
}

const recordIn = (value: Plain): { readonly [name: string]: Plain } => (isPlainRecord(value) ? value : {});
