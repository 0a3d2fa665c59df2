import type { Secrets } from "../encryption/sealing.ts";
import { DamagedRow } from "../snapshots/damage.ts";
import { rowChecksum } from "../snapshots/stored-text.ts";
import { idOfBytes } from "../saver/id-bytes.ts";
import { pathOf } from "../saver/stored-id.ts";
import { checkedWrites, type StoredWrites } from "../rows/stored-rows.ts";
import { CHANGED, isStoredSum } from "./checkpoint-row.ts";

/** Columns of the table of writes. */
export const WRITES_COLUMNS = "thread_id, checkpoint_ns, checkpoint_id, task_id, record, task_path, hash";

/** The checksum of a row of that table. */
export const writesChecksum = (row: Omit<StoredWrites, "damage">): Buffer =>
  rowChecksum(checkedWrites(row, row.document));

/** Reads a row of that table. */
export function writesRowOf(row: Record<string, unknown>, secrets: Secrets | null): StoredWrites {
  const said = {
    threadId: String(row["thread_id"]),
    namespace: String(row["checkpoint_ns"]),
    id: idOfBytes(row["checkpoint_id"]),
    taskId: idOfBytes(row["task_id"]),
    taskPath: pathOf(String(row["task_path"])),
    document: Number(row["record"]),
  };
  const isSound = isStoredSum(secrets, writesChecksum(said), row["hash"]);
  return { ...said, damage: isSound ? null : new DamagedRow(CHANGED) };
}
