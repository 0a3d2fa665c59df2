import type { ValueNode } from "./value-nodes.ts";

/** Record of a stored snapshot, and its distance from the last one that was written as a whole. */
export interface StoredRecord {
  readonly id: number;
  readonly links: number;
  readonly whole: number;
  readonly changed: number;
}

/** A snapshot and its record. */
export interface StoredSnapshot {
  readonly document: StoredRecord;
  readonly tree: ValueNode;
  /** Nearest anchor that the record depends on, if it is known and is not the record itself. */
  readonly anchor?: StoredSnapshot | undefined;
}

/** A record as it is written. */
export interface StoredDelta {
  readonly document: StoredRecord;
  readonly base: number | null;
  readonly written: unknown;
}

/** Records that were read, by id. */
export type StoredDeltas = Map<number, StoredDelta>;
