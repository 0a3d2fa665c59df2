import { keyedSum } from "../encryption/sealed-rows.ts";
import type { NumberedSecret } from "../encryption/sealing.ts";
import { unpackTexts } from "../packing/packed-text.ts";
import { addRecords, textOrDamage } from "../rows/record-rows.ts";
import {
  checkedFacts,
  checkedWrites,
  checkpointChecksum,
  type StoredPage,
  type StoredRow,
  type StoredWrites,
  type TaskPlace,
} from "../rows/stored-rows.ts";
import { isChecksum, rowChecksum } from "../snapshots/stored-text.ts";
import { DamagedRow } from "../snapshots/damage.ts";
import type { Asked } from "../snapshots/saver-config.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { CheckpointFacts } from "../snapshots/checkpoint-facts.ts";
import type { Query, Row } from "./connection.ts";
import { idBytes, idOfBytes } from "../saver/id-bytes.ts";
import { idOf, pathOf, storedId } from "../saver/stored-id.ts";

/** Row of a checkpoint. */
export interface CheckpointRow extends StoredRow {
  /** Number of the row itself. */
  readonly number: number;
}

/** Row of the writes of a task. Its record is part of the row, and gets an id below zero, which no other record has. */
export interface WritesRow extends StoredWrites {
  readonly text: string;
}

/** Checkpoints to read. */
export interface Wanted {
  readonly threadId?: string | undefined;
  readonly namespace?: string | undefined;
  readonly checkpointId?: string | undefined;
  /** Only those that were stored before this one. Its thread defaults to the one that is read, its namespace as well. */
  readonly before?: Asked | undefined;
  /** Only those whose sequence number is less. */
  readonly below?: number | undefined;
  /** The last one of the page before. */
  readonly after?: CheckpointRow | undefined;
  /** Maximum number. Defaults to all. */
  readonly limit?: number;
  /** The one that is asked for, then its parent, and so on. */
  readonly ancestors?: boolean;
  /** A document that need not be read. */
  readonly skip?: number | undefined;
  /** True if the trees of the checkpoints are read as well. Defaults to true. */
  readonly trees?: boolean;
}

/** Checkpoints with what was sent there. */
export interface Page extends StoredPage<CheckpointRow> {
  readonly writes: readonly WritesRow[];
}

/** The number of the tree that a row shows. */
export const RECORD_OF = "CASE WHEN body IS NULL THEN base ELSE id END";

const COLUMNS = `id, ${RECORD_OF} AS document, thread, namespace, checkpoint_id, parent, described, hash, seq`;

/**
 * Makes the statement that reads a page of checkpoints with what was sent there, and the trees of both. Each row is looked up by
 * itself: planned as joins, a table that is not large yet would be read as a whole.
 */
function pageQuery(schema: string, wanted: Wanted, deltas: StoredDeltas): [text: string, values: unknown[]] {
  const read = Array.from(deltas.keys()).filter((id) => id > 0);
  const values: unknown[] = [read, wanted.skip ?? -1, wanted.limit ?? null];
  const text = `WITH RECURSIVE ${foundQuery(schema, wanted, values)}, sent AS (
      SELECT f.thread_id, w.* FROM found f CROSS JOIN LATERAL (
        SELECT e.* FROM ${schema}.tidemark_writes e
        WHERE e.thread = f.thread AND e.namespace = f.namespace AND e.checkpoint_id = f.checkpoint_id OFFSET 0
      ) AS w
    )
    SELECT 'checkpoint' AS kind, place, thread_id, namespace, checkpoint_id, parent AS other, id AS number, document AS id, described,
      NULL::bigint AS base, NULL::int AS links, NULL::int AS whole, NULL::int AS changed, hash, NULL::bytea AS body,
      seq, NULL::text AS task_path
    FROM found
    UNION ALL
    SELECT 'writes', seq, thread_id, namespace, checkpoint_id, task_id, NULL, -seq, NULL, NULL, NULL, NULL, NULL, hash, body, NULL,
      task_path
    FROM sent
    UNION ALL
    SELECT 'document', 0, NULL, NULL, NULL, NULL, NULL, d.id, NULL, d.base, d.links, d.whole, d.changed, d.sum, d.body, NULL, NULL
    FROM ${schema}.tidemark_trees(ARRAY(SELECT document FROM found WHERE document <> $2${wanted.trees === false ? " AND FALSE" : ""}), $1) AS d
    ORDER BY kind, place`;
  return [text, values];
}

