import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { packText, unpackText } from "../storage/packed-text.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { contentHash, inline } from "../storage/tree-builder.ts";
import { idsIn, readTree, sourceOf, treeText, type TreeReader } from "../storage/tree-text.ts";
import type { DocumentBodies, DocumentBody, StoredDocument, StoredTree } from "../storage/stored-tree.ts";
import { type RowNode, rowsOf, UNREAD, type ValueNode } from "../storage/value-tree.ts";

/** After so many changes a tree is written as a whole, */
const MAX_LINKS = 2_000;

/** Pruning may join chains; what is longer than this goes in a circle. */
const MAX_CHAIN = 100_000;

/** and as soon as they are so many times longer than it was, */
const MAX_GROWTH = 4;

/** but not while they are short. */
const MIN_CHANGED = 8_192;

/** Rows that do not say what they should. */
export class DamagedRow extends Error {}

/**
 * Documents and values in SQLite. Every method that writes belongs into a transaction of the caller's.
 *
 * @internal
 */
export class SqliteStore {
  readonly #database: DatabaseSync;
  readonly #serializer: StrictSerializer;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, serializer: StrictSerializer) {
    this.#database = database;
    this.#serializer = serializer;
  }

  /** The statement of this text, prepared once. */
  sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(text);
    this.#statements.set(text, prepared);
    return prepared;
  }

  /** Grows whenever stored values or documents have been removed: then ids in memory may name nothing. */
  epoch(): number {
    return Number(this.sql("SELECT value FROM tidemark_schema WHERE name = 'epoch'").get()?.["value"]);
  }

  storeValues(fresh: readonly RowNode[]): void {
    for (const row of fresh) {
      const hash = Buffer.from(row.hash, "hex");
      const { changes, lastInsertRowid } = this.sql(
        "INSERT INTO tidemark_values (hash, body) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
      ).run(hash, packText(row.text));
      row.id = Number(
        changes === 1 ? lastInsertRowid : this.sql("SELECT id FROM tidemark_values WHERE hash = ?").get(hash)?.["id"],
      );
      row.text = "";
    }
  }

  /** Stores a tree, as what has changed since another one if that is shorter. */
  storeTree(tree: ValueNode, base: StoredTree | null): StoredTree {
    const change = base === null || base.document.links >= MAX_LINKS ? null : (treeText(tree, base.tree) ?? '{"p":{}}');
    const changed = base === null || change === null ? 0 : base.document.changed + change.length;
    if (base === null || change === null || changed > Math.max(MIN_CHANGED, MAX_GROWTH * base.document.whole)) {
      const text = treeText(tree, null) ?? "";
      return { tree, document: this.#insert(text, { base: null, links: 0, whole: text.length, changed: 0 }) };
    }
    const { id, links, whole } = base.document;
    return { tree, document: this.#insert(change, { base: id, links: links + 1, whole, changed }) };
  }

  #insert(text: string, document: Omit<StoredDocument, "id"> & { readonly base: number | null }): StoredDocument {
    const { base, links, whole, changed } = document;
    const { lastInsertRowid } = this.sql(
      "INSERT INTO tidemark_documents (base, uses, links, whole, changed, hash, body) VALUES (?, 1, ?, ?, ?, ?, ?)",
    ).run(base, links, whole, changed, sumOf(text), packText(text));
    const id = Number(lastInsertRowid);
    this.#use(id, text);
    return { id, links, whole, changed };
  }

  #use(document: number, text: string): void {
    const insert = this.sql("INSERT OR IGNORE INTO tidemark_uses (value, document) VALUES (?, ?)");
    for (const value of idsIn(JSON.parse(text))) insert.run(value, document);
  }

  /** Writes a stored document anew, as what has changed since another one; what it says stays the same. */
  rewrite(document: number, tree: ValueNode, base: StoredTree | null): StoredDocument {
    const change = base === null || base.document.links >= MAX_LINKS ? null : (treeText(tree, base.tree) ?? '{"p":{}}');
    const text = change ?? treeText(tree, null) ?? "";
    const from = change === null ? null : base;
    const links = from === null ? 0 : from.document.links + 1;
    const whole = from === null ? text.length : from.document.whole;
    const changed = from === null ? 0 : from.document.changed + text.length;
    this.dropUses(document);
    this.sql(
      "UPDATE tidemark_documents SET base = ?, links = ?, whole = ?, changed = ?, hash = ?, body = ? WHERE id = ?",
    ).run(from?.document.id ?? null, links, whole, changed, sumOf(text), text, document);
    this.#use(document, text);
    return { id: document, links, whole, changed };
  }

  /** Forgets which values a document names, and gives back their ids. */
  dropUses(document: number): readonly number[] {
    const ids = this.#namedBy(document);
    for (const value of ids)
      this.sql("DELETE FROM tidemark_uses WHERE value = ? AND document = ?").run(value, document);
    return ids;
  }

  #namedBy(document: number): readonly number[] {
    const [row] = this.all("SELECT id, hash, body FROM tidemark_documents WHERE id = ?", document);
    try {
      return [...idsIn(JSON.parse(checkedText(row ?? {}, "document")))];
    } catch {
      // What a damaged document named is found the long way.
      const rows = this.all("SELECT value FROM tidemark_uses WHERE document = ?", document);
      return rows.map(({ value }) => Number(value));
    }
  }

  /** Reads the tree of a document, without its stored values, in one query. Throws a {@link DamagedRow}. */
  readDocument(id: number, bodies: DocumentBodies = new Map()): StoredTree {
    const chain = this.#chain(id, bodies);
    const reader = this.#reader();
    let tree: ValueNode | null = null;
    for (const body of chain) tree = this.#lay(body, tree, reader);
    const last = chain.at(-1);
    if (tree === null || last === undefined) throw new DamagedRow(`document ${id} is missing`);
    return { document: last.document, tree };
  }

  /**
   * Shows the trees of documents, each document that they stand on laid once however many stand on it. A tree is what it is
   * only while it is shown. Throws a {@link DamagedRow}.
   */
  showDocuments(ids: readonly number[], show: (id: number, tree: ValueNode) => void): void {
    const waiting = new Set(ids);
    const bodies: DocumentBodies = new Map();
    for (const id of ids) {
      if (!waiting.has(id)) continue;
      const reader = this.#reader();
      let tree: ValueNode | null = null;
      for (const body of this.#chain(id, bodies)) {
        tree = this.#lay(body, tree, reader);
        if (waiting.delete(body.document.id)) show(body.document.id, tree);
      }
    }
  }

  /** A document and all that it stands on, the first of them first. */
  #chain(id: number, bodies: DocumentBodies): readonly DocumentBody[] {
    if (!bodies.has(id)) this.#readBodies(id, bodies);
    const chain: DocumentBody[] = [];
    for (let next: number | null = id; next !== null;) {
      const body = bodies.get(next);
      if (body === undefined || chain.length > MAX_CHAIN) throw new DamagedRow(`document ${next} is missing`);
      chain.push(body);
      next = body.base;
    }
    return chain.toReversed();
  }

  #lay({ document, written }: DocumentBody, before: ValueNode | null, reader: TreeReader): ValueNode {
    try {
      return readTree(written, before, reader);
    } catch (error) {
      throw new DamagedRow(`document ${document.id} cannot be read`, { cause: error });
    }
  }

  #readBodies(id: number, bodies: DocumentBodies): void {
    const chain = this.sql(
      `WITH RECURSIVE chain (id, base, links, whole, changed, hash, body) AS (
         SELECT id, base, links, whole, changed, hash, body FROM tidemark_documents WHERE id = ?
         UNION ALL
         SELECT d.id, d.base, d.links, d.whole, d.changed, d.hash, d.body
         FROM chain JOIN tidemark_documents d ON d.id = chain.base LIMIT ${MAX_CHAIN}
       ) SELECT * FROM chain`,
    ).all(id);
    for (const row of chain) {
      const { links, whole, changed } = row;
      const document = { id: Number(row["id"]), links: Number(links), whole: Number(whole), changed: Number(changed) };
      const written: unknown = JSON.parse(checkedText(row, "document"));
      bodies.set(document.id, { document, base: row["base"] === null ? null : Number(row["base"]), written });
    }
  }

  #reader(): TreeReader {
    const rows = new Map<number, RowNode>();
    return {
      inline: (value) => {
        const text = JSON.stringify(value);
        if (typeof value !== "object" || value === null) return inline(value, text);
        return inline(this.#serializer.parse(text), text);
      },
      row: (id) => {
        const known = rows.get(id);
        if (known !== undefined) return known;
        const node: RowNode = { kind: "row", source: UNREAD, text: "", hash: "", id, trace: null };
        rows.set(id, node);
        return node;
      },
    };
  }

  /** Reads the stored values of a tree, all in one query. Throws a {@link DamagedRow}. */
  readValues(tree: ValueNode, known: Map<number, RowNode> = new Map()): unknown {
    const wanted = new Map<number, RowNode[]>();
    for (const row of rowsOf(tree)) {
      if (row.id === null) continue;
      const same = wanted.get(row.id);
      if (same === undefined) wanted.set(row.id, [row]);
      else same.push(row);
    }
    const missing = [...wanted.keys()].filter((id) => !known.has(id));
    const found = this.sql(
      "SELECT id, hash, body FROM tidemark_values WHERE id IN (SELECT value FROM json_each(?))",
    ).all(JSON.stringify(missing));
    for (const row of found) known.set(Number(row["id"]), this.#value(row));
    for (const [id, nodes] of wanted) {
      const value = known.get(id);
      if (value === undefined) throw new DamagedRow(`value ${id} is missing`);
      for (const node of nodes) Object.assign(node, { source: value.source, hash: value.hash });
    }
    return sourceOf(tree);
  }

  #value(row: Record<string, unknown>): RowNode {
    const body = checkedText(row, "value");
    return {
      kind: "row",
      source: this.#serializer.parse(body),
      text: "",
      hash: contentHash(body),
      id: Number(row["id"]),
      trace: null,
    };
  }

  /** Runs a query for its rows. */
  all(text: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.sql(text).all(...values);
  }
}

/** The text of a row, if it is the one that was stored. */
function checkedText({ id, body, hash }: Record<string, unknown>, kind: "document" | "value"): string {
  try {
    const text = unpackText(body);
    const sum = Buffer.from(contentHash(text), "hex");
    if (hash instanceof Uint8Array && sum.subarray(0, kind === "value" ? 16 : 8).equals(hash)) return text;
  } catch (error) {
    throw new DamagedRow(`${kind} ${String(id)} cannot be unpacked`, { cause: error });
  }
  throw new DamagedRow(`${kind} ${String(id)} does not fit its sum`);
}

const sumOf = (text: string): Buffer => Buffer.from(contentHash(text).slice(0, 16), "hex");
