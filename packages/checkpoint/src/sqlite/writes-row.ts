import { idOfBytes } from "../store/id-bytes.ts";
import { pathOf } from "../store/stored-id.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";

/** The writes of a task at a checkpoint, as their row contains them. */
export interface WritesRow extends CheckpointPlace {
  readonly taskId: string;
  /** Path of the task. Empty in rows from before paths were stored. */
  readonly taskPath: string;
  readonly document: number;
}

/** Columns of the table of writes, without the checksum. */
const COLUMNS = "thread_id, checkpoint_ns, checkpoint_id, task_id, record, task_path";

/** Columns of the table of writes. */
export const WRITES_COLUMNS = `${COLUMNS}, hash`;

/** Reads a row of that table, without its checksum. */
export const writesRowOf = (row: Record<string, unknown>): WritesRow => ({
  threadId: String(row["thread_id"]),
  namespace: String(row["checkpoint_ns"]),
  id: idOfBytes(row["checkpoint_id"]),
  taskId: idOfBytes(row["task_id"]),
  taskPath: pathOf(String(row["task_path"])),
  document: Number(row["record"]),
});

/** The columns that the checksum covers. A row without a path has the checksum that it had before paths were stored. */
export const checkedColumns = (row: WritesRow): readonly (string | number)[] => [
  row.threadId,
  row.namespace,
  row.id,
  row.taskId,
  row.document,
  ...(row.taskPath === "" ? [] : [row.taskPath]),
];
