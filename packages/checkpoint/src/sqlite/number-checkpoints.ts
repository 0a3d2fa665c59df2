import type { DatabaseSync } from "node:sqlite";
import { sequencedChecksum } from "../snapshots/stored-text.ts";

/** Room for the sequence number of a checkpoint and for the path of a task. */
const COLUMNS = `
  ALTER TABLE checkpoints ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tidemark_writes ADD COLUMN task_path TEXT NOT NULL DEFAULT '';
  CREATE INDEX checkpoints_by_seq ON checkpoints (thread_id, checkpoint_ns, seq);`;

/**
 * Gives every checkpoint of an older file a sequence number, in the order of their ids, which was the order until then.
 *
 * The numbers are negative: those of later checkpoints begin at 1. A damaged row stays one, because its checksum is made from the old one.
 */
export function numberCheckpoints(database: DatabaseSync): void {
  database.exec(COLUMNS);
  const rows = database
    .prepare("SELECT thread_id, checkpoint_ns, checkpoint_id, hash FROM checkpoints ORDER BY checkpoint_id, thread_id")
    .all();
  const update = database.prepare(
    "UPDATE checkpoints SET seq = ?, hash = ? WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?",
  );
  for (const [index, { thread_id, checkpoint_ns, checkpoint_id, hash }] of rows.entries()) {
    const sequence = index - rows.length;
    const sum = sequencedChecksum(Buffer.from(hash instanceof Uint8Array ? hash : []), sequence);
    update.run(sequence, sum, String(thread_id), String(checkpoint_ns), String(checkpoint_id));
  }
}
