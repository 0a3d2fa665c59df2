import type { ValueNode } from "./value-nodes.ts";

/** Record of a stored snapshot, and its distance from the last one that was written as a whole. */
export interface StoredRecord {
  readonly id: number;
  readonly links: number;
  readonly whole: number;
  readonly changed: number;
}

/** A tree and where it is. */
export interface StoredSnapshot {
  readonly document: StoredRecord;
  readonly tree: ValueNode;
}

/** A document as it is written. */
export interface StoredDelta {
  readonly document: StoredRecord;
  readonly base: number | null;
  readonly written: unknown;
}

/** The documents that were read already, by their ids. */
export type StoredDeltas = Map<number, StoredDelta>;
