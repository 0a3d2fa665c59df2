import type { ValueNode } from "./value-tree.ts";

/** Record of a stored snapshot, and its distance from the last one that was written as a whole. */
export interface StoredDocument {
  readonly id: number;
  readonly links: number;
  readonly whole: number;
  readonly changed: number;
}

/** A tree and where it is. */
export interface StoredTree {
  readonly document: StoredDocument;
  readonly tree: ValueNode;
}

/** A document as it is written. */
export interface DocumentBody {
  readonly document: StoredDocument;
  readonly base: number | null;
  readonly written: unknown;
}

/** The documents that were read already, by their ids. */
export type DocumentBodies = Map<number, DocumentBody>;
