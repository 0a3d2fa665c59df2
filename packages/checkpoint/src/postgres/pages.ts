import { isSum, linkedSum, rowSum, textOf, valueSum } from "../storage/stored-text.ts";
import { DamagedRow } from "../storage/damage.ts";
import type { DocumentBodies, DocumentBody } from "../storage/stored-tree.ts";
import type { Query, Row } from "./connection.ts";
import { idBytes, idOfBytes } from "./id-bytes.ts";
import { idOf, storedId } from "./stored-id.ts";

/** A checkpoint as it stands in its table. */
export interface CheckpointRow {
  readonly threadId: string;
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | null;
  /** The number of the row itself, */
  readonly number: number;
  /** and of the one whose tree it shows: a copy shows that of another. */
  readonly document: number;
  readonly metadata: string;
  /** Why nothing of it is to be believed. */
  readonly damage: DamagedRow | null;
}

/** At which checkpoint a task sent something. */
export interface SentPlace extends Pick<CheckpointRow, "threadId" | "namespace" | "id"> {
  readonly taskId: string;
}

/** What a task sent, as it stands in its table. */
export interface WritesRow extends SentPlace {
  /** Its tree stands in the row itself, and goes among the others under a number that none of them has. */
  readonly document: number;
  readonly text: string;
  readonly damage: DamagedRow | null;
}

/** Which checkpoints are asked for. */
export interface Wanted {
  readonly threadId?: string | undefined;
  readonly namespace?: string | undefined;
  readonly checkpointId?: string | undefined;
  readonly before?: string | undefined;
  /** The last one of the page before. */
  readonly after?: CheckpointRow | undefined;
  /** So many at most; all when not said. */
  readonly limit?: number;
  /** The one that is asked for, then its parent, and so on. */
  readonly ancestors?: boolean;
  /** A document that need not be read. */
  readonly skip?: number | undefined;
  /** Whether the trees of the checkpoints are read as well. Defaults to true. */
  readonly trees?: boolean;
}

/** Checkpoints with what belongs to them. */
export interface Page {
  readonly rows: readonly CheckpointRow[];
  readonly writes: readonly WritesRow[];
}

/** The number of the tree that a row shows. */
export const TREE_OF = "CASE WHEN body IS NULL THEN base ELSE id END";

const COLUMNS = `id, ${TREE_OF} AS document, thread, namespace, checkpoint_id, parent, described, hash`;

/**
 * Makes the statement that reads a page of checkpoints with what was sent there, and the trees of both. Each row is looked up by
 * itself: planned as joins, a table that is not large yet would be read as a whole.
 */
function pageQuery(schema: string, wanted: Wanted, bodies: DocumentBodies): [text: string, values: unknown[]] {
  const read = Array.from(bodies.keys()).filter((id) => id > 0);
  const values: unknown[] = [read, wanted.skip ?? -1, wanted.limit ?? null];
  const text = `WITH RECURSIVE ${foundQuery(schema, wanted, values)}, sent AS (
      SELECT f.thread_id, w.* FROM found f CROSS JOIN LATERAL (
        SELECT e.* FROM ${schema}.tidemark_writes e
        WHERE e.thread = f.thread AND e.namespace = f.namespace AND e.checkpoint_id = f.checkpoint_id OFFSET 0
      ) AS w
    )
    SELECT 'checkpoint' AS kind, place, thread_id, namespace, checkpoint_id, parent AS other, id AS number, document AS id, described,
      NULL::bigint AS base, NULL::int AS links, NULL::int AS whole, NULL::int AS changed, hash, NULL::bytea AS body
    FROM found
    UNION ALL
    SELECT 'writes', seq, thread_id, namespace, checkpoint_id, task_id, NULL, -seq, NULL, NULL, NULL, NULL, NULL, hash, body
    FROM sent
    UNION ALL
    SELECT 'document', 0, NULL, NULL, NULL, NULL, NULL, d.id, NULL, d.base, d.links, d.whole, d.changed, d.sum, d.body
    FROM ${schema}.tidemark_chain(ARRAY(SELECT document FROM found WHERE document <> $2${wanted.trees === false ? " AND FALSE" : ""}), $1) AS d
    ORDER BY kind, place`;
  return [text, values];
}

