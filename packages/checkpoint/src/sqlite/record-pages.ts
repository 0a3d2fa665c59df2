import type { SQLInputValue } from "node:sqlite";
import { isDamage } from "../snapshots/damage.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { RecordPage } from "../store/thread-changes.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import type { CompleteAnswers } from "./complete-answers.ts";
import type { SqliteMemory } from "./memory.ts";
import { atOneMoment } from "./schema.ts";

/** Number of checkpoints that are read at once. */
const PAGE = 512;

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
        `thread_id = ? AND checkpoint_ns = ? AND seq > ? ORDER BY seq LIMIT ${PAGE}`,
        threadId,
        namespace,
        after,
      );
      for (const row of rows) requireSound(row);
      const deltas: StoredDeltas = new Map();
      store.readOnly(
        rows.map(({ document }) => document).filter((id) => !read.has(id)),
        deltas,
      );
      // Records that a fork, a copy or a prune left elsewhere.
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
      return { rows, deltas };
    });
    yield page;
    if (page.rows.length < PAGE) return;
    last = page.rows.at(-1)?.sequence ?? last;
  }
}
