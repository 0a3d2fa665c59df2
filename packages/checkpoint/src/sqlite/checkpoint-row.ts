import type { CheckpointFacts } from "../snapshots/checkpoint-facts.ts";
import { idOfBytes } from "../store/id-bytes.ts";
import { rowChecksum, sequencedChecksum } from "../snapshots/stored-text.ts";

/** Row of the table of checkpoints. */
export interface CheckpointRow extends CheckpointFacts {
  /** True if it says what was written. */
  readonly sound: boolean;
  /** Number of tasks that have sent something there. */
  readonly tasks: number;
  /** True if its parent was not there when it was stored. */
  readonly rootless: boolean;
}

/** Row to store. The other columns are counted by triggers. */
export type NewCheckpointRow = Omit<CheckpointRow, "sound" | "tasks" | "rootless">;

/** Columns of the table of checkpoints. */
export const CHECKPOINT_COLUMNS = "thread_id, checkpoint_ns, checkpoint_id, parent_id, record, metadata, seq, hash";

/** Reads a row of that table. */
export function rowOf(row: Record<string, unknown>): CheckpointRow {
  const said = {
    threadId: String(row["thread_id"]),
    namespace: String(row["checkpoint_ns"]),
    id: idOfBytes(row["checkpoint_id"]),
    parent: row["parent_id"] === null ? null : idOfBytes(row["parent_id"]),
    document: Number(row["record"]),
    metadata: String(row["metadata"]),
    sequence: Number(row["seq"]),
  };
  const { hash } = row;
  const sound = hash instanceof Uint8Array && checkpointChecksum(said).equals(hash);
  return { ...said, sound, tasks: Number(row["tasks"]), rootless: row["rootless"] !== 0 };
}

/** The sum of a row of checkpoints. */
export const checkpointChecksum = (row: NewCheckpointRow): Buffer =>
  sequencedChecksum(
    rowChecksum([row.threadId, row.namespace, row.id, row.parent, row.document, row.metadata]),
    row.sequence,
  );
