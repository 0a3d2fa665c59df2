import { inline } from "../storage/tree-builder.ts";
import { readTree, sourceOf } from "../storage/tree-text.ts";
import { bytesOf, fitsSum, type PlannedDocument, documentSum, textOf } from "../storage/stored-text.ts";
import type { DocumentBodies, DocumentBody, StoredTree } from "../storage/stored-tree.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { type RowNode, rowsOf, UNREAD, type ValueNode } from "../storage/value-tree.ts";
import type { Connection, Row } from "./connection.ts";
import { IdBlocks } from "./id-blocks.ts";
import { prepareTables, quoted } from "./schema.ts";
import { idOf, storedId } from "./stored-id.ts";

/** Rows that do not say what they should. */
export class DamagedRow extends Error {}

/** A checkpoint as it stands in its table. */
export interface CheckpointRow {
  readonly threadId: string;
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly document: number;
  readonly metadata: string;
}

/** What a task sent, as it stands in its table. */
export interface WritesRow {
  readonly threadId: string;
  readonly namespace: string;
  readonly id: string;
  readonly taskId: string;
  readonly document: number;
}

/** Which checkpoints are asked for. */
export interface Wanted {
  readonly threadId?: string | undefined;
  readonly namespace?: string | undefined;
  readonly checkpointId?: string | undefined;
  readonly before?: string | undefined;
  /** The last one of the page before. */
  readonly after?: CheckpointRow | undefined;
  readonly limit: number;
  /** The one that is asked for, then its parent, and so on. */
  readonly ancestors?: boolean;
  /** A document that need not be read. */
  readonly skip?: number | undefined;
}

/** Checkpoints with what belongs to them. */
export interface Page {
  readonly rows: readonly CheckpointRow[];
  readonly writes: readonly WritesRow[];
}

/** A document that is to be stored. */
export interface NewDocument extends PlannedDocument {
  readonly id: number;
  readonly names: readonly number[];
}

/** What one statement is to store, all of it or nothing. */
export interface Batch {
  readonly threadId: string;
  readonly values: readonly { readonly id: number; readonly hash: string; readonly text: string }[];
  readonly documents: readonly NewDocument[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The lease under which it is written. */
  readonly token: number | null;
}

/** What became of a batch: values that were there already have other ids, and then nothing is stored. */
export type Applied =
  | { readonly outcome: "stored"; readonly released: readonly number[] }
  | { readonly outcome: "known"; readonly ids: ReadonlyMap<string, number> };

/**
 * Documents and values in Postgres.
 *
 * @internal
 */
export class PostgresStore {
  readonly connection: Connection;
  readonly schema: string;
  readonly #name: string;
  readonly #serializer: StrictSerializer;
  readonly #ids: IdBlocks;
  #prepared: Promise<void> | null = null;

  constructor(connection: Connection, name: string, serializer: StrictSerializer) {
    this.connection = connection;
    this.schema = quoted(name);
    this.#name = name;
    this.#serializer = serializer;
    this.#ids = new IdBlocks(connection.query, this.schema);
  }

  /** Makes the tables if there are none. */
  async prepare(): Promise<void> {
    this.#prepared ??= prepareTables(this.connection, this.#name);
    try {
      await this.#prepared;
    } catch (error) {
      this.#prepared = null;
      throw error;
    }
  }

  takeIds(count: number): Promise<readonly number[]> {
    return this.#ids.take(count);
  }

