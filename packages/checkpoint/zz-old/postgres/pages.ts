import { fitsSum, isSum, linkedSum, rowSum, textOf } from "../storage/stored-text.ts";
import { DamagedRow } from "../storage/damage.ts";
import type { DocumentBodies, DocumentBody } from "../storage/stored-tree.ts";
import type { Query, Row } from "./connection.ts";
import { idOf, storedId } from "./stored-id.ts";

/** A checkpoint as it stands in its table. */
export interface CheckpointRow {
  readonly threadId: string;
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly document: number;
  readonly metadata: string;
  /** Why nothing of it is to be believed. */
  readonly damage: DamagedRow | null;
}

/** What a task sent, as it stands in its table. */
export interface WritesRow {
  readonly threadId: string;
  readonly namespace: string;
  readonly id: string;
  readonly taskId: string;
  readonly document: number;
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
}

/** Checkpoints with what belongs to them. */
export interface Page {
  readonly rows: readonly CheckpointRow[];
  readonly writes: readonly WritesRow[];
}

const COLUMNS = [
  "thread_id",
  "checkpoint_ns",
  "checkpoint_id",
  "parent_checkpoint_id",
  "document",
  "hash",
  "described",
];

/**
 * Makes the statement that reads a page of checkpoints with what was sent there, and the documents that both stand on. Each row is
 * looked up by itself: planned as joins, a table that is not large yet would be read as a whole.
 */
function pageQuery(schema: string, wanted: Wanted, bodies: DocumentBodies): [text: string, values: unknown[]] {
  const values: unknown[] = [[...bodies.keys()], wanted.skip ?? -1, wanted.limit ?? null];
  const text = `WITH RECURSIVE ${foundQuery(schema, wanted, values)}, sent AS (
      SELECT w.* FROM found f CROSS JOIN LATERAL (
        SELECT e.* FROM ${schema}.tidemark_writes e
        WHERE e.thread_id = f.thread_id AND e.checkpoint_ns = f.checkpoint_ns AND e.checkpoint_id = f.checkpoint_id OFFSET 0
      ) AS w
    ), held AS (
      SELECT document FROM found WHERE document <> $2 UNION SELECT document FROM sent
    )
    SELECT 'checkpoint' AS kind, place, thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id AS other, document AS id,
      described, NULL::bigint AS base, NULL::int AS links, NULL::int AS whole, NULL::int AS changed, hash, NULL::bytea AS body
    FROM found
    UNION ALL
    SELECT 'writes', seq, thread_id, checkpoint_ns, checkpoint_id, task_id, document, NULL, NULL, NULL, NULL, NULL, hash, NULL FROM sent
    UNION ALL
    SELECT 'document', 0, NULL, NULL, NULL, NULL, d.id, NULL, d.base, d.links, d.whole, d.changed, d.hash, d.body
    FROM ${schema}.tidemark_chain(ARRAY(SELECT document FROM held), $1) AS d
    ORDER BY kind, place`;
  return [text, values];
}

function foundQuery(schema: string, wanted: Wanted, values: unknown[]): string {
  const placed = (value: string): string => `$${values.push(storedId(value))}`;
  const { threadId, namespace, checkpointId, before, after } = wanted;
  const conditions = ["TRUE"];
  if (threadId !== undefined) conditions.push(`thread_id = ${placed(threadId)}`);
  if (namespace !== undefined) conditions.push(`checkpoint_ns = ${placed(namespace)}`);
  if (checkpointId !== undefined) conditions.push(`checkpoint_id = ${placed(checkpointId)}`);
  if (before !== undefined) conditions.push(`checkpoint_id < ${placed(before)}`);
  if (after !== undefined) {
    const last = [after.id, after.threadId, after.namespace].map(placed);
    conditions.push(`(checkpoint_id, thread_id, checkpoint_ns) < (${last.join(", ")})`);
  }
  const columns = COLUMNS.join(", ");
  const first = `FROM ${schema}.checkpoints WHERE ${conditions.join(" AND ")}`;
  if (wanted.ancestors === true) {
    return `found AS (
      SELECT 1::bigint AS place, ${columns} ${first}
      UNION ALL
      SELECT place + 1, ${COLUMNS.map((column) => `c.${column}`).join(", ")}
      FROM found f CROSS JOIN LATERAL (
        SELECT o.* FROM ${schema}.checkpoints o
        WHERE o.thread_id = f.thread_id AND o.checkpoint_ns = f.checkpoint_ns AND o.checkpoint_id = f.parent_checkpoint_id LIMIT 1
      ) AS c
      WHERE place < $3
    )`;
  }
  const order = "checkpoint_id DESC, thread_id DESC, checkpoint_ns DESC";
  return `found AS (
    SELECT row_number() OVER (ORDER BY ${order}) AS place, ${columns}
    FROM (SELECT ${columns} ${first} ORDER BY ${order} LIMIT $3) AS newest
  )`;
}