function foundQuery(schema: string, wanted: Wanted, values: unknown[]): string {
  const placed = (value: unknown): string => `$${values.push(value)}`;
  const { threadId, namespace, checkpointId, before, after } = wanted;
  const thread = threadId === undefined ? "TRUE" : `t.thread_id = ${placed(storedId(threadId))}`;
  const conditions = ["c.thread = t.id"];
  if (namespace !== undefined) conditions.push(`c.namespace = ${placed(storedId(namespace))}`);
  if (checkpointId !== undefined) conditions.push(`c.checkpoint_id = ${placed(idBytes(checkpointId))}`);
  if (before !== undefined) conditions.push(`c.checkpoint_id < ${placed(idBytes(before))}`);
  if (after !== undefined) {
    const last = placed(idBytes(after.id));
    const place = [storedId(after.threadId), storedId(after.namespace)].map(placed);
    conditions.push(`c.checkpoint_id <= ${last}`);
    conditions.push(`(c.checkpoint_id, t.thread_id, c.namespace) < (${last}, ${place.join(", ")})`);
  }
  const first = `FROM ${schema}.tidemark_threads t CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM ${schema}.tidemark_checkpoints c WHERE ${conditions.join(" AND ")}
      ORDER BY c.checkpoint_id DESC, c.namespace DESC LIMIT $3
    ) AS newest WHERE ${thread}`;
  if (wanted.ancestors === true) {
    return `found AS (
      SELECT 1::bigint AS place, t.thread_id, newest.* ${first}
      UNION ALL
      SELECT f.place + 1, f.thread_id, c.* FROM found f CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM ${schema}.tidemark_checkpoints o
        WHERE o.thread = f.thread AND o.namespace = f.namespace AND o.checkpoint_id = f.parent LIMIT 1
      ) AS c
      WHERE f.place < $3
    )`;
  }
  const order = "checkpoint_id DESC, thread_id DESC, namespace DESC";
  return `found AS (
    SELECT row_number() OVER (ORDER BY ${order}) AS place, n.*
    FROM (SELECT t.thread_id, newest.* ${first} ORDER BY ${order} LIMIT $3) AS n
  )`;
}

/** Reads a page in one round trip, newest first; its trees go into `bodies`. */
export async function readPage(query: Query, schema: string, wanted: Wanted, bodies: DocumentBodies): Promise<Page> {
  const rows = await query(...pageQuery(schema, wanted, bodies));
  for (const row of rows) if (row["kind"] === "document") bodies.set(Number(row["id"]), bodyOf(row));
  return {
    rows: rows.filter(({ kind }) => kind === "checkpoint").map(checkpointRow),
    writes: rows.filter(({ kind }) => kind === "writes").map((row) => writesRow(row, bodies)),
  };
}

/** The sum of the row of a checkpoint. */
export const checkpointSum = (row: Omit<CheckpointRow, "damage" | "number">): Buffer =>
  rowSum([row.threadId, row.namespace, row.id, row.parent, row.document, row.metadata]);

/** The sum of the row of what a task sent. */
export const writesSum = (row: SentPlace, text: string): Buffer =>
  rowSum([row.threadId, row.namespace, row.id, row.taskId, text]);

function checkpointRow(row: Row): CheckpointRow {
  const place = placeOf(row);
  const what = `the row of checkpoint ${place.id}`;
  const described = textOrDamage(row["described"], what);
  const said = {
    ...place,
    parent: row["other"] === null ? null : idOfBytes(row["other"]),
    number: Number(row["number"]),
    document: Number(row["id"]),
    metadata: String(described),
  };
  if (described instanceof DamagedRow) return { ...said, damage: described };
  const sound = isSum(checkpointSum(said), row["hash"]);
  return { ...said, damage: sound ? null : new DamagedRow(`${what} does not fit its sum`) };
}

const placeOf = (row: Row) => ({
  threadId: idOf(String(row["thread_id"])),
  namespace: idOf(String(row["namespace"])),
  id: idOfBytes(row["checkpoint_id"]),
});

function writesRow(row: Row, bodies: DocumentBodies): WritesRow {
  const id = Number(row["id"]);
  const said = { ...placeOf(row), taskId: idOfBytes(row["other"]), document: id };
  const text = textOrDamage(row["body"], `writes at checkpoint ${said.id}`);
  const sound = !(text instanceof DamagedRow) && isSum(writesSum(said, text), row["hash"]);
  const damage = sound ? null : new DamagedRow(`writes at checkpoint ${said.id} do not fit their sum`);
  const document = { id, links: 0, whole: 0, changed: 0 };
  bodies.set(id, { document, base: null, written: damage ?? JSON.parse(String(text)) });
  return { ...said, text: String(text), damage };
}

/** A tree as it is stored. */
export function bodyOf(row: Row): DocumentBody {
  const { links, whole, changed } = row;
  const document = { id: Number(row["id"]), links: Number(links), whole: Number(whole), changed: Number(changed) };
  const text = checkedText(row, "document");
  // Damage counts only for who needs the document.
  const written: unknown = text instanceof DamagedRow ? text : JSON.parse(text);
  return { document, base: row["base"] === null ? null : Number(row["base"]), written };
}

/** The text of a row, if it is the one that was stored. */
export function checkedText({ id, base, body, hash }: Row, kind: "document" | "value"): string | DamagedRow {
  const text = textOrDamage(body, `${kind} ${String(id)}`);
  if (text instanceof DamagedRow) return text;
  const sound =
    kind === "value"
      ? isSum(valueSum(text), Buffer.from(String(hash).replaceAll("-", ""), "hex"))
      : isSum(linkedSum(base === null ? null : Number(base), text), hash);
  return sound ? text : new DamagedRow(`${kind} ${String(id)} does not fit its sum`);
}

function textOrDamage(body: unknown, what: string): string | DamagedRow {
  try {
    return textOf(body);
  } catch (error) {
    return new DamagedRow(`${what} cannot be unpacked`, { cause: error });
  }
}