  /** Stores a batch in one round trip. */
  async apply({ threadId, values, documents, rows, token }: Batch): Promise<Applied> {
    const described = documents.map(({ id, base, links, whole, changed, names }, index) => ({
      place: index + 1,
      ...{ id, base, links, whole, changed },
      names: names.length === 0 ? null : names,
    }));
    const [row] = await this.connection.query(
      `SELECT ${this.schema}.tidemark_apply($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS applied`,
      [
        storedId(threadId),
        values.map(({ id }) => id),
        values.map(({ hash }) => Buffer.from(hash, "hex")),
        values.map(({ text }) => bytesOf(text)),
        JSON.stringify(described),
        documents.map(({ text }) => documentSum(text)),
        documents.map(({ text }) => bytesOf(text)),
        JSON.stringify(rows),
        token,
        this.#ids.few,
      ],
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function gives back nothing else
    const applied = row?.["applied"] as { known?: Record<string, number>; released?: number[]; ids?: number };
    if (applied.known !== undefined) return { outcome: "known", ids: new Map(Object.entries(applied.known)) };
    this.#ids.add(applied.ids);
    return { outcome: "stored", released: applied.released ?? [] };
  }

  /** Reads a page of checkpoints with what was sent there, newest first, in one round trip; their documents go into `bodies`. */
  async readPage(wanted: Wanted, bodies: DocumentBodies): Promise<Page> {
    await this.prepare();
    const values: unknown[] = [[...bodies.keys()], wanted.skip ?? -1, Math.min(wanted.limit, 2 ** 31 - 1)];
    const rows = await this.connection.query(
      `WITH RECURSIVE ${this.#found(wanted, values)}, sent AS (
         SELECT w.* FROM found JOIN ${this.schema}.tidemark_writes w USING (thread_id, checkpoint_ns, checkpoint_id)
       ), chain (id, base) AS (
         SELECT d.id, d.base FROM ${this.schema}.tidemark_documents d
         WHERE d.id IN (SELECT document FROM found WHERE document <> $2 UNION SELECT document FROM sent) AND d.id <> ALL ($1::bigint[])
         UNION
         SELECT d.id, d.base FROM chain JOIN ${this.schema}.tidemark_documents d ON d.id = chain.base WHERE d.id <> ALL ($1::bigint[])
       )
       SELECT 'checkpoint' AS kind, place, thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id AS other, document AS id,
         described, NULL::bigint AS base, NULL::int AS links, NULL::int AS whole, NULL::int AS changed, NULL::bytea AS hash, NULL::bytea AS body
       FROM found
       UNION ALL
       SELECT 'writes', seq, thread_id, checkpoint_ns, checkpoint_id, task_id, document, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM sent
       UNION ALL
       SELECT 'document', 0, NULL, NULL, NULL, NULL, d.id, NULL, d.base, d.links, d.whole, d.changed, d.hash, d.body
       FROM chain JOIN ${this.schema}.tidemark_documents d ON d.id = chain.id
       ORDER BY kind, place`,
      values,
    );
    for (const row of rows) if (row["kind"] === "document") bodies.set(Number(row["id"]), bodyOf(row));
    return {
      rows: rows.filter(({ kind }) => kind === "checkpoint").map(checkpointRow),
      writes: rows.filter(({ kind }) => kind === "writes").map(writesRow),
    };
  }

  #found({ ancestors = false, ...wanted }: Wanted, values: unknown[]): string {
    const placed = (value: unknown): string => `$${values.push(value)}`;
    const conditions = ["TRUE"];
    const { threadId, namespace, checkpointId, before, after } = wanted;
    if (threadId !== undefined) conditions.push(`thread_id = ${placed(storedId(threadId))}`);
    if (namespace !== undefined) conditions.push(`checkpoint_ns = ${placed(storedId(namespace))}`);
    if (checkpointId !== undefined) conditions.push(`checkpoint_id = ${placed(storedId(checkpointId))}`);
    if (before !== undefined) conditions.push(`checkpoint_id < ${placed(storedId(before))}`);
    if (after !== undefined) {
      const [id, thread, space] = [after.id, after.threadId, after.namespace].map((each) => placed(storedId(each)));
      conditions.push(`(checkpoint_id, thread_id, checkpoint_ns) < (${id}, ${thread}, ${space})`);
    }
    const columns = "thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, document, described";
    const table = `${this.schema}.checkpoints`;
    const first = `FROM ${table} WHERE ${conditions.join(" AND ")}`;
    if (!ancestors) {
      const order = "checkpoint_id DESC, thread_id DESC, checkpoint_ns DESC";
      return `found AS (
        SELECT row_number() OVER (ORDER BY ${order}) AS place, ${columns} FROM (SELECT ${columns} ${first} ORDER BY ${order} LIMIT $3) AS newest
      )`;
    }
    return `found AS (
      SELECT 1::bigint AS place, ${columns} ${first}
      UNION ALL
      SELECT place + 1, ${columns
        .split(", ")
        .map((column) => `c.${column}`)
        .join(", ")}
      FROM found f JOIN ${table} c ON c.thread_id = f.thread_id AND c.checkpoint_ns = f.checkpoint_ns AND c.checkpoint_id = f.parent_checkpoint_id
      WHERE place < $3
    )`;
  }

