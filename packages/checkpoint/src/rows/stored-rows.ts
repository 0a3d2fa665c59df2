import { keyedSum } from "../encryption/sealed-rows.ts";
import type { NumberedSecret } from "../encryption/sealing.ts";
import type { DamagedRow } from "../snapshots/damage.ts";
import type { CheckpointFacts, CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import { rowChecksum, sequencedChecksum } from "../snapshots/stored-text.ts";

/** Row of a checkpoint, as far as every database has it. A copy names the record of another row. */
export interface StoredRow extends CheckpointFacts {
  /** Reason why the row cannot be trusted, or null. */
  readonly damage: DamagedRow | null;
}

/** Checkpoint and task that writes belong to. */
export interface TaskPlace extends CheckpointPlace {
  readonly taskId: string;
  /** Path of the task. Empty when it has none. */
  readonly taskPath: string;
}

/** Row of the writes of a task. A task may have several, the oldest first. */
export interface StoredWrites extends TaskPlace {
  readonly document: number;
  readonly damage: DamagedRow | null;
}

/** Checkpoints with what was sent there. */
export interface StoredPage<Row extends StoredRow = StoredRow> {
  readonly rows: readonly Row[];
  readonly writes: readonly StoredWrites[];
}

/** What the checksum of the row of a checkpoint covers beside its sequence number. */
export const checkedFacts = (row: Omit<CheckpointFacts, "sequence">): readonly (string | number | null)[] => [
  row.threadId,
  row.namespace,
  row.id,
  row.parent,
  row.document,
  row.metadata,
];

/** The checksum of the row of a checkpoint, which in an encrypted Postgres is made with the secret of the thread. */
export const checkpointChecksum = (row: CheckpointFacts, secret: NumberedSecret | null = null): Buffer =>
  sequencedChecksum(keyedSum(secret, rowChecksum(checkedFacts(row))), row.sequence);

/** What the checksum of the row of writes covers: its place, and its record or the number of it. */
export const checkedWrites = (row: TaskPlace, written: string | number): readonly (string | number)[] => [
  row.threadId,
  row.namespace,
  row.id,
  row.taskId,
  written,
  ...(row.taskPath === "" ? [] : [row.taskPath]),
];
