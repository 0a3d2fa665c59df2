import type { SQLInputValue } from "node:sqlite";
import { isDamage } from "../snapshots/damage.ts";
import { idBytes } from "../store/id-bytes.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { RecordPage } from "../store/thread-changes.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import type { CompleteAnswers } from "./complete-answers.ts";
import type { SqliteMemory } from "./memory.ts";
import { atOneMoment } from "./schema.ts";

/** Number of checkpoints that are read at once. */
export const RECORD_PAGE = 512;

/** Reads of a saver that its pages of records are built on. */
interface RecordReader {
  readonly memory: SqliteMemory;
  readonly answers: CompleteAnswers;
  readonly rows: (condition: string, ...values: SQLInputValue[]) => readonly CheckpointRow[];
  readonly requireSound: (row: CheckpointRow) => void;
}

/** Reads the checkpoints of a namespace with their records, oldest first. */
export async function* recordPages(
  { memory, answers, rows: rowsOf, requireSound }: RecordReader,
  threadId: string,
  namespace: string,
): AsyncGenerator<RecordPage> {
  const { store, database, commits } = memory;
  await commits.settled(threadId);
  const read = new Set<number>();
  for (let last = Number.MIN_SAFE_INTEGER; ;) {
    const after = last;
    const page = atOneMoment(database, () => {
      if (after === Number.MIN_SAFE_INTEGER) answers.requireAll(threadId);
      const rows = rowsOf(
        `thread_id = ? AND checkpoint_ns = ? AND seq > ? ORDER BY seq LIMIT ${RECORD_PAGE}`,
        threadId,
        namespace,
        after,
      );
      for (const row of rows) requireSound(row);
      return { rows, deltas: recordsOf(store, rows, read) };
    });
    yield page;
    if (page.rows.length < RECORD_PAGE) return;
    last = page.rows.at(-1)?.sequence ?? last;
  }
}

/** Ancestors of a checkpoint, each once, also where damage makes a circle of them. */
const TURNS = `WITH RECURSIVE up (id, parent, metadata) AS (
    SELECT checkpoint_id, parent_id, metadata FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?
    UNION SELECT c.checkpoint_id, c.parent_id, c.metadata FROM up
      JOIN checkpoints c ON c.thread_id = ? AND c.checkpoint_ns = ? AND c.checkpoint_id = up.parent
  ) SELECT count(*) AS turns FROM up WHERE json_valid(metadata) AND json_extract(metadata, '$.source') = 'input'`;

/** Reads the newest checkpoints of a namespace with their records, and one before them, which the first of them is compared with. */
export async function* newestRecords(
  { memory, answers, rows: rowsOf, requireSound }: RecordReader,
  { threadId, namespace, newest }: { readonly threadId: string; readonly namespace: string; readonly newest: number },
): AsyncGenerator<RecordPage> {
  const { store, database, commits } = memory;
  await commits.settled(threadId);
  yield atOneMoment(database, () => {
    answers.newest(threadId, namespace);
    const rows = rowsOf(
      `thread_id = ? AND checkpoint_ns = ? ORDER BY seq DESC LIMIT ${Math.max(0, Math.trunc(newest)) + 1}`,
      threadId,
      namespace,
    ).toReversed();
    for (const row of rows) requireSound(row);
    const parent = rows[0]?.parent ?? null;
    const place = [threadId, namespace] as const;
    const [counted] = parent === null ? [] : store.all(TURNS, ...place, idBytes(parent), ...place);
    return { rows, deltas: recordsOf(store, rows, new Set()), turnsBefore: Number(counted?.["turns"] ?? 0) };
  });
}

/** Reads the records of rows, and those that they depend on, unless they were read before. */
function recordsOf(store: SqliteMemory["store"], rows: readonly CheckpointRow[], read: Set<number>): StoredDeltas {
  const deltas: StoredDeltas = new Map();
  store.readOnly(
    rows.map(({ document }) => document).filter((id) => !read.has(id)),
    deltas,
  );
  // Records that a fork, a copy or a prune left elsewhere, or of checkpoints that were left out.
  for (const { base } of deltas.values()) {
    if (base === null || read.has(base) || deltas.has(base)) continue;
    try {
      store.readDeltas(base, deltas);
    } catch (error) {
      // The checkpoints that depend on it are found to be damaged when they are compared.
      if (!isDamage(error)) throw error;
    }
  }
  for (const id of deltas.keys()) read.add(id);
  return deltas;
}