  /** Puts the tree of a document together, without its stored values. Throws a {@link DamagedRow}. */
  treeOf(id: number, bodies: DocumentBodies): StoredTree {
    const chain: DocumentBody[] = [];
    const met = new Set<number>();
    for (let next: number | null = id; next !== null;) {
      const body = bodies.get(next);
      if (body === undefined || met.has(next)) throw new DamagedRow(`document ${next} is missing`);
      met.add(next);
      chain.push(body);
      next = body.base;
    }
    const rows = new Map<number, RowNode>();
    const reader = {
      inline: (value: unknown) => {
        const text = JSON.stringify(value);
        return inline(typeof value === "object" && value !== null ? this.#serializer.parse(text) : value, text);
      },
      row: (row: number) => {
        const node: RowNode = rows.get(row) ?? {
          kind: "row",
          source: UNREAD,
          text: "",
          hash: "",
          id: row,
          trace: null,
        };
        rows.set(row, node);
        return node;
      },
    };
    let tree: ValueNode | null = null;
    for (const { written } of chain.toReversed()) {
      try {
        if (written instanceof DamagedRow) throw written;
        tree = readTree(written, tree, reader);
      } catch (error) {
        if (error instanceof DamagedRow) throw error;
        throw new DamagedRow(`document ${id} cannot be read`, { cause: error });
      }
    }
    const last = bodies.get(id);
    if (tree === null || last === undefined) throw new DamagedRow(`document ${id} is missing`);
    return { document: last.document, tree };
  }

  /** Reads the stored values of trees, all in one round trip, or in none when they are known. */
  async readValues(trees: readonly ValueNode[], known: Map<number, RowNode | DamagedRow>): Promise<void> {
    const missing = new Set<number>();
    for (const tree of trees) for (const { id } of rowsOf(tree)) if (id !== null && !known.has(id)) missing.add(id);
    if (missing.size === 0) return;
    const found = await this.connection.query(
      `SELECT id, hash, body FROM ${this.schema}.tidemark_values WHERE id = ANY ($1::bigint[])`,
      [[...missing]],
    );
    for (const row of found) known.set(Number(row["id"]), this.#value(row));
  }

  #value(row: Row): RowNode | DamagedRow {
    const id = Number(row["id"]);
    const text = checkedText(row, "value");
    if (text instanceof DamagedRow) return text;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sum has just been compared with it
    const hash = (row["hash"] as Buffer).toString("hex");
    return { kind: "row", source: this.#serializer.parse(text), text: "", hash, id, trace: null };
  }

  /** Gives the nodes of a tree their values. Throws a {@link DamagedRow}. */
  fill(tree: ValueNode, known: ReadonlyMap<number, RowNode | DamagedRow>): unknown {
    for (const node of rowsOf(tree)) {
      if (node.id === null) continue;
      const value = known.get(node.id);
      if (value === undefined) throw new DamagedRow(`value ${node.id} is missing`);
      if (value instanceof DamagedRow) throw value;
      Object.assign(node, { source: value.source, hash: value.hash });
    }
    return sourceOf(tree);
  }
}

/** Whether rows were found that do not say what they should. */
export const isDamage = (error: unknown): error is Error => error instanceof DamagedRow;

const checkpointRow = (row: Row): CheckpointRow => ({
  threadId: idOf(String(row["thread_id"])),
  namespace: idOf(String(row["checkpoint_ns"])),
  id: idOf(String(row["checkpoint_id"])),
  parent: typeof row["other"] === "string" ? idOf(row["other"]) : null,
  document: Number(row["id"]),
  metadata: String(row["described"]),
});

const writesRow = (row: Row): WritesRow => ({
  threadId: idOf(String(row["thread_id"])),
  namespace: idOf(String(row["checkpoint_ns"])),
  id: idOf(String(row["checkpoint_id"])),
  taskId: idOf(String(row["other"])),
  document: Number(row["id"]),
});

function bodyOf(row: Row): DocumentBody {
  const { links, whole, changed } = row;
  const document = { id: Number(row["id"]), links: Number(links), whole: Number(whole), changed: Number(changed) };
  const text = checkedText(row, "document");
  // Damage counts only for who needs the document.
  const written: unknown = text instanceof DamagedRow ? text : JSON.parse(text);
  return { document, base: row["base"] === null ? null : Number(row["base"]), written };
}

/** The text of a row, if it is the one that was stored. */
function checkedText({ id, body, hash }: Row, kind: "document" | "value"): string | DamagedRow {
  try {
    const text = textOf(body);
    return fitsSum(text, hash) ? text : new DamagedRow(`${kind} ${String(id)} does not fit its sum`);
  } catch (error) {
    return new DamagedRow(`${kind} ${String(id)} cannot be unpacked`, { cause: error });
  }
}
