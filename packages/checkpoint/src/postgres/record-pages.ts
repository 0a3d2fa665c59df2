import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import { metadataIn } from "../snapshots/metadata.ts";
import { unpackTexts } from "../packing/packed-text.ts";
import { idOfBytes } from "../saver/id-bytes.ts";
import type { RecordPage } from "../saver/thread-changes.ts";
import { type CheckpointRow, checkpointRows, RECORD_OF } from "./pages.ts";
import type { PostgresRecords } from "./records.ts";
import { storedId } from "../saver/stored-id.ts";

/** Number of checkpoints that are read at once. */
export const RECORD_PAGE = 512;

/** Number of times that a page is read again when a removal interferes, before that counts as damage. */
const READS = 3;

/** Columns of a checkpoint, as {@link checkpointRows} reads them. */
const COLUMNS = `o.namespace, o.checkpoint_id, o.parent AS other, o.id AS number, ${RECORD_OF} AS id, o.described, o.hash, o.seq`;

/** Reads the checkpoints of a namespace with their records, oldest first. */
export async function* recordPages(
  store: PostgresRecords,
  threadId: string,
  namespace: string,
): AsyncGenerator<RecordPage & { readonly rows: readonly CheckpointRow[] }> {
  await store.prepare();
  const read = new Set<number>();
  for (let last = 0; ;) {
    const page = await readPage(store, { threadId, namespace, last, read });
    for (const id of page.deltas.keys()) read.add(id);
    yield page;
    if (page.rows.length < RECORD_PAGE) return;
    last = page.rows.at(-1)?.sequence ?? last;
  }
}

/** Reads the newest checkpoints of a namespace with their records, and one before them, which the first of them is compared with. */
export async function newestRecords(
  store: PostgresRecords,
  { threadId, namespace, newest }: { readonly threadId: string; readonly namespace: string; readonly newest: number },
): Promise<RecordPage & { readonly rows: readonly CheckpointRow[] }> {
  await store.prepare();
  const place = [storedId(threadId), storedId(namespace)];
  for (let attempt = 1; ; attempt += 1) {
    const found = await store.connection.query(
      `SELECT t.thread_id, c.* FROM ${store.schema}.tidemark_threads t CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM ${store.schema}.tidemark_checkpoints o
         WHERE o.thread = t.id AND o.namespace = $2 ORDER BY o.seq DESC LIMIT $3
       ) AS c WHERE t.thread_id = $1 ORDER BY c.seq`,
      [...place, Math.max(0, Math.trunc(newest)) + 1],
    );
    const rows = checkpointRows(found);
    const deltas: StoredDeltas = new Map();
    await store.readRecords([...new Set(rows.map(({ document }) => document))], deltas);
    const [first] = rows;
    const turnsBefore = first === undefined || first.parent === null ? 0 : await turnsUpTo(store, place, first);
    if (rows.every(({ document }) => deltas.has(document)) || attempt === READS) return { rows, deltas, turnsBefore };
  }
}

/** Number of turns that lead to a checkpoint. Its ancestors are read with their metadata alone. */
async function turnsUpTo(
  store: PostgresRecords,
  place: readonly string[],
  { parent, sequence }: CheckpointRow,
): Promise<number> {
  const found = await store.connection.query(
    `SELECT o.checkpoint_id, o.parent, o.described FROM ${store.schema}.tidemark_threads t
     JOIN ${store.schema}.tidemark_checkpoints o ON o.thread = t.id AND o.namespace = $2 AND o.seq < $3
     WHERE t.thread_id = $1`,
    [...place, sequence],
  );
  const texts = unpackTexts(found.map(({ described }) => described));
  const byId = new Map(found.map((row, index) => [idOfBytes(row["checkpoint_id"]), { row, text: texts.get(index) }]));
  let turns = 0;
  for (let id = parent; id !== null;) {
    const ancestor = byId.get(id);
    // Each is counted once, also where damage makes a circle of them.
    byId.delete(id);
    if (ancestor === undefined) break;
    turns += Reflect.get(metadataIn(ancestor.text ?? "{}"), "source") === "input" ? 1 : 0;
    const next = ancestor.row["parent"];
    id = next === null ? null : idOfBytes(next);
  }
  return turns;
}

interface Wanted {
  readonly threadId: string;
  readonly namespace: string;
  /** Sequence number of the last checkpoint of the page before. */
  readonly last: number;
  /** Records of earlier pages. */
  readonly read: ReadonlySet<number>;
}

async function readPage(store: PostgresRecords, { threadId, namespace, last, read }: Wanted) {
  for (let attempt = 1; ; attempt += 1) {
    const found = await store.connection.query(
      `SELECT t.thread_id, c.* FROM ${store.schema}.tidemark_threads t CROSS JOIN LATERAL (
         SELECT ${COLUMNS}
         FROM ${store.schema}.tidemark_checkpoints o
         WHERE o.thread = t.id AND o.namespace = $2 AND o.seq > $3 ORDER BY o.seq LIMIT ${RECORD_PAGE}
       ) AS c WHERE t.thread_id = $1 ORDER BY c.seq`,
      [storedId(threadId), storedId(namespace), last],
    );
    const rows = checkpointRows(found);
    const deltas: StoredDeltas = new Map();
    await store.readOnly(
      rows.map(({ document }) => document).filter((id) => !read.has(id)),
      deltas,
    );
    // Records that a fork, a copy or a prune left elsewhere.
    const others = Array.from(deltas.values(), ({ base }) => base ?? 0);
    const missing = others.filter((id) => id > 0 && !read.has(id) && !deltas.has(id));
    if (missing.length > 0) await store.readRecords([...new Set(missing)], deltas);
    const isWhole = rows.every(({ document }) => read.has(document) || deltas.has(document));
    if (isWhole || attempt === READS) return { rows, deltas };
  }
}
