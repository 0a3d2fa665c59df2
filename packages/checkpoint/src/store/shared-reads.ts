import type { InlineValues, KnownValues } from "../snapshots/record-snapshots.ts";
import type { StoredDeltas, StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import type { ValueNode } from "../snapshots/value-nodes.ts";

/** Reads records, and counts what was read. */
interface CountedStore {
  /** Characters of records and values that were read. Only grows. */
  readonly charactersRead: number;
  /** Reads the snapshot of a record after others. */
  readonly readRecordAfter: (id: number, deltas: StoredDeltas, smallValues: InlineValues) => StoredSnapshot;
}

/** Characters of records and values that are kept. A read that finds more begins with nothing. */
const MAX_CHARACTERS = 32_000_000;

/** Maximum number of trees that are kept: those of neighbors are read by turns. */
const MAX_TREES = 8;

/**
 * Records, trees and values that the reads of a history share. Neighbors have nearly all of their values in common.
 *
 * @internal
 */
export class SharedReads {
  readonly #store: CountedStore;
  readonly #deltas: StoredDeltas = new Map();
  readonly #known: KnownValues = new Map();
  /** Trees by record, the most recently used last. */
  readonly #trees = new Map<number, ValueNode>();
  #smallValues: InlineValues = new WeakMap();
  #age: number | null = null;
  #begin = 0;

  constructor(store: CountedStore) {
    this.#store = store;
  }

  /** Tree of a record, and the values that are known. Forgets everything when memory has another age: ids may name something else. */
  read(document: number, age: number): { readonly tree: ValueNode; readonly known: KnownValues } {
    if (age !== this.#age || this.#store.charactersRead - this.#begin > MAX_CHARACTERS) this.clear();
    this.#age = age;
    const tree =
      this.#trees.get(document) ?? this.#store.readRecordAfter(document, this.#deltas, this.#smallValues).tree;
    this.#trees.delete(document);
    this.#trees.set(document, tree);
    for (const oldest of this.#trees.keys()) {
      if (this.#trees.size <= MAX_TREES) break;
      this.#trees.delete(oldest);
    }
    return { tree, known: this.#known };
  }

  clear(): void {
    this.#deltas.clear();
    this.#known.clear();
    this.#trees.clear();
    this.#smallValues = new WeakMap();
    this.#begin = this.#store.charactersRead;
  }
}
