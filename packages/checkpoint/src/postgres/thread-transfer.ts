import { digestOf } from "../encryption/sealed-rows.ts";
import type { NumberedSecret } from "../encryption/sealing.ts";
import { checkpointErrors } from "../kernel/errors.ts";
import { DamagedRow } from "../snapshots/damage.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { chainOf, snapshotOf } from "../snapshots/record-snapshots.ts";
import { mergedPath, mergedWrites } from "../snapshots/merged-writes.ts";
import { unfenced } from "../snapshots/metadata.ts";
import { planRecord, type PlannedRecord } from "../snapshots/planned-record.ts";
import { soundTexts } from "../rows/record-rows.ts";
import { checkpointChecksum, type TaskPlace } from "../rows/stored-rows.ts";
import type { StoredDeltas, StoredDelta } from "../snapshots/stored-snapshot.ts";
import type { StoredThread } from "../threads/thread-document.ts";
import { contentHash } from "../snapshots/content-hash.ts";
import { idsIn, renumbered } from "../snapshots/snapshot-text.ts";
import { describedOf, namesOf, recordBody, recordSum, valueBody, writesBody } from "./batch.ts";
import { idBytes } from "../saver/id-bytes.ts";
import { type CheckpointRow, readPage, type WritesRow, writesChecksum } from "./pages.ts";
import type { Maintenance } from "./rebase.ts";
import { storedId, storedPath } from "../saver/stored-id.ts";

/** A row of a checkpoint that is to be stored; `planned` is `null` for one that shows the tree of its document. */
interface NewCheckpoint {
  /** Nothing for a tree that others depend on and no checkpoint shows. */
  readonly row: Omit<CheckpointRow, "damage"> | null;
  readonly number: number;
  readonly planned: PlannedRecord | null;
}

/** Writes of a task, with their text. */
interface NewWrites {
  readonly row: TaskPlace;
  readonly text: string;
}

/** Number of a thread in the rows, and its secret. */
interface NumberedThread {
  readonly thread: number;
  readonly secret: NumberedSecret | null;
}

/** Copies the rows of a thread under another id. */
export async function copyRows({ query, store }: Maintenance, from: string, to: string): Promise<void> {
  await requireFree({ query, store }, to);
  const { rows, writes } = await readPage(query, store.schema, { threadId: from }, new Map());
  if (rows.length === 0) throw checkpointErrors.noSuchThread({ threadId: from });
  await query(`SELECT ${store.schema}.tidemark_lock_store()`);
  const numbers = await store.takeIdsIn(query, rows.length);
  const thread = await numberOf({ query, store }, to);
  await store.keys?.share(query, from, to);
  const secret = await store.secretIn(query, to);
  const copies = rows.map((each, index) => {
    const number = numbers[index] ?? 0;
    const row = { ...sound(each), number, threadId: to, metadata: unfenced(each.metadata) };
    return { row, number, planned: null };
  });
  await storeCheckpoints({ query, store }, { thread, secret }, copies);
  const sent = writes.map((row) => ({ row: { ...sound(row), threadId: to }, text: row.text }));
  await storeWrites({ query, store }, { thread, secret }, sent);
}

function sound<Row extends CheckpointRow | WritesRow>(row: Row): Row {
  if (row.damage === null) return row;
  throw checkpointErrors.unreadable({ problem: row.damage.message }, { cause: row.damage });
}

async function requireFree({ query, store }: Maintenance, threadId: string): Promise<void> {
  const { schema } = store;
  const taken = await query(
    `SELECT 1 FROM ${schema}.tidemark_threads t JOIN ${schema}.tidemark_checkpoints c ON c.thread = t.id
     WHERE t.thread_id = $1 LIMIT 1`,
    [storedId(threadId)],
  );
  if (taken.length > 0) throw checkpointErrors.threadExists({ threadId });
}

async function numberOf({ query, store }: Maintenance, threadId: string): Promise<number> {
  const [row] = await query(`SELECT ${store.schema}.tidemark_number($1) AS number`, [storedId(threadId)]);
  return Number(row?.["number"]);
}

