import { isoOf, millisecondsOf } from "../clock.ts";
import { inspectErrors } from "../errors.ts";
import type { ThreadStep, ThreadSteps } from "../history/thread-steps.ts";
import type { Authorship } from "../source/authorship.ts";
import type { FieldDescription, HistorySource, StoredStep } from "../source/history-source.ts";
import { isPlainList, type Plain, plainValue } from "../values/plain-value.ts";
import { REDACTED, redactedText, type Redaction } from "../values/redaction.ts";
import type { HiddenNames } from "../values/hidden-names.ts";
import { HiddenTexts } from "../values/hidden-texts.ts";
import { SHARED_FORMAT, type SharedThread, type SharedValue } from "../source/shared-thread.ts";

/** Maximum length of a document, in characters. */
const MAX_LENGTH = 50_000_000;

/** Writes whose value is shown. Of any other one, only its place matters. */
const READ_WRITES: ReadonlySet<string> = new Set(["__error__", "__interrupt__"]);

/** A thread to share, and what is shown of it. */
interface Shared {
  readonly source: HistorySource;
  readonly threadId: string;
  readonly all: ThreadSteps;
  /** Describes a field of a thread with these values. Null if it is not declared. */
  readonly describe: (name: string, ids: StoredStep["values"]) => FieldDescription | null;
  readonly redact: Redaction;
  /** Nodes that may have written a field in a step. */
  readonly writersOf: (step: ThreadStep, field: string) => Promise<readonly string[]>;
  /** Names whose values are hidden in every text of the document. */
  readonly mentioned: HiddenNames;
  /** Number of newest turns. */
  readonly turns: number;
}

/** Writes a thread as a document, each value once, redacted. Throws `inspect/tooLarge`. */
export async function shareThread({
  source,
  threadId,
  all,
  describe,
  redact: shown,
  writersOf,
  mentioned,
  turns,
}: Shared): Promise<SharedThread> {
  const newest = all.byId.get(all.newest)?.turn ?? 0;
  const wanted = all.steps.filter(({ turn }) => turn > newest - turns);
  const texts = await hiddenTexts({ source, threadId, mentioned }, wanted, all);
  const redact: Redaction = (field, value) => texts.conceal(shown(field, value), REDACTED);
  const values = new SharedValues();
  const steps: SharedThread["steps"] = [];
  const writes: SharedThread["writes"] = {};
  const parents = new Set(all.steps.map(({ parent }) => parent));
  /** Steps after which nothing ran for a time: a question or an error says why. */
  const paused = new Set(all.steps.flatMap((step) => (isPaused(step) ? [step.parent] : [])));
  for (const step of wanted) {
    const { id, turn, next, isAbandoned } = step;
    const stored = all.stored.get(id);
    if (stored === undefined) continue;
    const missing = Object.keys(stored.values).filter((field) => !values.has(field, stored.values[field]));
    const read = missing.length === 0 ? {} : await source.values({ threadId, id }, missing);
    for (const field of missing) {
      const value = Object.hasOwn(read, field) ? redact(field, plainValue(read[field])) : null;
      values.add(field, stored.values[field], value);
    }
    if (values.length > MAX_LENGTH)
      throw inspectErrors.tooLarge({ threadId, megabytes: Math.round(MAX_LENGTH / 1e6), turns });
    const unwritten = Object.keys(stored.values).filter((field) => stored.values[field] === 0);
    const author = stored.source === "update" ? (await source.marks({ threadId, id })).author : null;
    const marks = {
      ...(author !== null && { author: redactedAuthor(author, redact) }),
      ...begunAt(step),
      ...(await parallelWriters(step, writersOf)),
    };
    steps.push({ ...stepOf(stored), ...marks, turn, values: values.positionsOf(stored.values), unwritten });
    const isEnd = isAbandoned || !parents.has(id);
    if (next.length > 0 && (isEnd || paused.has(id))) {
      const left = await source.writes({ threadId, id });
      if (left.length > 0)
        writes[id] = left.map(([task, channel, value]) => [
          task,
          channel,
          isEnd && READ_WRITES.has(channel) ? redact(channel, plainValue(value)) : null,
        ]);
    }
  }
  return {
    format: SHARED_FORMAT,
    threadId,
    savedBy: source.kind,
    newest: all.newest,
    steps,
    values: [...values.list],
    writes,
    fields: fieldsOf(describe, all),
  };
}

