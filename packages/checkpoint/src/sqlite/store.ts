import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { DamagedRow } from "../snapshots/damage.ts";
import { chainOf, fillSnapshot, type KnownValues, showSnapshots, snapshotOf } from "../snapshots/record-snapshots.ts";
import type { Steps } from "../snapshots/steps.ts";
import { packText, unpackText } from "../snapshots/packed-text.ts";
import { anchorLinks, needsAnchor, planRecord, type PlannedRecord, storedAfter } from "../snapshots/planned-record.ts";
import { isChecksum, linkedChecksum, rowChecksum, valueChecksum } from "../snapshots/stored-text.ts";
import type { StoredDeltas, StoredRecord, StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import { contentHash } from "../snapshots/content-hash.ts";
import { idsIn } from "../snapshots/snapshot-text.ts";
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
export class SqliteStore {
  readonly #database: DatabaseSync;
  readonly serializer: StrictSerializer;
  readonly #statements = new Map<string, Statement>();

  constructor(database: DatabaseSync, serializer: StrictSerializer) {
    this.#database = database;
    this.serializer = serializer;
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
  storeValues(fresh: readonly RowNode[], packed: ReadonlyMap<RowNode, string | Uint8Array> = new Map()): void {
    for (const row of fresh) row.id = this.storeText(row.text, row.hash, packed.get(row));
  }

  /** Returns the ids that are stored. */
  present(ids: readonly number[]): ReadonlySet<number> {
    const rows = this.all(
      "SELECT id FROM tidemark_values WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }

  /** Stores the text of a value unless it is stored already. Returns its id. */
  storeText(text: string, digest: string = contentHash(text), packed = packText(text)): number {
    const hash = Buffer.from(digest, "hex");
    const { changes, lastInsertRowid } = this.sql(
      "INSERT INTO tidemark_values (hash, body) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
    ).run(hash, packed);
    if (changes === 1) return Number(lastInsertRowid);
    return Number(this.sql("SELECT id FROM tidemark_values WHERE hash = ?").get(hash)?.["id"]);
  }

  /** Stores a snapshot, as the changes since another one if that is shorter. */
  storeSnapshot(tree: ValueNode, base: StoredSnapshot | null): StoredSnapshot {
    return storedAfter(base, tree, this.storePlanned(planRecord(tree, base)));
  }

  /** Stores a planned record. */
  storePlanned({ text, base, links, whole, changed }: PlannedRecord, { uses } = { uses: 1 }): StoredRecord {
    const { lastInsertRowid } = this.sql(
      "INSERT INTO tidemark_documents (base, uses, links, whole, changed, hash, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ).run(base, uses, links, whole, changed, linkedChecksum(base, text), packText(text));
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
    this.sql(
      "UPDATE tidemark_documents SET base = ?, links = ?, whole = ?, changed = ?, hash = ?, body = ? WHERE id = ?",
    ).run(base, links, whole, changed, linkedChecksum(base, text), packText(text), document);
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
    try {
      return [...idsIn(JSON.parse(checkedText(row ?? {}, "document")))];
    } catch {
      // What a damaged document named is found the long way.
      const rows = this.all("SELECT value FROM tidemark_uses WHERE document = ?", document);
      return rows.map(({ value }) => Number(value));
    }
  }

  /** Reads the snapshot of a record, without its stored values, in one query. Throws a {@link DamagedRow}. */
  readRecord(id: number, deltas: StoredDeltas = new Map()): StoredSnapshot {
    this.readDeltas(id, deltas);
    return snapshotOf(id, deltas, this.serializer);
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

  /** Passes the snapshots of records to `show`. A snapshot is valid only during that call. Throws a {@link DamagedRow}. */
  showRecords(
    ids: readonly number[],
    show: (id: number, tree: ValueNode) => void,
    deltas: StoredDeltas = new Map(),
  ): void {
    for (const id of ids) this.readDeltas(id, deltas);
    showSnapshots(ids, deltas, this.serializer, show);
  }

  /** Reads a record and those that it depends on, unless they were read before. */
  readDeltas(id: number, deltas: StoredDeltas): void {
    if (!deltas.has(id)) this.#readLinks(id, deltas, MAX_CHAIN);
  }

  /** Reads records, and not what they depend on. A damaged one is an error only when it is used. */
  readOnly(ids: readonly number[], deltas: StoredDeltas): void {
    const rows = this.all(
      `SELECT id, base, links, whole, changed, hash, body FROM tidemark_documents
       WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      JSON.stringify(ids),
    );
    for (const row of rows) {
      const { links, whole, changed, base } = row;
      const document = { id: Number(row["id"]), links: Number(links), whole: Number(whole), changed: Number(changed) };
      deltas.set(document.id, { document, base: base === null ? null : Number(base), written: writtenIn(row) });
    }
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
    ).all(id, limit);
    let rest: number | null = null;
    for (const row of chain) {
      const { links, whole, changed } = row;
      const document = { id: Number(row["id"]), links: Number(links), whole: Number(whole), changed: Number(changed) };
      const written: unknown = JSON.parse(checkedText(row, "document"));
      rest = row["base"] === null ? null : Number(row["base"]);
      deltas.set(document.id, { document, base: rest, written });
    }
    return rest;
  }

  /** Reads the stored values of a snapshot in one query. Throws a {@link DamagedRow}. */
  readValues(tree: ValueNode, known: KnownValues = new Map()): unknown {
    const missing = new Set<number>();
    for (const { id } of unreadRows(tree)) if (id !== null && !known.has(id)) missing.add(id);
    const found = this.sql(
      "SELECT id, hash, body FROM tidemark_values WHERE id IN (SELECT value FROM json_each(?))",
    ).all(JSON.stringify([...missing]));
    for (const row of found) known.set(Number(row["id"]), this.#value(row));
    return fillSnapshot(tree, known);
  }

  #value(row: Record<string, unknown>): RowNode {
    const body = checkedText(row, "value");
    const { hash } = row;
    return {
      kind: "row",
      source: this.serializer.parse(body),
      text: "",
      // It has just been found to be that of the text.
      hash: hash instanceof Uint8Array ? Buffer.from(hash).toString("hex") : "",
      id: Number(row["id"]),
      trace: null,
    };
  }

  /** Runs a query for its rows. */
  all(text: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.sql(text).all(...values);
  }
}

function writtenIn(row: Record<string, unknown>): unknown {
  try {
    return JSON.parse(checkedText(row, "document"));
  } catch (error) {
    if (error instanceof DamagedRow) return error;
    throw error;
  }
}

/** Text of a row that matches its checksum. */
export function checkedText({ id, base, body, hash }: Record<string, unknown>, kind: "document" | "value"): string {
  try {
    const text = unpackText(body);
    const sum = kind === "value" ? valueChecksum(text) : linkedChecksum(base === null ? null : Number(base), text);
    if (isChecksum(sum, hash)) return text;
  } catch (error) {
    throw new DamagedRow(`${kind} ${String(id)} cannot be unpacked`, { cause: error });
  }
  throw new DamagedRow(`${kind} ${String(id)} does not match its checksum`);
}

/** Throws a {@link DamagedRow} for a row that does not match its checksum. */
export function requireChecksum(sum: unknown, columns: readonly (string | number | null)[]): void {
  if (!isChecksum(rowChecksum(columns), sum)) throw new DamagedRow("a row does not match its checksum");
}
