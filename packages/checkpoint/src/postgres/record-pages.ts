import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { RecordPage } from "../store/thread-changes.ts";
import { type CheckpointRow, checkpointRows, RECORD_OF } from "./pages.ts";
import type { PostgresStore } from "./store.ts";
import { storedId } from "../store/stored-id.ts";

/** Number of checkpoints that are read at once. */
const PAGE = 512;

/** Number of times that a page is read again when a removal interferes, before that counts as damage. */
const READS = 3;

/** Reads the checkpoints of a namespace with their records, oldest first. */
export async function* recordPages(
  store: PostgresStore,
  threadId: string,
  namespace: string,
): AsyncGenerator<RecordPage & { readonly rows: readonly CheckpointRow[] }> {
  await store.prepare();
  const read = new Set<number>();
  for (let last = 0; ;) {
    const page = await readPage(store, { threadId, namespace, last, read });
    for (const id of page.deltas.keys()) read.add(id);
    yield page;
    if (page.rows.length < PAGE) return;
    last = page.rows.at(-1)?.sequence ?? last;
  }
}

interface Wanted {
  readonly threadId: string;
  readonly namespace: string;
  /** Sequence number of the last checkpoint of the page before. */
  readonly last: number;
  /** Records of earlier pages. */
  readonly read: ReadonlySet<number>;
}

async function readPage(store: PostgresStore, { threadId, namespace, last, read }: Wanted) {
  for (let attempt = 1; ; attempt += 1) {
    const found = await store.connection.query(
      `SELECT t.thread_id, c.* FROM ${store.schema}.tidemark_threads t CROSS JOIN LATERAL (
         SELECT o.namespace, o.checkpoint_id, o.parent AS other, o.id AS number, ${RECORD_OF} AS id, o.described, o.hash, o.seq
         FROM ${store.schema}.tidemark_checkpoints o
         WHERE o.thread = t.id AND o.namespace = $2 AND o.seq > $3 ORDER BY o.seq LIMIT ${PAGE}
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