function foundQuery(schema: string, wanted: Wanted, values: unknown[]): string {
  const placed = (value: unknown): string => `$${values.push(value)}`;
  const { threadId, namespace, checkpointId, before, below, after } = wanted;
  const thread = threadId === undefined ? "TRUE" : `t.thread_id = ${placed(storedId(threadId))}`;
  const conditions = ["c.thread = t.id"];
  if (namespace !== undefined) conditions.push(`c.namespace = ${placed(storedId(namespace))}`);
  if (checkpointId !== undefined) conditions.push(`c.checkpoint_id = ${placed(idBytes(checkpointId))}`);
  let bound = "";
  if (before?.checkpointId !== undefined) {
    const id = placed(idBytes(before.checkpointId));
    bound = `bound AS MATERIALIZED (SELECT ${sequenceOf(schema, { ...before, threadId: threadId ?? before.threadId }, { id, namespace, placed })} AS seq), `;
    conditions.push(`c.seq < (SELECT coalesce(bound.seq, ${LAST}) FROM bound)`);
    // Of one that was removed, nothing but the id is left.
    conditions.push(`((SELECT bound.seq FROM bound) IS NOT NULL OR c.checkpoint_id < ${id})`);
  }
  if (below !== undefined) conditions.push(`c.seq < ${placed(below)}::bigint`);
  if (after !== undefined) {
    const [last, place] = [placed(after.sequence), placed(storedId(after.threadId))];
    conditions.push(`c.seq <= ${last}::bigint`, `(c.seq, t.thread_id) < (${last}::bigint, ${place})`);
  }
  // One that is named needs no order, and is found by its name.
  const newestFirst = checkpointId === undefined || namespace === undefined ? "ORDER BY c.seq DESC" : "";
  const first = `FROM ${schema}.tidemark_threads t CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM ${schema}.tidemark_checkpoints c WHERE ${conditions.join(" AND ")}
      ${newestFirst} LIMIT $3
    ) AS newest WHERE ${thread}`;
  if (wanted.ancestors === true) {
    return `${bound}found AS (
      SELECT 1::bigint AS place, t.thread_id, newest.* ${first}
      UNION ALL
      SELECT f.place + 1, f.thread_id, c.* FROM found f CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM ${schema}.tidemark_checkpoints o
        WHERE o.thread = f.thread AND o.namespace = f.namespace AND o.checkpoint_id = f.parent LIMIT 1
      ) AS c
      WHERE f.place < $3
    )`;
  }
  const order = "seq DESC, thread_id DESC";
  return `${bound}found AS (
    SELECT row_number() OVER (ORDER BY ${order}) AS place, n.*
    FROM (SELECT t.thread_id, newest.* ${first} ORDER BY ${order} LIMIT $3) AS n
  )`;
}

/** Greater than every sequence number. */
const LAST = "9223372036854775807";

/** The sequence number of a checkpoint that is named, in whatever namespace of the thread it is; of several the greatest. */
function sequenceOf(
  schema: string,
  { threadId, namespace: own }: Asked,
  {
    id,
    namespace,
    placed,
  }: { readonly id: string; readonly namespace: string | undefined; readonly placed: (value: unknown) => string },
): string {
  const greatest = (where: string): string =>
    `(SELECT max(b.seq) FROM ${schema}.tidemark_checkpoints b WHERE b.thread ${where} AND b.checkpoint_id = ${id})`;
  if (threadId === undefined) return greatest("IS NOT NULL");
  const thread = `= (SELECT h.id FROM ${schema}.tidemark_threads h WHERE h.thread_id = ${placed(storedId(threadId))})`;
  // LangGraph names a checkpoint of the outer graph when it looks for those of a subgraph.
  const named = [...new Set([own ?? namespace ?? "", ""])].map(
    (each) => ` AND b.namespace = ${placed(storedId(each))}`,
  );
  return `coalesce(${[...named, ""].map((where) => greatest(thread + where)).join(", ")})`;
}

