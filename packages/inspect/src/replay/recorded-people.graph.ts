import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { ASKED } from "../source/channels.ts";
import { recordOf } from "../source/json-rows.ts";
import { isPlainList, isPlainRecord, type Plain, plainRecordOf, plainValue } from "../values/plain-value.ts";

/** A question that a thread has asked, with its answers in order. */
export interface RecordedQuestion {
  /** Checkpoint of the graph after which it was asked, and the task that asked it. */
  readonly checkpointId: string;
  readonly taskId: string;
  readonly value: unknown;
  readonly answers: readonly unknown[];
  /** Users who gave the answers, in order. Null where the thread does not say. */
  readonly by: readonly (string | null)[];
}

const RESUME = "__resume__";
const ANSWERED_BY = "tidemark_answered_by:";

interface AskedTask {
  readonly namespace: string;
  readonly checkpointId: string;
  readonly taskId: string;
  readonly id: string;
  readonly value: unknown;
  readonly answers: readonly unknown[];
}

/** Reads the questions of a thread and of its subgraphs, in the order in which they were asked. */
export async function recordedQuestions(
  saver: BaseCheckpointSaver,
  threadId: string,
): Promise<readonly RecordedQuestion[]> {
  const given = new Map<string, readonly unknown[]>();
  const people = new Map<string, string>();
  const asked: AskedTask[] = [];
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) {
    const { config, checkpoint, metadata, pendingWrites = [] } = tuple;
    const namespace = String(config.configurable?.["checkpoint_ns"] ?? "");
    const answers = new Map(
      pendingWrites.flatMap(([task, channel, value]) => (channel === RESUME ? [[task, listOf(value)] as const] : [])),
    );
    for (const [task, list] of answers) {
      const [first] = list;
      if (task.startsWith(ANSWERED_BY) && typeof first === "string") people.set(task.slice(ANSWERED_BY.length), first);
      given.set(task, list);
    }
    const parent: unknown = recordOf(metadata?.parents)[""];
    const checkpointId = namespace === "" ? checkpoint.id : typeof parent === "string" ? parent : "";
    for (const [taskId, channel, value] of pendingWrites) {
      if (channel !== ASKED) continue;
      for (const each of listOf(value)) {
        const { id, value: question } = recordOf(each);
        if (typeof id !== "string") continue;
        asked.push({
          namespace,
          checkpointId,
          taskId,
          id,
          value: question,
          answers: answers.get(taskId) ?? [],
        });
      }
    }
  }
  const [outer, inner]: [RecordedQuestion[], RecordedQuestion[]] = [[], []];
  for (const { namespace, checkpointId, taskId, id, value, answers } of asked.toReversed()) {
    const found = answers.length > 0 ? answers : (given.get(id) ?? []);
    const task = namespace === "" ? taskId : (namespace.split("|")[0]?.split(":")[1] ?? "");
    const by = found.map(() => people.get(id) ?? null);
    const signed = signaturesUnder(value);
    const all = {
      answers: [...signed.map(({ answer }) => answer), ...found],
      by: [...signed.map((each) => each.by), ...by],
    };
    const question = { checkpointId, taskId: task, value, ...all };
    (namespace === "" ? outer : inner).push(question);
  }
  // A subgraph has all that it asked, and its node only the last.
  const named = new Set(inner.map(({ taskId }) => taskId));
  return [...inner, ...outer.filter(({ taskId }) => !named.has(taskId))];
}

/** Answers that a commit has collected and taken back before its last question, which shows them as signatures. */
function signaturesUnder(value: unknown): readonly { readonly answer: unknown; readonly by: string | null }[] {
  const { type, requests } = plainRecordOf(plainValue(value));
  if (type !== "commit_approval" || !isPlainList(requests)) return [];
  return requests.map(plainRecordOf).flatMap(({ id, signatures = [] }) =>
    (isPlainList(signatures) ? signatures : []).map((signature) => {
      const { by } = plainRecordOf(signature);
      return {
        answer: { [typeof id === "string" ? id : ""]: true },
        by: typeof by === "string" ? by.replace(/^user:/, "") : null,
      };
    }),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/**
 * A recorded answer for a question that is asked again: texts that differ between the two questions, such as ids and digests of requests,
 * are replaced in it.
 */
export function answerFor(question: unknown, recorded: RecordedQuestion, answer: unknown): unknown {
  const texts = new Map<string, string>();
  pair(plainValue(recorded.value), plainValue(question), texts);
  return replaced(answer, texts);
}

function pair(before: Plain, now: Plain, texts: Map<string, string>): void {
  if (typeof before === "string" && typeof now === "string") {
    if (before !== now) texts.set(before, now);
  } else if (isPlainList(before) && isPlainList(now)) {
    for (const [index, each] of before.entries()) pair(each, now[index] ?? null, texts);
  } else if (isPlainRecord(before) && isPlainRecord(now)) {
    for (const [name, each] of Object.entries(before)) pair(each, now[name] ?? null, texts);
  }
}

function replaced(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return texts.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each: unknown) => replaced(each, texts));
  const plain = plainValue(value);
  // A message or a date stays what it is.
  if (!isPlainRecord(plain) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(plain).map(([name, each]) => [texts.get(name) ?? name, replaced(each, texts)]),
  );
}
