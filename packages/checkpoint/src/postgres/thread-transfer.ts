import { checkpointErrors } from "../errors.ts";
import { DamagedRow } from "../storage/damage.ts";
import { chainOf } from "../storage/document-trees.ts";
import { mergedWrites } from "../storage/merged-writes.ts";
import { unfenced } from "../storage/noted-metadata.ts";
import { bytesOf, linkedSum } from "../storage/stored-text.ts";
import type { DocumentBodies } from "../storage/stored-tree.ts";
import { type StoredThread, threadDocument, type ThreadDocument } from "../storage/thread-document.ts";
import { contentHash } from "../storage/tree-builder.ts";
import { idsIn, renumbered } from "../storage/tree-text.ts";
import { type CheckpointRow, checkedText, checkpointSum, readPage, type WritesRow, writesSum } from "./pages.ts";
import type { Maintenance } from "./rebase.ts";
import { useDocuments } from "./release.ts";
import { storedId } from "./stored-id.ts";

/** What a thread's tables are to hold. */
interface ThreadRows {
  readonly checkpoints: readonly Omit<CheckpointRow, "damage">[];
  readonly writes: readonly Omit<WritesRow, "damage">[];
}

/** Copies the rows of a thread under another id. */
export async function copyRows({ query, store }: Maintenance, from: string, to: string): Promise<void> {
  await requireFree({ query, store }, to);
  const { rows, writes } = await readPage(query, store.schema, { threadId: from }, new Map());
  if (rows.length === 0) throw checkpointErrors.noSuchThread({ threadId: from });
  await query(`SELECT ${store.schema}.tidemark_lock_store()`);
  const checkpoints = rows.map((row) => ({ ...sound(row), threadId: to, metadata: unfenced(row.metadata) }));
  await storeRows({ query, store }, { checkpoints, writes: writes.map((row) => ({ ...sound(row), threadId: to })) });
}

function sound<Row extends CheckpointRow | WritesRow>(row: Row): Row {
  if (row.damage === null) return row;
  throw checkpointErrors.unreadable({ problem: row.damage.message }, { cause: row.damage });
}

async function requireFree({ query, store }: Maintenance, threadId: string): Promise<void> {
  const taken = await query(`SELECT 1 FROM ${store.schema}.checkpoints WHERE thread_id = $1 LIMIT 1`, [
    storedId(threadId),
  ]);
  if (taken.length > 0) throw checkpointErrors.threadExists({ threadId });
}

const storedIds = <Row>(rows: readonly Row[], name: (row: Row) => string): string[] =>
  rows.map((row) => storedId(name(row)));

async function storeRows({ query, store }: Maintenance, { checkpoints, writes }: ThreadRows): Promise<void> {
  await query(
    `INSERT INTO ${store.schema}.checkpoints
       (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, document, hash, described)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bytea[], $7::text[])`,
    [
      storedIds(checkpoints, ({ threadId }) => threadId),
      storedIds(checkpoints, ({ namespace }) => namespace),
      storedIds(checkpoints, ({ id }) => id),
      checkpoints.map(({ parent }) => (parent === null ? null : storedId(parent))),
      checkpoints.map(({ document }) => document),
      checkpoints.map(checkpointSum),
      checkpoints.map(({ metadata }) => metadata),
    ],
  );
  await query(
    `INSERT INTO ${store.schema}.tidemark_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, document, hash)
     SELECT w.thread, w.ns, w.id, w.task, w.document, w.hash
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bytea[])
       WITH ORDINALITY AS w (thread, ns, id, task, document, hash, place) ORDER BY w.place`,
    [
      storedIds(writes, ({ threadId }) => threadId),
      storedIds(writes, ({ namespace }) => namespace),
      storedIds(writes, ({ id }) => id),
      storedIds(writes, ({ taskId }) => taskId),
      writes.map(({ document }) => document),
      writes.map(writesSum),
    ],
  );
  const documents = [...checkpoints, ...writes].map(({ document }) => document);
  await useDocuments({ query, store }, documents);
}

/** Makes the document of a thread, of one moment. */
export async function exportRows({ query, store }: Maintenance, threadId: string): Promise<ThreadDocument> {
  const bodies: DocumentBodies = new Map();
  const { rows, writes } = await readPage(query, store.schema, { threadId }, bodies);
  if (rows.length === 0) throw checkpointErrors.noSuchThread({ threadId });
  try {
    const checkpoints = rows.map(sound);
    const merged = onePerTask(writes.map(sound), bodies);
    const ids = new Set<number>();
    const looked = new Set<number>();
    for (const { document } of [...checkpoints, ...merged]) {
      for (const body of chainOf(document, bodies, looked)) {
        if (body.written instanceof DamagedRow) throw body.written;
        idsIn(body.written, ids);
        looked.add(body.document.id);
      }
    }
    const values = await query(
      `SELECT id, hash, body FROM ${store.schema}.tidemark_values WHERE id = ANY ($1::bigint[]) ORDER BY id`,
      [[...ids]],
    );
    const texts = values.map((row) => {
      const text = checkedText(row, "value");
      if (text instanceof DamagedRow) throw text;
      return [Number(row["id"]), text] as const;
    });
    return threadDocument(threadId, { checkpoints, writes: merged, bodies, values: new Map(texts) });
  } catch (error) {
    if (!(error instanceof DamagedRow || error instanceof TypeError)) throw error;
    throw checkpointErrors.unreadable({ problem: error.message }, { cause: error });
  }
}