async function storeCheckpoints(
  { query, store }: Maintenance,
  { thread, secret }: NumberedThread,
  checkpoints: readonly NewCheckpoint[],
): Promise<void> {
  const rows = checkpoints.map(({ row }) => row);
  const planned = checkpoints.map((each) => each.planned);
  await query(
    `INSERT INTO ${store.schema}.tidemark_checkpoints
       (id, base, thread, links, whole, changed, namespace, checkpoint_id, parent, described, hash, names, sum, body, seq)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::text[],
       $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[], $12::text[], $13::bytea[], $14::bytea[], $15::bigint[])`,
    [
      checkpoints.map(({ number }) => number),
      checkpoints.map(({ row, planned: tree }) => (tree === null ? (row?.document ?? null) : tree.base)),
      rows.map((row) => (row === null ? null : thread)),
      planned.map((tree) => tree?.links ?? 0),
      planned.map((tree) => tree?.whole ?? 0),
      planned.map((tree) => tree?.changed ?? 0),
      rows.map((row) => storedId(row?.namespace ?? "")),
      rows.map((row) => idBytes(row?.id ?? "")),
      rows.map((row) => (typeof row?.parent === "string" ? idBytes(row.parent) : null)),
      rows.map((row) => describedOf(secret, row?.metadata ?? "")),
      rows.map((row) => (row === null ? Buffer.alloc(0) : checkpointChecksum(row, secret))),
      planned.map((tree) => (tree === null ? "" : namesOf(JSON.parse(tree.text)))),
      planned.map((tree) => (tree === null ? null : recordSum(secret, tree))),
      checkpoints.map(({ number, planned: tree }) => (tree === null ? null : recordBody(secret, number, tree))),
      rows.map((row) => row?.sequence ?? null),
    ],
  );
}

async function storeWrites(
  { query, store }: Maintenance,
  { thread, secret }: NumberedThread,
  writes: readonly NewWrites[],
): Promise<void> {
  await query(
    `INSERT INTO ${store.schema}.tidemark_writes (thread, namespace, checkpoint_id, task_id, task_path, names, hash, body)
     SELECT $1, w.ns, w.id, w.task, w.path, w.names, w.hash, w.body
     FROM unnest($2::text[], $3::bytea[], $4::bytea[], $5::text[], $6::text[], $7::bytea[], $8::bytea[])
       WITH ORDINALITY AS w (ns, id, task, path, names, hash, body, place) ORDER BY w.place`,
    [
      thread,
      writes.map(({ row }) => storedId(row.namespace)),
      writes.map(({ row }) => idBytes(row.id)),
      writes.map(({ row }) => idBytes(row.taskId)),
      writes.map(({ row }) => storedPath(row.taskPath)),
      writes.map(({ text }) => namesOf(JSON.parse(text))),
      writes.map(({ row, text }) => writesChecksum(row, text, secret)),
      writes.map(({ text }) => writesBody(secret, text)),
    ],
  );
}

/** Reads a whole thread, or null if it does not exist. Throws a {@link DamagedRow}. */
export async function exportRows({ query, store }: Maintenance, threadId: string): Promise<StoredThread | null> {
  const deltas: StoredDeltas = new Map();
  const { rows, writes } = await readPage(query, store.schema, { threadId }, deltas);
  if (rows.length === 0) return null;
  // The page lists the newest first.
  const checkpoints = rows.map(sound).toReversed();
  const merged = onePerTask(writes.map(sound), deltas);
  const ids = new Set<number>();
  const looked = new Set<number>();
  for (const { document } of [...checkpoints, ...merged]) {
    for (const body of chainOf(document, deltas, looked)) {
      if (body.written instanceof DamagedRow) throw body.written;
      idsIn(body.written, ids);
      looked.add(body.document.id);
    }
  }
  const values = await query(
    `SELECT id, replace(hash::text, '-', '') AS hash, body FROM ${store.schema}.tidemark_values WHERE id = ANY ($1::bigint[]) ORDER BY id`,
    [[...ids]],
  );
  return { checkpoints, writes: merged, deltas, values: soundTexts(values) };
}

/** Writes of each task as one record, however many parts they came in. Records that are made are added to `deltas`. */
function onePerTask(writes: readonly WritesRow[], deltas: StoredDeltas): readonly WritesRow[] {
  const tasks = new Map<string, WritesRow[]>();
  for (const row of writes) {
    const key = JSON.stringify([row.namespace, row.id, row.taskId]);
    tasks.set(key, [...(tasks.get(key) ?? []), row]);
  }
  return Array.from(tasks.values()).flatMap((parts, index): readonly WritesRow[] => {
    const [first] = parts;
    if (first === undefined || parts.length === 1) return parts;
    const written = parts.map(({ document }) => deltas.get(document)?.written ?? new DamagedRow("writes are missing"));
    const damage = written.find((part) => part instanceof DamagedRow);
    if (damage !== undefined) throw damage;
    // No tree of the store has such a number.
    const id = Number.MIN_SAFE_INTEGER + index;
    const document = { id, links: 0, whole: 0, changed: 0 };
    deltas.set(id, { document, base: null, written: { o: mergedWrites(written.map(partsOf)) } });
    return [{ ...first, taskPath: mergedPath(parts.map(({ taskPath }) => taskPath)), document: id }];
  });
}

/** Writes in a record, by their places. */
function partsOf(written: unknown): Readonly<Record<string, unknown>> {
  const parts: unknown = Reflect.get(Object(written), "o");
  return typeof parts === "object" && parts !== null ? { ...parts } : {};
}

