import type { Life } from "../scheduler.ts";

/** Observer of what is stored, whatever stores it. */
export interface StorageWitness {
  /** A host has taken a lease. */
  leased(life: Life, threadId: string, token: number): void;
  /** A host has stored a checkpoint of the graph itself. Null for a write without a lease. */
  stored(life: Life, checkpoint: StoredCheckpoint): void;
  /** A host has stored what a task wrote. Null for a write without a lease. */
  wrote(life: Life, threadId: string, token: number | null, writes: readonly StoredWrite[]): void;
  /** A host has stored a whole thread, which ends with a checkpoint. */
  copied(life: Life, threadId: string, newest: string): void;
  removed(life: Life, threadId: string, token: number | null): void;
}

/** Write of a task. */
export type StoredWrite = readonly [channel: string, value: unknown];

/** A checkpoint that was stored. */
export interface StoredCheckpoint {
  readonly threadId: string;
  readonly id: string;
  readonly parent: string | null;
  readonly token: number | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Id of the newest checkpoint of the graph itself. */
export const newestOf = (rows: readonly { readonly namespace: string; readonly id: string }[]): string =>
  rows.findLast(({ namespace }) => namespace === "")?.id ?? "";
