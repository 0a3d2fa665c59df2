import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { unpackText } from "../packing/packed-text.ts";
import { type ThreadStats, type TurnBytes, turnsOf } from "../saver/thread-stats.ts";
import type { PostgresRecords } from "./records.ts";
import { idOfBytes } from "../saver/id-bytes.ts";
import { RECORD_OF } from "./pages.ts";
import { storedId } from "../saver/stored-id.ts";

/** The number of the thread that the first parameter names. */
const numberOf = (schema: string): string => `(SELECT id FROM ${schema}.tidemark_threads WHERE thread_id = $1)`;

/** Size of a thread as a whole. */
export async function storedSize(
  { connection, schema }: PostgresRecords,
  threadId: string,
): Promise<Omit<ThreadStats, "channels" | "turns">> {
  const [row] = await connection.query(
    `WITH RECURSIVE own AS (
       SELECT ${RECORD_OF} AS document FROM ${schema}.tidemark_checkpoints WHERE thread = ${numberOf(schema)}
     ), needed (id) AS (
       SELECT document FROM own
       UNION SELECT d.base FROM needed JOIN ${schema}.tidemark_checkpoints d ON d.id = needed.id WHERE d.base IS NOT NULL
     ), trees AS (
       SELECT d.names, octet_length(d.body) AS bytes FROM needed JOIN ${schema}.tidemark_checkpoints d ON d.id = needed.id
       UNION ALL SELECT names, octet_length(body) FROM ${schema}.tidemark_writes WHERE thread = ${numberOf(schema)}
     ), named AS (
       SELECT count(*) AS n, sum(octet_length(v.body)) AS bytes FROM ${schema}.tidemark_values v
       WHERE v.id IN (SELECT unnest(${schema}.tidemark_numbers(names)) FROM trees)
     ) SELECT (SELECT count(*) FROM own) AS checkpoints,
         (SELECT sum(bytes) FROM trees) AS documents, named.n AS named, named.bytes AS bytes FROM named`,
    [storedId(threadId)],
  );
  return {
    checkpoints: Number(row?.["checkpoints"]),
    values: Number(row?.["named"]),
    valueBytes: Number(row?.["bytes"]),
    documentBytes: Number(row?.["documents"]),
  };
}

/** Bytes that each turn has added, oldest first. A turn begins with an input. */
export async function turnBytes(store: PostgresRecords, threadId: string): Promise<readonly TurnBytes[]> {
  const { connection, schema, serializer } = store;
  const rows = await connection.query(
    `WITH read AS (
       SELECT c.seq, c.checkpoint_id, octet_length(d.body) AS bytes, d.names FROM (
         SELECT seq, checkpoint_id, ${RECORD_OF} AS document FROM ${schema}.tidemark_checkpoints WHERE thread = ${numberOf(schema)}
       ) AS c JOIN ${schema}.tidemark_checkpoints d ON d.id = c.document
       UNION ALL
       SELECT coalesce(c.seq, ${Number.MAX_SAFE_INTEGER}), w.checkpoint_id, octet_length(w.body), w.names
       FROM ${schema}.tidemark_writes w
       LEFT JOIN ${schema}.tidemark_checkpoints c USING (thread, namespace, checkpoint_id) WHERE w.thread = ${numberOf(schema)}
     ), named AS (
       SELECT DISTINCT ON (n.value) n.value, read.seq, read.checkpoint_id
       FROM read, unnest(${schema}.tidemark_numbers(read.names)) AS n (value) ORDER BY n.value, read.seq, read.checkpoint_id
     ), sized AS (
       SELECT seq, checkpoint_id, bytes FROM read
       UNION ALL SELECT named.seq, named.checkpoint_id, octet_length(v.body)
       FROM named JOIN ${schema}.tidemark_values v ON v.id = named.value
     ) SELECT sized.checkpoint_id, sum(sized.bytes) AS bytes, (
         SELECT c.described FROM ${schema}.tidemark_checkpoints c
         WHERE c.thread = ${numberOf(schema)} AND c.namespace = '' AND c.checkpoint_id = sized.checkpoint_id
       ) AS described FROM sized GROUP BY sized.seq, sized.checkpoint_id ORDER BY sized.seq, sized.checkpoint_id`,
    [storedId(threadId)],
  );
  return turnsOf(
    rows.map(({ checkpoint_id, bytes, described }) => ({
      checkpointId: idOfBytes(checkpoint_id),
      bytes: Number(bytes),
      begins: sourceOf(described, serializer) === "input",
    })),
  );
}

/** Source of a checkpoint in its metadata. Undefined for damaged metadata. */
function sourceOf(described: unknown, serializer: StrictSerializer): unknown {
  try {
    return Reflect.get(Object.assign({}, serializer.parse(unpackText(described))), "source");
  } catch {
    return undefined;
  }
}