/** Stores a thread that was read from elsewhere. */
export async function importRows({ query, store }: Maintenance, threadId: string, stored: StoredThread): Promise<void> {
  await requireFree({ query, store }, threadId);
  await query(`SELECT ${store.schema}.tidemark_lock_store()`);
  const ids = await store.takeIdsIn(query, stored.values.size + stored.deltas.size + stored.checkpoints.length);
  const free = ids[Symbol.iterator]();
  const next = (): number => Number(free.next().value);
  const secret = await store.secretIn(query, threadId);
  const values = await storeTexts({ query, store, secret }, stored.values, next);
  const thread = await numberOf({ query, store }, threadId);
  const numbers = new Map(Array.from(stored.deltas.keys(), (id) => [id, next()] as const));
  const deltas: StoredDeltas = new Map();
  for (const { document, base, written } of stored.deltas.values()) {
    const id = numbers.get(document.id) ?? 0;
    const renamed = renumbered(written, (value) => values.get(value));
    deltas.set(id, {
      document: { ...document, id },
      base: base === null ? null : (numbers.get(base) ?? null),
      written: renamed,
    });
  }
  const places = await query(`SELECT nextval($1::text::regclass) AS seq FROM generate_series(1, $2::int)`, [
    `${store.schema}.tidemark_order`,
    stored.checkpoints.length,
  ]);
  // A document lists its checkpoints oldest first.
  const shown = stored.checkpoints.map((each, index) => ({
    ...each,
    threadId,
    document: numbers.get(each.document) ?? 0,
    sequence: Number(places[index]?.["seq"]),
  }));
  const sent = stored.writes.map((each) => ({ ...each, threadId, document: numbers.get(each.document) ?? 0 }));
  await storeCheckpoints({ query, store }, { thread, secret }, checkpointsOf(shown, deltas, next));
  const writes = sent.map((row) => ({ row, text: wholeText(row.document, deltas, store.serializer) }));
  await storeWrites({ query, store }, { thread, secret }, writes);
}

/** Rows for trees that checkpoints show or depend on, the first that shows one having it; the writes of tasks have separate rows. */
function checkpointsOf(
  shown: readonly Omit<CheckpointRow, "damage" | "number">[],
  deltas: StoredDeltas,
  next: () => number,
): readonly NewCheckpoint[] {
  const rows: NewCheckpoint[] = [];
  const placed = new Set<number>();
  const place = (body: StoredDelta, row: NewCheckpoint["row"]): void => {
    const { id, links, whole, changed } = body.document;
    placed.add(id);
    rows.push({
      row,
      number: id,
      planned: { base: body.base, links, whole, changed, text: JSON.stringify(body.written) },
    });
  };
  for (const each of shown) {
    const body = deltas.get(each.document);
    if (body !== undefined && !placed.has(each.document)) place(body, { ...each, number: each.document });
    else {
      const number = next();
      rows.push({ row: { ...each, number }, number, planned: null });
    }
  }
  for (const { document } of shown) {
    let body = deltas.get(deltas.get(document)?.base ?? -1);
    for (; body !== undefined && !placed.has(body.document.id); body = deltas.get(body.base ?? -1)) place(body, null);
  }
  return rows;
}

/** Text of a record as a whole. */
function wholeText(document: number, deltas: StoredDeltas, serializer: StrictSerializer): string {
  const body = deltas.get(document);
  if (body?.base === null) return JSON.stringify(body.written);
  return planRecord(snapshotOf(document, deltas, serializer).tree, null).text;
}

/** Stores texts unless they are there; tells their ids. */
async function storeTexts(
  { query, store, secret }: Maintenance & Pick<NumberedThread, "secret">,
  texts: ReadonlyMap<number, string>,
  next: () => number,
): Promise<ReadonlyMap<number, number>> {
  const hashes = new Map(Array.from(texts, ([place, text]) => [place, digestOf(secret, contentHash(text))] as const));
  const distinct = new Map(Array.from(texts, ([place, text]) => [hashes.get(place) ?? "", text] as const));
  const digests = [...distinct.keys()];
  const numbers = digests.map(next);
  const bodies = digests.map((hash, index) =>
    valueBody(secret, { id: numbers[index] ?? 0, hash, text: distinct.get(hash) ?? "" }),
  );
  await query(
    `INSERT INTO ${store.schema}.tidemark_values (id, hash, body)
     SELECT f.id, f.hash, f.body FROM unnest($1::bigint[], $2::uuid[], $3::bytea[]) AS f (id, hash, body)
     ORDER BY f.hash ON CONFLICT (hash) DO NOTHING`,
    [numbers, digests, bodies],
  );
  const rows = await query(
    `SELECT id, replace(hash::text, '-', '') AS hash FROM ${store.schema}.tidemark_values WHERE hash = ANY ($1::uuid[])`,
    [digests],
  );
  const known = new Map(rows.map((row) => [String(row["hash"]), Number(row["id"])]));
  return new Map(Array.from(hashes, ([place, hash]) => [place, known.get(hash) ?? 0] as const));
}