/** Everything that is hidden in the document, from all of its values: a text may mention what only an earlier or a later step contains. */
async function hiddenTexts(
  { source, threadId, mentioned }: Pick<Shared, "source" | "threadId" | "mentioned">,
  wanted: readonly ThreadStep[],
  all: ThreadSteps,
): Promise<HiddenTexts> {
  const texts = new HiddenTexts(mentioned);
  if (mentioned.isEmpty) return texts;
  const seen = new Set<string>();
  for (const { id, next } of wanted) {
    const ids = all.stored.get(id)?.values ?? {};
    const fields = Object.keys(ids).filter((field) => !seen.has(keyOf(field, ids[field])));
    for (const field of fields) seen.add(keyOf(field, ids[field]));
    const read = fields.length === 0 ? {} : await source.values({ threadId, id }, fields);
    for (const [field, value] of Object.entries(read)) texts.collect(field, plainValue(value));
    if (next.length === 0) continue;
    for (const [, channel, value] of await source.writes({ threadId, id })) texts.collect(channel, plainValue(value));
  }
  return texts;
}

function redactedAuthor({ person, reason }: Authorship, redact: Redaction): Authorship {
  return {
    person: redactedText(redact, "__person__", person),
    reason: redactedText(redact, "__reason__", reason),
  };
}

/** Nodes that wrote each field, of a step in which several ran: the writes of their tasks are not part of the document. */
async function parallelWriters(
  step: ThreadStep,
  writersOf: Shared["writersOf"],
): Promise<{ readonly writers?: Record<string, string[]> }> {
  if (new Set(step.nodes).size < 2) return {};
  const writers: [string, string[]][] = [];
  for (const field of step.changed) writers.push([field, [...(await writersOf(step, field))]]);
  return { writers: Object.fromEntries(writers) };
}

const isPaused = ({ waited, stopped }: ThreadStep): boolean => (waited ?? stopped) !== null;

/** Time at which the run began that continued the turn with a step, if it is known. */
function begunAt(step: ThreadStep): { readonly begunAt?: string } {
  const { at, milliseconds } = step;
  if (at === null || milliseconds === null || !isPaused(step)) return {};
  return { begunAt: isoOf(millisecondsOf(at) - milliseconds) };
}

const stepOf = ({ id, parent, source, step, next }: StoredStep) => ({ id, parent, source, step, next: [...next] });

function fieldsOf(describe: Shared["describe"], all: ThreadSteps): SharedThread["fields"] {
  const ids = all.stored.get(all.newest)?.values ?? {};
  return Object.fromEntries(
    Object.keys(ids).flatMap((name) => {
      const described = describe(name, ids);
      return described === null ? [] : [[name, described]];
    }),
  );
}

/** Values of a document. A list that grows is stored as what was added to it. */
class SharedValues {
  readonly list: SharedValue[] = [];
  length = 0;
  readonly #positions = new Map<string, number>();
  /** Last list of each field, with its items as text. */
  readonly #last = new Map<string, { readonly position: number; readonly items: readonly string[] }>();

  has(field: string, id: unknown): boolean {
    return this.#positions.has(keyOf(field, id));
  }

  add(field: string, id: unknown, value: Plain): void {
    const position = this.list.length;
    this.#positions.set(keyOf(field, id), position);
    const shared = isPlainList(value) ? this.#grown(field, value, position) : { value };
    this.length += JSON.stringify(shared).length;
    this.list.push(shared);
  }

  positionsOf(ids: Readonly<Record<string, unknown>>): Record<string, number> {
    return Object.fromEntries(
      Object.entries(ids).map(([field, id]) => [field, this.#positions.get(keyOf(field, id)) ?? 0]),
    );
  }

  #grown(field: string, value: readonly Plain[], position: number): SharedValue {
    const items = value.map((item) => JSON.stringify(item));
    const before = this.#last.get(field);
    this.#last.set(field, { position, items });
    let keep = 0;
    while (keep < items.length && items[keep] === before?.items[keep]) keep += 1;
    return before === undefined || keep === 0 ? { value } : { of: before.position, keep, add: value.slice(keep) };
  }
}

const keyOf = (field: string, id: unknown): string => JSON.stringify([field, id]);
