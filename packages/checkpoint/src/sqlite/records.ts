import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import type { DamagedRow } from "../snapshots/damage.ts";
import {
  chainOf,
  fillSnapshot,
  type InlineValues,
  type KnownValues,
  snapshotOf,
} from "../snapshots/record-snapshots.ts";
import type { Steps } from "../snapshots/steps.ts";
import { packText, RECORDS, VALUES } from "../packing/packed-text.ts";
import { anchorLinks, needsAnchor, planRecord, type PlannedRecord, storedAfter } from "../snapshots/planned-record.ts";
import { linkedChecksum } from "../snapshots/stored-text.ts";
import { addRecords, addValues, checkedText, checkedTexts, soundTexts } from "../rows/record-rows.ts";
import type { StoredDeltas, StoredRecord, StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import { contentHash } from "../snapshots/content-hash.ts";
import { idsIn } from "../snapshots/snapshot-text.ts";
import { openedRows, sealRecord, sealValue } from "../encryption/sealed-rows.ts";
import { headOf, type NumberedSecret, secretOf } from "../encryption/sealing.ts";
import type { SqliteKeys } from "./keys.ts";
import { Statement } from "./statement.ts";
import { type RowNode, unreadRows, type ValueNode } from "../snapshots/value-nodes.ts";

/** Pruning may join chains; what is longer than this goes in a circle. */
const MAX_CHAIN = 100_000;

/** Maximum number of links of a chain that are read in one step. */
const LINKS_AT_ONCE = 200;

/**
 * Records and values in SQLite. Methods that write are called inside a transaction.
 *
 * @internal
 */
export class SqliteRecords {
  readonly #database: DatabaseSync;
  readonly serializer: StrictSerializer;
  readonly #statements = new Map<string, Statement>();
  /** Characters of records and values that were read. Only grows. */
  charactersRead = 0;

  /** Secrets of the threads. Null if the database is not encrypted. */
  readonly keys: SqliteKeys | null;

  constructor(database: DatabaseSync, serializer: StrictSerializer, keys: SqliteKeys | null) {
    this.#database = database;
    this.serializer = serializer;
    this.keys = keys;
  }

  /** The statement of this text, prepared once. */
  sql(text: string): Statement {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const prepared = new Statement(this.#database.prepare(text));
    this.#statements.set(text, prepared);
    return prepared;
  }

  /** Grows whenever stored values or documents have been removed: then ids in memory may name nothing. */
  epoch(): number {
    return Number(this.sql("SELECT value FROM tidemark_schema WHERE name = 'epoch'").get()?.["value"]);
  }

  /** Stores values. Those that are packed already do not have to be packed in the transaction. */
  storeValues(
    threadId: string,
    fresh: readonly RowNode[],
    packed: ReadonlyMap<RowNode, string | Uint8Array> = new Map(),
  ): void {
    for (const row of fresh) row.id = this.storeText(threadId, row.text, { digest: row.hash, packed: packed.get(row) });
  }

  /** Returns the ids that are stored, in an encrypted database those that the thread can read. */
  present(threadId: string, ids: readonly number[]): ReadonlySet<number> {
    const head = this.keys === null ? null : headOf(this.keys.forThread(threadId).number);
    const rows = this.all(
      `SELECT id FROM tidemark_values WHERE id IN (SELECT value FROM json_each(?))
       ${head === null ? "" : "AND substr(body, 1, length(?)) = ?"}`,
      JSON.stringify(ids),
      ...(head === null ? [] : [head, head]),
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }

  /** Stores the text of a value unless it is stored already. Returns its id. */
  storeText(
    threadId: string,
    text: string,
    { digest = contentHash(text), packed = packText(text, VALUES) }: PackedValue = {},
  ): number {
    if (this.keys !== null) return this.#sealText(this.keys.forThread(threadId), digest, packed);
    const hash = Buffer.from(digest, "hex");
    const { changes, lastInsertRowid } = this.sql(
      "INSERT INTO tidemark_values (hash, body) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
    ).run(hash, packed);
    if (changes === 1) return Number(lastInsertRowid);
    return Number(this.sql("SELECT id FROM tidemark_values WHERE hash = ?").get(hash)?.["id"]);
  }

  /** Stores an encrypted value once in the threads of a secret. Its number, for which it is encrypted, is known only in the transaction. */
  #sealText(secret: NumberedSecret, digest: string, packed: string | Uint8Array): number {
    const hash = secret.secret.sum(digest);
    const found = this.sql("SELECT id FROM tidemark_values WHERE hash = ?").bare.get(hash);
    if (found !== undefined) return Number(found["id"]);
    const id = this.#nextId("tidemark_values");
    const body = sealValue(secret, { id, hash }, packed);
    this.sql("INSERT INTO tidemark_values (id, hash, body) VALUES (?, ?, ?)").bare.run(id, hash, body);
    return id;
  }

  #nextId(table: "tidemark_values" | "tidemark_documents"): number {
    const row = this.sql("SELECT seq FROM sqlite_sequence WHERE name = ?").bare.get(table);
    return Number(row?.["seq"] ?? 0) + 1;
  }

  /** Columns of the body of a record, encrypted in an encrypted database. */
  #recordBody(id: number, base: number | null, text: string, secret: NumberedSecret | null) {
    return secret === null
      ? { hash: linkedChecksum(base, text), body: packText(text, RECORDS) }
      : { hash: Buffer.alloc(0), body: sealRecord(secret, { id, base }, text) };
  }

  /** Texts of values by their ids. Throws a {@link DamagedRow}. */
  soundTexts(rows: readonly Record<string, unknown>[]): ReadonlyMap<number, string> {
    return soundTexts(openedRows(this.keys, rows, "value"));
  }

  /** Stores a snapshot, as the changes since another one if that is shorter. */
  storeSnapshot(threadId: string, tree: ValueNode, base: StoredSnapshot | null): StoredSnapshot {
    return storedAfter(base, tree, this.storePlanned(threadId, planRecord(tree, base)));
  }

  /** Stores a planned record. */
  storePlanned(
    threadId: string,
    { text, base, links, whole, changed }: PlannedRecord,
    { uses } = { uses: 1 },
  ): StoredRecord {
    const secret = this.keys?.forThread(threadId) ?? null;
    const next = secret === null ? null : this.#nextId("tidemark_documents");
    const { hash, body } = this.#recordBody(next ?? 0, base, text, secret);
    const { lastInsertRowid } = this.sql(
      "INSERT INTO tidemark_documents (id, base, uses, links, whole, changed, hash, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ).run(next, base, uses, links, whole, changed, hash, body);
    const id = Number(lastInsertRowid);
    this.#use(id, text);
    return { id, links, whole, changed };
  }

  #use(document: number, text: string): void {
    const insert = this.sql("INSERT OR IGNORE INTO tidemark_uses (value, document) VALUES (?, ?)");
    for (const value of idsIn(JSON.parse(text))) insert.run(value, document);
  }

  /** Stores a record again, as the changes since another one. Its content stays the same. */
  rewrite(document: number, tree: ValueNode, before: StoredSnapshot | null): StoredRecord {
    const { text, base, links, whole, changed } = planRecord(tree, before);
    this.dropUses(document);
    // A record stays with its secret, which copies of the thread have too.
    const [old] = this.keys === null ? [] : this.all("SELECT body FROM tidemark_documents WHERE id = ?", document);
    const secret = this.keys?.numbered(secretOf(old?.["body"]) ?? 0) ?? null;
    const { hash, body } = this.#recordBody(document, base, text, secret);
    this.sql(
      "UPDATE tidemark_documents SET base = ?, links = ?, whole = ?, changed = ?, hash = ?, body = ? WHERE id = ?",
    ).run(base, links, whole, changed, hash, body, document);
    this.#use(document, text);
    return { id: document, links, whole, changed };
  }

  /** Removes the references of a record to values. Returns their ids. */
  dropUses(document: number): readonly number[] {
    const ids = this.#namedBy(document);
    for (const value of ids)
      this.sql("DELETE FROM tidemark_uses WHERE value = ? AND document = ?").run(value, document);
    return ids;
  }

  #namedBy(document: number): readonly number[] {
    const [row] = this.all("SELECT id, base, hash, body FROM tidemark_documents WHERE id = ?", document);
    const text = checkedText(openedRows(this.keys, [row ?? {}], "document")[0] ?? {}, "document");
    if (typeof text === "string") return [...idsIn(JSON.parse(text))];
    // What a damaged document named is found the long way.
    const rows = this.all("SELECT value FROM tidemark_uses WHERE document = ?", document);
    return rows.map(({ value }) => Number(value));
  }

  /** Reads the snapshot of a record, without its stored values, in one query. Throws a {@link DamagedRow}. */
  readRecord(id: number, deltas: StoredDeltas = new Map()): StoredSnapshot {
    this.readDeltas(id, deltas);
    return snapshotOf(id, deltas, this.serializer);
  }

  /** Reads the snapshot of a record after others. Reads no part of its chain that was read before but a few links. */
  readRecordAfter(id: number, deltas: StoredDeltas, smallValues: InlineValues): StoredSnapshot {
    let limit = 4;
    for (let next: number | null = id; next !== null && !deltas.has(next); limit *= 4)
      next = this.#readLinks(next, deltas, limit);
    return snapshotOf(id, deltas, this.serializer, smallValues);
  }

  /** The snapshot with its anchor, when the next record needs it. */
  withAnchor(stored: StoredSnapshot): StoredSnapshot {
    if (!needsAnchor(stored) || stored.anchor !== undefined) return stored;
    const deltas: StoredDeltas = new Map();
    this.readDeltas(stored.document.id, deltas);
    const links = anchorLinks(stored.document.links);
    const anchor = chainOf(stored.document.id, deltas).findLast(({ document }) => document.links === links);
    return anchor === undefined ? stored : { ...stored, anchor: this.readRecord(anchor.document.id, deltas) };
  }

  /** Reads a record and those that it depends on, unless they were read before. */
  readDeltas(id: number, deltas: StoredDeltas): void {
    if (!deltas.has(id)) this.#readLinks(id, deltas, MAX_CHAIN);
  }

  /** Reads records, all at once, and those that they depend on, unless they were `read` before. */
  readRecords(all: readonly number[], deltas: StoredDeltas, read: Pick<StoredDeltas, "has"> = deltas): void {
    const ids = all.filter((id) => !read.has(id));
    if (ids.length === 0) return;
    const rows = this.sql(
      `SELECT id, base, links, whole, changed, hash, body FROM tidemark_documents
       WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    ).bare.all(JSON.stringify(ids));
    addRecords(rows, deltas, this.#counted(checkedTexts(openedRows(this.keys, rows, "document"), "document")));
    // Records that a fork, a copy or a prune left elsewhere.
    for (const { base } of rows) if (base !== null && !read.has(Number(base))) this.readDeltas(Number(base), deltas);
  }

  /** The same work, in steps. */
  *readingDeltas(id: number, deltas: StoredDeltas): Steps {
    for (let next: number | null = id; next !== null && !deltas.has(next);) {
      next = this.#readLinks(next, deltas, LINKS_AT_ONCE);
      yield;
    }
  }

  /** Reads a part of a chain. Returns where the rest begins. */
  #readLinks(id: number, deltas: StoredDeltas, limit: number): number | null {
    const chain = this.sql(
      `WITH RECURSIVE chain (id, base, links, whole, changed, hash, body) AS (
         SELECT id, base, links, whole, changed, hash, body FROM tidemark_documents WHERE id = ?
         UNION ALL
         SELECT d.id, d.base, d.links, d.whole, d.changed, d.hash, d.body
         FROM chain JOIN tidemark_documents d ON d.id = chain.base LIMIT ?
       ) SELECT * FROM chain`,
    ).bare.all(id, limit);
    const texts = this.#counted(checkedTexts(openedRows(this.keys, chain, "document"), "document"));
    addRecords(chain, deltas, texts);
    const rest = chain.at(-1)?.["base"] ?? null;
    return rest === null ? null : Number(rest);
  }

  #counted(texts: readonly (string | DamagedRow)[]): typeof texts {
    for (const text of texts) if (typeof text === "string") this.charactersRead += text.length;
    return texts;
  }

  /** Reads the stored values of a snapshot in one query. Throws a {@link DamagedRow}. */
  readValues(tree: ValueNode, known: KnownValues = new Map()): unknown {
    this.readValuesOf(
      unreadRows(tree).flatMap(({ id }) => id ?? []),
      known,
    );
    return fillSnapshot(tree, known);
  }

  /** Reads stored values by their ids in one query, unless they are known. */
  readValuesOf(ids: Iterable<number>, known: KnownValues): void {
    const missing = [...new Set(ids)].filter((id) => !known.has(id));
    if (missing.length === 0) return;
    // No value begins with the mark of a statement, so the rows are taken as they are.
    const rows = this.sql(
      `SELECT ${VALUE_COLUMNS} FROM tidemark_values WHERE id IN (SELECT value FROM json_each(?))`,
    ).bare.all(JSON.stringify(missing));
    const found = openedRows(this.keys, rows, "value");
    addValues(found, { known, serializer: this.serializer }, this.#counted(checkedTexts(found, "value")));
  }

  /** Runs a query for its rows. */
  all(text: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.sql(text).all(...values);
  }
}

/** What is known of a value before it is stored. */
interface PackedValue {
  readonly digest?: string;
  readonly packed?: string | Uint8Array | undefined;
}

/** Columns of a value. Its hash comes as digits, which cost less to read and to compare than bytes. */
export const VALUE_COLUMNS = "id, lower(hex(hash)) AS hash, body";
