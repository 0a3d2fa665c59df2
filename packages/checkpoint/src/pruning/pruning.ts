import type { PrunePolicy } from "./prune-policy.ts";

/** Checked in each transaction that removes something of a thread. */
export interface RemovalGuard {
  /** Throws `checkpoint/fenced` when the thread has a newer lease than this one. */
  readonly fence?: number | null;
  /** Removes nothing unless the thread has expired at this instant. */
  readonly expiredAt?: string;
}

/** Policy of a prune, and what is checked in each of its transactions. */
export interface PruneOptions {
  readonly policy: PrunePolicy;
  readonly guard: RemovalGuard;
}

/** One prune of a thread in a database. Its methods throw `checkpoint/corrupt`. */
export interface Pruning {
  /** Decides what to remove, and stores kept records so that none depends on a removed one. Returns the number to remove. */
  prepare(): Promise<number>;
  /** Removes planned checkpoints from this place on, in one transaction. Null when the guard does not allow it. */
  removeFrom(from: number): Promise<{ readonly next: number; readonly removed: number } | null>;
}