/** Reads a page in one round trip, newest first; its documents go into `bodies`. */
export async function readPage(query: Query, schema: string, wanted: Wanted, bodies: DocumentBodies): Promise<Page> {
  const rows = await query(...pageQuery(schema, wanted, bodies));
  for (const row of rows) if (row["kind"] === "document") bodies.set(Number(row["id"]), bodyOf(row));
  return {
    rows: rows.filter(({ kind }) => kind === "checkpoint").map(checkpointRow),
    writes: rows.filter(({ kind }) => kind === "writes").map(writesRow),
  };
}

/** The sum of the row of a checkpoint. */
export const checkpointSum = (row: Omit<CheckpointRow, "damage">): Buffer =>
  rowSum([row.threadId, row.namespace, row.id, row.parent, row.document, row.metadata]);

/** The sum of the row of what a task sent. */
export const writesSum = (row: Omit<WritesRow, "damage">): Buffer =>
  rowSum([row.threadId, row.namespace, row.id, row.taskId, row.document]);

function checkpointRow(row: Row): CheckpointRow {
  const said = {
    threadId: idOf(String(row["thread_id"])),
    namespace: idOf(String(row["checkpoint_ns"])),
    id: idOf(String(row["checkpoint_id"])),
    parent: typeof row["other"] === "string" ? idOf(row["other"]) : null,
    document: Number(row["id"]),
    metadata: String(row["described"]),
  };
  const sound = isSum(checkpointSum(said), row["hash"]);
  return { ...said, damage: sound ? null : new DamagedRow(`the row of checkpoint ${said.id} does not fit its sum`) };
}

function writesRow(row: Row): WritesRow {
  const said = {
    threadId: idOf(String(row["thread_id"])),
    namespace: idOf(String(row["checkpoint_ns"])),
    id: idOf(String(row["checkpoint_id"])),
    taskId: idOf(String(row["other"])),
    document: Number(row["id"]),
  };
  const sound = isSum(writesSum(said), row["hash"]);
  return { ...said, damage: sound ? null : new DamagedRow(`writes at checkpoint ${said.id} do not fit their sum`) };
}

function bodyOf(row: Row): DocumentBody {
  const { links, whole, changed } = row;
  const document = { id: Number(row["id"]), links: Number(links), whole: Number(whole), changed: Number(changed) };
  const text = checkedText(row, "document");
  // Damage counts only for who needs the document.
  const written: unknown = text instanceof DamagedRow ? text : JSON.parse(text);
  return { document, base: row["base"] === null ? null : Number(row["base"]), written };
}

/** The text of a row, if it is the one that was stored. */
export function checkedText({ id, base, body, hash }: Row, kind: "document" | "value"): string | DamagedRow {
  try {
    const text = textOf(body);
    const sound =
      kind === "value" ? fitsSum(text, hash) : isSum(linkedSum(base === null ? null : Number(base), text), hash);
    return sound ? text : new DamagedRow(`${kind} ${String(id)} does not fit its sum`);
  } catch (error) {
    return new DamagedRow(`${kind} ${String(id)} cannot be unpacked`, { cause: error });
  }
}
