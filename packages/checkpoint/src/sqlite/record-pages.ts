import type { SQLInputValue } from "node:sqlite";
import { idBytes } from "../saver/id-bytes.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { RecordPage } from "../saver/thread-changes.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import type { CompleteAnswers } from "./complete-answers.ts";
import type { SqliteMemory } from "./memory.ts";
import { atOneMoment } from "./schema.ts";

/** Number of checkpoints that are read at once. */
export const RECORD_PAGE = 512;

const documentOf = ({ document }: CheckpointRow): number => document;

/** Reads of a saver that its pages of records are built on. */
interface RecordReader {
  readonly memory: SqliteMemory;
  readonly answers: CompleteAnswers;
  readonly rows: (condition: string, ...values: SQLInputValue[]) => readonly CheckpointRow[];
  readonly requireSound: (row: CheckpointRow) => void;
}

/** Reads the checkpoints of a namespace with their records, oldest first. */
export async function* recordPages(
  reader: RecordReader,
  threadId: string,
  namespace: string,
): AsyncGenerator<RecordPage> {
  const { store, database, commits } = reader.memory;
  await commits.settled(threadId);
  const read = new Set<number>();
  for (let last = 0; ;) {
    const after = last;
    const page = atOneMoment(database, () => {
      if (after === 0) reader.answers.requireAll(threadId);
      const rows = reader.rows(
        `thread_id = ? AND checkpoint_ns = ? AND seq > ? ORDER BY seq LIMIT ${RECORD_PAGE}`,
        threadId,
        namespace,
        after,
      );
      for (const row of rows) reader.requireSound(row);
      const deltas: StoredDeltas = new Map();
      store.readRecords(rows.map(documentOf), deltas, read);
      for (const id of deltas.keys()) read.add(id);
      return { rows, deltas };
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
  reader: RecordReader,
  { threadId, namespace, newest }: { readonly threadId: string; readonly namespace: string; readonly newest: number },
): AsyncGenerator<RecordPage> {
  const { store, database, commits } = reader.memory;
  await commits.settled(threadId);
  yield atOneMoment(database, () => {
    reader.answers.newest(threadId, namespace);
    const rows = reader
      .rows(
        `thread_id = ? AND checkpoint_ns = ? ORDER BY seq DESC LIMIT ${Math.max(0, Math.trunc(newest)) + 1}`,
        threadId,
        namespace,
      )
      .toReversed();
    for (const row of rows) reader.requireSound(row);
    const parent = rows[0]?.parent ?? null;
    const place = [threadId, namespace] as const;
    const [counted] = parent === null ? [] : store.all(TURNS, ...place, idBytes(parent), ...place);
    const deltas: StoredDeltas = new Map();
    store.readRecords(rows.map(documentOf), deltas);
    return { rows, deltas, turnsBefore: Number(counted?.["turns"] ?? 0) };
  });
}
