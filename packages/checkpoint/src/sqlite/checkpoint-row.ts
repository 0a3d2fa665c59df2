import type { CheckpointFacts } from "../snapshots/checkpoint-facts.ts";
import { openMetadata } from "../encryption/sealed-metadata.ts";
import { isKeyedSum, type Secrets } from "../encryption/sealing.ts";
import { DamagedRow } from "../snapshots/damage.ts";
import { isChecksum } from "../snapshots/stored-text.ts";
import { idOfBytes } from "../saver/id-bytes.ts";
import { checkpointChecksum, type StoredRow } from "../rows/stored-rows.ts";

/** Row of the table of checkpoints. */
export interface CheckpointRow extends StoredRow {
  /** Number of tasks that have sent something there. */
  readonly tasks: number;
  /** True if its parent was not there when it was stored. */
  readonly rootless: boolean;
}

/** Damage of a row that does not say what was written. */
export const CHANGED = "a row does not match its checksum";

/** Columns of the table of checkpoints. */
export const CHECKPOINT_COLUMNS = "thread_id, checkpoint_ns, checkpoint_id, parent_id, record, metadata, seq, hash";

/** True if a checksum is the one that was stored with a row, in an encrypted database by its key. */
export const isStoredSum = (secrets: Secrets | null, checksum: Buffer, stored: unknown): boolean =>
  secrets === null ? isChecksum(checksum, stored) : isKeyedSum(secrets, checksum, stored);

/** Reads a row of that table. */
export function rowOf(row: Record<string, unknown>, secrets: Secrets | null): CheckpointRow {
  const said: CheckpointFacts = {
    threadId: String(row["thread_id"]),
    namespace: String(row["checkpoint_ns"]),
    id: idOfBytes(row["checkpoint_id"]),
    parent: row["parent_id"] === null ? null : idOfBytes(row["parent_id"]),
    document: Number(row["record"]),
    metadata: String(row["metadata"]),
    sequence: Number(row["seq"]),
  };
  const metadata = secrets === null ? said.metadata : openMetadata(secrets, said.threadId, said.metadata);
  const isSound = metadata !== null && isStoredSum(secrets, checkpointChecksum(said), row["hash"]);
  const damage = isSound ? null : new DamagedRow(CHANGED);
  return { ...said, metadata: metadata ?? "{}", damage, tasks: Number(row["tasks"]), rootless: row["rootless"] !== 0 };
}
