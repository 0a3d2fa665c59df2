import { partOf } from "../snapshots/checkpoint-snapshot.ts";
import type { InlineValues, KnownValues } from "../snapshots/record-snapshots.ts";
import type { StoredDeltas, StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import type { ValueNode } from "../snapshots/value-nodes.ts";
import { type ChannelWindow, channelWindows } from "./channel-windows.ts";

/** Reads records, and counts what was read. */
interface CountedStore {
  /** Characters of records and values that were read. Only grows. */
  readonly charactersRead: number;
  /** Reads the snapshot of a record after others. */
  readonly readRecordAfter: (id: number, deltas: StoredDeltas, smallValues: InlineValues) => StoredSnapshot;
  readonly readValues: (tree: ValueNode, known: KnownValues) => unknown;
}

/** A tree, and the values that are known. */
interface KnownTree {
  readonly tree: ValueNode;
  readonly known: KnownValues;
}

const channelNodes = (tree: ValueNode) => partOf(tree, "channel_values")?.items;

/** Channels to read: their names, or which of those that a checkpoint has. */
export type WantedChannels = readonly string[] | ((channel: string) => boolean);

/** Values of some channels of a tree. Those that it does not have are missing. */
export function channelsOf(
  store: Pick<CountedStore, "readValues">,
  { tree, known }: KnownTree,
  channels: WantedChannels,
): ReadonlyMap<string, unknown> {
  const nodes = channelNodes(tree);
  const found = new Map<string, unknown>();
  const names = typeof channels === "function" ? [...(nodes?.keys() ?? [])].filter(channels) : channels;
  for (const channel of names) {
    const node = nodes?.get(channel);
    if (node !== undefined) found.set(channel, store.readValues(node, known));
  }
  return found;
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

  /** Values of some channels of a record, whose memory has this age. */
  values(document: number, channels: WantedChannels, age: number): ReadonlyMap<string, unknown> {
    return channelsOf(this.#store, this.#read(document, age), channels);
  }

  /** Windows of the values of some channels of a record, and what differs from another record. */
  windows(
    { document, before, age }: { readonly document: number; readonly before: number | null; readonly age: number },
    channels: readonly string[],
    size: number,
  ): ReadonlyMap<string, ChannelWindow> {
    const old = before === null ? undefined : channelNodes(this.#read(before, age).tree);
    const { tree, known } = this.#read(document, age);
    const read = (node: ValueNode): unknown => this.#store.readValues(node, known);
    return channelWindows({ after: channelNodes(tree), before: old }, channels, { size, read });
  }

  /** Tree of a record, and the values that are known. Forgets everything when memory has another age: ids may name something else. */
  #read(document: number, age: number): KnownTree {
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
