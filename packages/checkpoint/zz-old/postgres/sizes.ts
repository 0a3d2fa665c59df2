import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { type ThreadStats, type TurnBytes, turnsOf } from "../storage/thread-stats.ts";
import type { PostgresStore } from "./store.ts";
import { idOf, storedId } from "./stored-id.ts";

/** What a thread takes up as a whole. */
export async function storedSize(
  { connection, schema }: PostgresStore,
  threadId: string,
): Promise<Omit<ThreadStats, "channels" | "turns">> {
  const [row] = await connection.query(
    `WITH RECURSIVE needed (id) AS (
       SELECT id FROM (
         SELECT document AS id FROM ${schema}.checkpoints WHERE thread_id = $1
         UNION SELECT document FROM ${schema}.tidemark_writes WHERE thread_id = $1
       ) AS own
       UNION SELECT d.base FROM needed JOIN ${schema}.tidemark_documents d ON d.id = needed.id WHERE d.base IS NOT NULL
     ), documents AS (
       SELECT d.names, octet_length(d.body) AS bytes FROM needed JOIN ${schema}.tidemark_documents d ON d.id = needed.id
     ), named AS (
       SELECT count(*) AS n, sum(octet_length(v.body)) AS bytes FROM ${schema}.tidemark_values v
       WHERE v.id IN (SELECT unnest(names) FROM documents)
     ) SELECT (SELECT count(*) FROM ${schema}.checkpoints WHERE thread_id = $1) AS checkpoints,
         (SELECT sum(bytes) FROM documents) AS documents, named.n AS named, named.bytes AS bytes FROM named`,
    [storedId(threadId)],
  );
  return {
    checkpoints: Number(row?.["checkpoints"]),
    values: Number(row?.["named"]),
    valueBytes: Number(row?.["bytes"]),
    documentBytes: Number(row?.["documents"]),
  };
}

/** What each turn of a thread has added, oldest first; a turn begins with an input. */
export async function turnBytes(store: PostgresStore, threadId: string): Promise<readonly TurnBytes[]> {
  const { connection, schema, serializer } = store;
  const rows = await connection.query(
    `WITH held AS (
       SELECT document, checkpoint_id FROM ${schema}.checkpoints WHERE thread_id = $1
       UNION ALL SELECT document, checkpoint_id FROM ${schema}.tidemark_writes WHERE thread_id = $1
     ), read AS (
       SELECT held.checkpoint_id, octet_length(d.body) AS bytes, d.names
       FROM held JOIN ${schema}.tidemark_documents d ON d.id = held.document
     ), named AS (
       SELECT n.value, min(read.checkpoint_id) AS checkpoint_id FROM read, unnest(read.names) AS n (value) GROUP BY n.value
     ), sized AS (
       SELECT checkpoint_id, bytes FROM read
       UNION ALL SELECT named.checkpoint_id, octet_length(v.body)
       FROM named JOIN ${schema}.tidemark_values v ON v.id = named.value
     ) SELECT sized.checkpoint_id, sum(sized.bytes) AS bytes, (
         SELECT c.described FROM ${schema}.checkpoints c
         WHERE c.thread_id = $1 AND c.checkpoint_ns = '' AND c.checkpoint_id = sized.checkpoint_id
       ) AS described FROM sized GROUP BY sized.checkpoint_id ORDER BY sized.checkpoint_id`,
    [storedId(threadId)],
  );
  return turnsOf(
    rows.map(({ checkpoint_id, bytes, described }) => ({
      checkpointId: idOf(String(checkpoint_id)),
      bytes: Number(bytes),
      begins: typeof described === "string" && sourceOf(described, serializer) === "input",
    })),
  );
}

/** Where a checkpoint came from; nothing for one whose notes are damaged. */
function sourceOf(described: string, serializer: StrictSerializer): unknown {
  try {
    return Reflect.get(Object.assign({}, serializer.parse(described)), "source");
  } catch {
    return undefined;
  }
}
