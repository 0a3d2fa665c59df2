import { rowSum, sequencedSum } from "../storage/stored-text.ts";

/** Which checkpoint is meant. */
export type CheckpointPlace = Pick<CheckpointRow, "threadId" | "namespace" | "id">;

/** A checkpoint as it stands in its table. */
export interface CheckpointRow {
  readonly threadId: string;
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly document: number;
  readonly metadata: string;
  /** Grows with every checkpoint that a thread is given, in all of its namespaces: what has the greatest one is the newest. */
  readonly sequence: number;
  /** Whether it says what was written. */
  readonly sound: boolean;
}

/** What a row of the table of checkpoints holds. */
export const CHECKPOINT_COLUMNS =
  "thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, document, metadata, seq, hash";

/** Reads a row of that table. */
export function rowOf(row: Record<string, unknown>): CheckpointRow {
  const parent = row["parent_checkpoint_id"];
  const said = {
    threadId: String(row["thread_id"]),
    namespace: String(row["checkpoint_ns"]),
    id: String(row["checkpoint_id"]),
    parent: typeof parent === "string" ? parent : null,
    document: Number(row["document"]),
    metadata: String(row["metadata"]),
    sequence: Number(row["seq"]),
  };
  const { hash } = row;
  return { ...said, sound: hash instanceof Uint8Array && checkpointSum(said).equals(hash) };
}

/** The sum of a row of checkpoints. */
export const checkpointSum = (row: Omit<CheckpointRow, "sound">): Buffer =>
  sequencedSum(rowSum([row.threadId, row.namespace, row.id, row.parent, row.document, row.metadata]), row.sequence);
