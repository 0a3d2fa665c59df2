import { isInterrupted } from "../pruning/prune-notes.ts";
import { keyOf, type PrunePolicy } from "../pruning/prune-policy.ts";
import type { Steps } from "../snapshots/steps.ts";
import { idBytes } from "../saver/id-bytes.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import { planningPrune, type PrunePlan } from "../pruning/prune-plan.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import type { SqliteReader } from "./reader.ts";
import type { SqliteRecords } from "./records.ts";

/** Access to the rows of threads while one is pruned. */
export interface PruneReader {
  readonly store: SqliteRecords;
  readonly reader: SqliteReader;
}

/** A plan, and what was counted before it was made. */
export interface SqlitePrunePlan extends PrunePlan<CheckpointRow> {
  /** Records of checkpoints that are kept, in the order in which they were stored. */
  readonly stayingRecords: readonly number[];
  /** Records of checkpoints that are removed. */
  readonly goingRecords: ReadonlySet<number>;
  /** Number of times that a checkpoint was put in each namespace. */
  readonly puts: ReadonlyMap<string, number>;
  /** Highest number of a record. */
  readonly lastRecord: number;
}

/** Maximum number of rows that are read in one step. */
const PAGE = 200;

/** The order in which checkpoints were written. */
const oldestFirst = (one: { readonly sequence: number }, other: { readonly sequence: number }): number =>
  one.sequence - other.sequence;

/** Checkpoints of a namespace that are newer than one of them. */
export const NEWER = "thread_id = ? AND checkpoint_ns = ? AND seq > ?";

/** Reads the rows of a thread, oldest first. Throws `checkpoint/corrupt`. */
export function* readingRows({ reader }: PruneReader, threadId: string): Steps<readonly CheckpointRow[]> {
  reader.answers.requireAll(threadId);
  yield;
  const found: CheckpointRow[] = [];
  const order = `ORDER BY checkpoint_ns, checkpoint_id LIMIT ${PAGE}`;
  for (let page = reader.rows(`thread_id = ? ${order}`, threadId); ;) {
    for (const row of page) reader.requireSound(row);
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    yield;
    const after = `thread_id = ? AND (checkpoint_ns, checkpoint_id) > (?, ?) ${order}`;
    page = reader.rows(after, threadId, last.namespace, idBytes(last.id));
  }
  for (let index = 1; index < found.length; index += 1) {
    yield;
    const [one, other] = [found[index - 1], found[index]];
    if (one !== undefined && other !== undefined && oldestFirst(one, other) > 0) return found.toSorted(oldestFirst);
  }
  return found;
}

/** Finds the places among these at which a task waits at an interrupt. Throws `checkpoint/corrupt`. */
export function* findingInterrupts(
  { store, reader }: PruneReader,
  places: readonly CheckpointPlace[],
): Steps<ReadonlySet<string>> {
  const interrupted = new Set<string>();
  for (const { threadId, namespace, id } of places) {
    const sent = store.all(
      "SELECT record FROM tidemark_writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?",
      threadId,
      namespace,
      idBytes(id),
    );
    for (const { record } of sent) {
      const { tree } = reader.inspect({ threadId, namespace, id }, () => store.readRecord(Number(record)));
      if (isInterrupted(tree)) interrupted.add(keyOf({ namespace, id }));
      yield;
    }
    yield;
  }
  return interrupted;
}

/** Decides which checkpoints of a thread to remove. Throws `checkpoint/corrupt` and `checkpoint/invalidPolicy`. */
export function* planningThread(
  { store, reader }: PruneReader,
  threadId: string,
  policy: PrunePolicy,
): Steps<SqlitePrunePlan> {
  const [last] = store.all("SELECT max(id) AS id FROM tidemark_documents");
  const counted = store.all("SELECT checkpoint_ns, puts FROM tidemark_counts WHERE thread_id = ?", threadId);
  const puts = new Map(counted.map((row) => [String(row["checkpoint_ns"]), Number(row["puts"])]));
  const rows = yield* readingRows({ store, reader }, threadId);
  const deltas: StoredDeltas = new Map();
  const plan = yield* planningPrune({
    threadId,
    policy,
    rows,
    deltas,
    serializer: store.serializer,
    load: (row) => store.readingDeltas(row.document, deltas),
    interrupts: () => interruptsAtEnds({ store, reader }, rows),
    inspect: (row, read) => reader.inspect(row, read),
  });
  return { ...plan, puts, lastRecord: Number(last?.["id"] ?? 0), ...(yield* recordsOf(plan)) };
}

/** Finds interrupts at checkpoints that nothing comes after: others do not wait. */
function* interruptsAtEnds(reader: PruneReader, rows: readonly CheckpointRow[]): Steps<ReadonlySet<string>> {
  const parents = new Set<string>();
  for (const { namespace, parent } of rows) {
    if (parent !== null) parents.add(keyOf({ namespace, id: parent }));
    yield;
  }
  const ends: CheckpointRow[] = [];
  for (const row of rows) {
    if (!parents.has(keyOf(row))) ends.push(row);
    yield;
  }
  return yield* findingInterrupts(reader, ends);
}

function* recordsOf({
  gone,
  kept,
}: PrunePlan<CheckpointRow>): Steps<Pick<SqlitePrunePlan, "stayingRecords" | "goingRecords">> {
  const going = new Set<number>();
  for (const { row } of gone) {
    going.add(row.document);
    yield;
  }
  const staying = new Set<number>();
  for (const { row } of kept) {
    staying.add(row.document);
    going.delete(row.document);
    yield;
  }
  return { stayingRecords: [...staying].toSorted((one, other) => one - other), goingRecords: going };
}