/** Reads a page in one round trip, newest first. Its records are added to `deltas`. */
export async function readPage(query: Query, schema: string, wanted: Wanted, deltas: StoredDeltas): Promise<Page> {
  const rows = await query(...pageQuery(schema, wanted, deltas));
  addRecords(
    rows.filter(({ kind }) => kind === "document"),
    deltas,
  );
  return {
    rows: checkpointRows(rows.filter(({ kind }) => kind === "checkpoint")),
    writes: rows.filter(({ kind }) => kind === "writes").map((row) => writesRow(row, deltas)),
  };
}

/** The checksum of the row of a checkpoint before it has a sequence number. */
export const unsequencedChecksum = (
  row: Omit<CheckpointFacts, "sequence">,
  secret: NumberedSecret | null = null,
): Buffer => keyedSum(secret, rowChecksum(checkedFacts(row)));

/** The sum of the row of what a task sent. */
export const writesChecksum = (row: TaskPlace, text: string, secret: NumberedSecret | null = null): Buffer =>
  keyedSum(secret, rowChecksum(checkedWrites(row, text)));

/** The secret that encrypted a row, which its keys have found. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else writes this column, which no table has
const sealedBy = (row: Row): NumberedSecret | null => (row["sealedBy"] ?? null) as NumberedSecret | null;

/** Rows of checkpoints as a query returns them. */
export function checkpointRows(rows: readonly Row[]): readonly CheckpointRow[] {
  const texts = unpackTexts(rows.map(({ described }) => described));
  return rows.map((row, index) => {
    const found = checkpointRow(row, texts.get(index));
    // Damage to another one may have given it a wrong text.
    return found.damage === null ? found : checkpointRow(row, undefined);
  });
}

function checkpointRow(row: Row, text: string | undefined): CheckpointRow {
  const place = placeOf(row);
  const what = `the row of checkpoint ${place.id}`;
  const described = text ?? textOrDamage(row["described"], what);
  const said = {
    ...place,
    parent: row["other"] === null ? null : idOfBytes(row["other"]),
    number: Number(row["number"]),
    document: Number(row["id"]),
    metadata: String(described),
    sequence: Number(row["seq"]),
  };
  if (described instanceof DamagedRow) return { ...said, damage: described };
  const sound = isChecksum(checkpointChecksum(said, sealedBy(row)), row["hash"]);
  return { ...said, damage: sound ? null : new DamagedRow(`${what} does not match its checksum`) };
}

const placeOf = (row: Row) => ({
  threadId: idOf(String(row["thread_id"])),
  namespace: idOf(String(row["namespace"])),
  id: idOfBytes(row["checkpoint_id"]),
});

function writesRow(row: Row, deltas: StoredDeltas): WritesRow {
  const id = Number(row["id"]);
  const said = {
    ...placeOf(row),
    taskId: idOfBytes(row["other"]),
    taskPath: pathOf(String(row["task_path"])),
    document: id,
  };
  const text = textOrDamage(row["body"], `writes at checkpoint ${said.id}`);
  const sound = !(text instanceof DamagedRow) && isChecksum(writesChecksum(said, text, sealedBy(row)), row["hash"]);
  const damage = sound ? null : new DamagedRow(`writes at checkpoint ${said.id} do not match their checksum`);
  const document = { id, links: 0, whole: 0, changed: 0 };
  deltas.set(id, { document, base: null, written: damage ?? JSON.parse(String(text)) });
  return { ...said, text: String(text), damage };
}
