import { idOfBytes } from "../saver/id-bytes.ts";
import { type ThreadStats, type TurnBytes, turnsOf } from "../saver/thread-stats.ts";
import type { SqliteRecords } from "./records.ts";

/** Size of a thread as a whole. */
export function storedSize(store: SqliteRecords, threadId: string): Omit<ThreadStats, "channels" | "turns"> {
  const [documents] = store.all(
    `WITH RECURSIVE needed (id) AS (
       SELECT record FROM checkpoints WHERE thread_id = ?
       UNION SELECT record FROM tidemark_writes WHERE thread_id = ?
       UNION SELECT d.base FROM needed JOIN tidemark_documents d ON d.id = needed.id WHERE d.base IS NOT NULL
     ) SELECT sum(length(body)) AS documentBytes, (
         SELECT count(*) || ' ' || coalesce(sum(length(v.body)), 0) FROM tidemark_values v
         WHERE v.id IN (SELECT u.value FROM needed JOIN tidemark_uses u ON u.document = needed.id)
       ) AS named FROM tidemark_documents WHERE id IN (SELECT id FROM needed)`,
    threadId,
    threadId,
  );
  const [counted] = store.all("SELECT count(*) AS n FROM checkpoints WHERE thread_id = ?", threadId);
  const [values, valueBytes] = String(documents?.["named"]).split(" ").map(Number);
  return {
    checkpoints: Number(counted?.["n"]),
    values: values ?? 0,
    valueBytes: valueBytes ?? 0,
    documentBytes: Number(documents?.["documentBytes"] ?? 0),
  };
}

/** Bytes that each turn has added, oldest first. A turn begins with an input. */
export function turnBytes(store: SqliteRecords, threadId: string): readonly TurnBytes[] {
  const rows = store.all(
    `WITH held AS (
       SELECT record, checkpoint_id, seq FROM checkpoints WHERE thread_id = ?
       UNION ALL SELECT w.record, w.checkpoint_id, coalesce(c.seq, ${Number.MAX_SAFE_INTEGER}) FROM tidemark_writes w
         LEFT JOIN checkpoints c USING (thread_id, checkpoint_ns, checkpoint_id) WHERE w.thread_id = ?
     ), named AS (
       -- The other columns are those of the row that has the least number.
       SELECT u.value, min(held.seq) AS seq, held.checkpoint_id
       FROM held JOIN tidemark_uses u ON u.document = held.record GROUP BY u.value
     ), sized AS (
       SELECT held.seq, held.checkpoint_id, length(d.body) AS bytes FROM held JOIN tidemark_documents d ON d.id = held.record
       UNION ALL SELECT named.seq, named.checkpoint_id, length(v.body) FROM named JOIN tidemark_values v ON v.id = named.value
     ), summed AS (SELECT seq, checkpoint_id, sum(bytes) AS bytes FROM sized GROUP BY seq, checkpoint_id)
     SELECT summed.checkpoint_id, summed.bytes, EXISTS (
       SELECT 1 FROM checkpoints c WHERE c.thread_id = ? AND c.checkpoint_ns = '' AND c.checkpoint_id = summed.checkpoint_id
         AND json_valid(c.metadata) AND json_extract(c.metadata, '$.source') = 'input'
     ) AS begins FROM summed ORDER BY summed.seq, summed.checkpoint_id`,
    threadId,
    threadId,
    threadId,
  );
  return turnsOf(
    rows.map(({ checkpoint_id, bytes, begins }) => ({
      checkpointId: idOfBytes(checkpoint_id),
      bytes: Number(bytes),
      begins: begins === 1,
    })),
  );
}
