/** Method of stores that compare and write in one transaction. The same for every copy of the package. */
export const COMPARE_AND_SET: unique symbol = Symbol.for("@tidemark/checkpoint/compareAndSet");

/** A write that is stored only if the item is still the one that was read. */
export interface SwapOperation {
  readonly namespace: readonly string[];
  readonly key: string;
  /** Member `etag` of the stored value that was read; null if there was no item. */
  readonly etag: string | null;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Stores a value if the item has not changed since it was read. Returns false otherwise. */
export type Swap = (operation: SwapOperation) => Promise<boolean>;