/** What each task sent at a checkpoint as one document, in whatever parts it came; documents that are made are added to `bodies`. */
function onePerTask(writes: readonly WritesRow[], bodies: DocumentBodies): readonly WritesRow[] {
  const tasks = new Map<string, WritesRow[]>();
  for (const row of writes) {
    const key = JSON.stringify([row.namespace, row.id, row.taskId]);
    tasks.set(key, [...(tasks.get(key) ?? []), row]);
  }
  return Array.from(tasks.values()).flatMap((parts, index): readonly WritesRow[] => {
    const [first] = parts;
    if (first === undefined || parts.length === 1) return parts;
    const written = parts.map(({ document }) => bodies.get(document)?.written ?? new DamagedRow("writes are missing"));
    const damage = written.find((part) => part instanceof DamagedRow);
    if (damage !== undefined) throw damage;
    // No document of the store has such an id.
    const id = -1 - index;
    const document = { id, links: 0, whole: 0, changed: 0 };
    bodies.set(id, { document, base: null, written: { o: mergedWrites(written.map(partsOf)) } });
    return [{ ...first, document: id }];
  });
}

/** What a document of writes says, by its places. */
function partsOf(written: unknown): Readonly<Record<string, unknown>> {
  const parts: unknown = Reflect.get(Object(written), "o");
  return typeof parts === "object" && parts !== null ? { ...parts } : {};
}

/** Stores a thread that was read from elsewhere; `ids` are as many as it has values and documents. */
export async function importRows(
  { query, store }: Maintenance,
  threadId: string,
  stored: StoredThread,
  ids: readonly number[],
): Promise<void> {
  await requireFree({ query, store }, threadId);
  await query(`SELECT ${store.schema}.tidemark_lock_store()`);
  const free = ids[Symbol.iterator]();
  const next = (): number => Number(free.next().value);
  const values = await storeTexts({ query, store }, stored.values, next);
  const documents = new Map(Array.from(stored.bodies.keys(), (id) => [id, next()] as const));
  const bodies = Array.from(stored.bodies.values(), ({ document, base, written }) => {
    const renamed = renumbered(written, (id) => values.get(id));
    const { links, whole, changed } = document;
    const on = base === null ? null : (documents.get(base) ?? null);
    return { id: documents.get(document.id), base: on, links, whole, changed, renamed, text: JSON.stringify(renamed) };
  });
  for (const { id, base, links, whole, changed, renamed, text } of bodies) {
    await query(
      `INSERT INTO ${store.schema}.tidemark_documents (id, base, uses, links, whole, changed, names, hash, body)
       VALUES ($1, $2, 0, $3, $4, $5, $6, $7, $8)`,
      [id, base, links, whole, changed, [...idsIn(renamed)], linkedSum(base, text), bytesOf(text)],
    );
  }
  const here = ({ document }: { readonly document: number }) => ({ threadId, document: documents.get(document) ?? 0 });
  await storeRows(
    { query, store },
    {
      checkpoints: stored.checkpoints.map((row) => ({ ...row, ...here(row) })),
      writes: stored.writes.map((row) => ({ ...row, ...here(row) })),
    },
  );
}

/** Stores texts unless they are there; tells their ids. */
async function storeTexts(
  { query, store }: Maintenance,
  texts: ReadonlyMap<number, string>,
  next: () => number,
): Promise<ReadonlyMap<number, number>> {
  const hashes = new Map(Array.from(texts, ([place, text]) => [place, contentHash(text)] as const));
  const distinct = new Map(Array.from(texts, ([place, text]) => [hashes.get(place) ?? "", text] as const));
  const digests = Array.from(distinct.keys(), (hash) => Buffer.from(hash, "hex"));
  await query(
    `INSERT INTO ${store.schema}.tidemark_values (id, hash, body)
     SELECT f.id, f.hash, f.body FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) AS f (id, hash, body)
     ORDER BY f.hash ON CONFLICT (hash) DO NOTHING`,
    [digests.map(next), digests, Array.from(distinct.values(), bytesOf)],
  );
  const rows = await query(
    `SELECT id, encode(hash, 'hex') AS hash FROM ${store.schema}.tidemark_values WHERE hash = ANY ($1::bytea[])`,
    [digests],
  );
  const known = new Map(rows.map((row) => [String(row["hash"]), Number(row["id"])]));
  return new Map(Array.from(hashes, ([place, hash]) => [place, known.get(hash) ?? 0] as const));
}
