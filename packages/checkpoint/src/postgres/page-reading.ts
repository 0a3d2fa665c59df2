import type { Checkpoint, CheckpointPendingWrite } from "@langchain/langgraph-checkpoint";
import { checkpointOf, partOf } from "../snapshots/checkpoint-snapshot.ts";
import { DamagedRow, isDamage } from "../snapshots/damage.ts";
import { fillSnapshot, type KnownValues, showSnapshots, snapshotOf } from "../snapshots/record-snapshots.ts";
import type { StoredDeltas, StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import { mergedPath, mergedWrites } from "../snapshots/merged-writes.ts";
import { sourceOf } from "../snapshots/snapshot-text.ts";
import { byWriteOrder } from "../snapshots/write-order.ts";
import { rowsOf, type ValueNode } from "../snapshots/value-nodes.ts";
import type { CheckpointRow, Page, Wanted, WritesRow } from "./pages.ts";
import type { PostgresStore } from "./store.ts";

/** Records and values that were read for earlier pages. */
export interface ReadBefore {
  readonly deltas: StoredDeltas;
  readonly known: KnownValues;
}

/** The same checkpoint in the same thread. */
const isAt = (row: CheckpointRow, { threadId, namespace, id }: WritesRow): boolean =>
  threadId === row.threadId && namespace === row.namespace && id === row.id;

/**
 * A page of checkpoints and what makes them whole: their values come in one more round trip, however many there are.
 *
 * @internal
 */
export class PageReading {
  readonly rows: readonly CheckpointRow[];
  readonly #page: Page;
  readonly #store: PostgresStore;
  readonly #read: ReadBefore;
  /** Trees that stay as they are; those of a list are laid over each other. */
  readonly #trees = new Map<number, StoredSnapshot | Error>();
  readonly #checkpoints = new Map<number, Checkpoint | Error>();

  constructor(store: PostgresStore, page: Page, read: ReadBefore) {
    this.rows = page.rows;
    this.#page = page;
    this.#store = store;
    this.#read = read;
  }

  static async of(store: PostgresStore, wanted: Wanted, read: ReadBefore): Promise<PageReading> {
    return new PageReading(store, await store.readPage(wanted, read.deltas), read);
  }

  /** Reads the values of some checkpoints, and of what was sent at some. */
  async load(checkpoints: readonly CheckpointRow[], sentAt: readonly CheckpointRow[]): Promise<void> {
    const documents = checkpoints.map(({ document }) => document);
    const writes = this.#page.writes.filter((each) => sentAt.some((row) => isAt(row, each)));
    const [only] = documents;
    const apart = writes.map(({ document }) => document).concat(documents.length === 1 ? (only ?? []) : []);
    for (const id of apart) if (!this.#trees.has(id)) this.#trees.set(id, this.#treeOrDamage(id));
    const values = new Set<number>();
    const collect = (tree: ValueNode) => {
      for (const { id } of rowsOf(tree)) if (id !== null) values.add(id);
    };
    for (const id of apart) {
      const stored = this.#trees.get(id);
      if (stored !== undefined && !(stored instanceof Error)) collect(stored.tree);
    }
    if (documents.length > 1) this.show(documents, (_, tree) => collect(tree));
    await this.#store.readValuesOf(values, this.#read.known);
    if (documents.length === 1) return;
    this.show(documents, (id, tree) => {
      try {
        fillSnapshot(tree, this.#read.known);
        this.#checkpoints.set(id, checkpointOf(tree, ""));
      } catch (error) {
        if (!isDamage(error)) throw error;
        this.#checkpoints.set(id, error);
      }
    });
  }

  /** Shows the trees of documents that can be read; each is what it is only while it is shown. */
  show(documents: readonly number[], show: (id: number, tree: ValueNode) => void): void {
    const shown = new Set<number>();
    try {
      showSnapshots(documents, this.#read.deltas, this.#store.serializer, (id, tree) => {
        shown.add(id);
        show(id, tree);
      });
    } catch (error) {
      if (!isDamage(error)) throw error;
      // Which of them are damaged, and which are not, is found one by one.
      for (const id of documents) {
        const stored = shown.has(id) ? null : this.#treeOrDamage(id);
        if (stored instanceof Error) this.#checkpoints.set(id, stored);
        else if (stored !== null) show(id, stored.tree);
      }
    }
  }

  #treeOrDamage(document: number): StoredSnapshot | Error {
    try {
      return snapshotOf(document, this.#read.deltas, this.#store.serializer);
    } catch (error) {
      if (isDamage(error)) return error;
      throw error;
    }
  }

  /** A tree that nothing else is laid over, with its values. Throws a {@link DamagedRow}. */
  storedSnapshot(document: number): StoredSnapshot {
    const stored = this.#trees.get(document) ?? this.#treeOrDamage(document);
    if (stored instanceof Error) throw stored;
    fillSnapshot(stored.tree, this.#read.known);
    return stored;
  }

  /** A checkpoint that was loaded. Throws a {@link DamagedRow}. */
  checkpoint({ document, id, damage }: CheckpointRow): Checkpoint {
    if (damage !== null) throw damage;
    const found = this.#checkpoints.get(document);
    if (found instanceof Error) throw found;
    return found === undefined ? checkpointOf(this.storedSnapshot(document).tree, id) : { ...found, id };
  }

  /** Pending writes of a checkpoint that were loaded. Throws a {@link DamagedRow}. */
  writes(row: CheckpointRow): CheckpointPendingWrite[] {
    const tasks = new Map<string, { paths: string[]; parts: Record<string, readonly [string, unknown]>[] }>();
    for (const { taskId, taskPath, document, damage } of this.#page.writes.filter((each) => isAt(row, each))) {
      if (damage !== null) throw damage;
      const written: unknown = sourceOf(this.storedSnapshot(document).tree);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `writesSnapshot` makes such trees, and their sums are checked
      const part = written as Record<string, readonly [string, unknown]>;
      const task = tasks.get(taskId) ?? { paths: [], parts: [] };
      task.paths.push(taskPath);
      task.parts.push(part);
      tasks.set(taskId, task);
    }
    return Array.from(tasks, ([taskId, { paths, parts }]) => ({ taskId, taskPath: mergedPath(paths), parts }))
      .toSorted(byWriteOrder)
      .flatMap(({ taskId, parts }) =>
        Object.entries(mergedWrites(parts))
          .toSorted(([one], [other]) => Number(one) - Number(other))
          .map(([, [channel, value]]): CheckpointPendingWrite => [taskId, channel, value]),
      );
  }

  /** The nodes of channels in each of the checkpoints, by their documents; they may only be asked whether they are there. */
  channels(rows: readonly CheckpointRow[]): ReadonlyMap<number, ReadonlySet<string>> {
    const channels = new Map<number, ReadonlySet<string>>();
    const documents = rows.map(({ document }) => document);
    this.show(documents, (id, tree) => void channels.set(id, new Set(partOf(tree, "channel_values")?.items.keys())));
    for (const id of documents) {
      const damage = this.#checkpoints.get(id);
      if (!channels.has(id)) throw damage instanceof Error ? damage : new DamagedRow(`document ${id} is missing`);
    }
    return channels;
  }

  /** The value of a channel in a checkpoint, read. Throws a {@link DamagedRow}. */
  async valueOf({ document, damage }: CheckpointRow, channel: string): Promise<unknown> {
    if (damage !== null) throw damage;
    const tree = this.#treeOrDamage(document);
    if (tree instanceof Error) throw tree;
    const node = partOf(tree.tree, "channel_values")?.items.get(channel);
    if (node === undefined) throw new DamagedRow(`document ${document} has lost "${channel}"`);
    await this.#store.readValues([node], this.#read.known);
    return fillSnapshot(node, this.#read.known);
  }
}
