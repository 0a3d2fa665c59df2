import type { Checkpoint, CheckpointPendingWrite } from "@langchain/langgraph-checkpoint";
import { checkpointOf, partOf } from "../snapshots/checkpoint-snapshot.ts";
import { DamagedRow, isDamage } from "../snapshots/damage.ts";
import { fillSnapshot, type KnownValues, showSnapshots, snapshotOf } from "../snapshots/record-snapshots.ts";
import type { StoredDeltas, StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import { mergedPath, mergedWrites } from "../snapshots/merged-writes.ts";
import { sourceOf } from "../snapshots/snapshot-text.ts";
import { byWriteOrder } from "../snapshots/write-order.ts";
import { rowsOf, type ValueNode } from "../snapshots/value-nodes.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import type { StoredPage, StoredRow, StoredWrites } from "./stored-rows.ts";

/** Records and values that were read, also for earlier pages. */
export interface ReadBefore {
  readonly deltas: StoredDeltas;
  readonly known: KnownValues;
}

export const nothingRead = (): ReadBefore => ({ deltas: new Map(), known: new Map() });

/** The same checkpoint in the same thread. */
const isAt = (row: StoredRow, { threadId, namespace, id }: StoredWrites): boolean =>
  threadId === row.threadId && namespace === row.namespace && id === row.id;

/**
 * A page of checkpoints and what makes them whole. The reader of a database reads the values that {@link needs} names, all at once.
 *
 * @internal
 */
export class PageReading<Row extends StoredRow = StoredRow> {
  readonly rows: readonly Row[];
  readonly #writes: readonly StoredWrites[];
  readonly #serializer: StrictSerializer;
  readonly read: ReadBefore;
  /** Trees that stay as they are; those of a list are laid over each other. */
  readonly #trees = new Map<number, StoredSnapshot | Error>();
  readonly #checkpoints = new Map<number, Checkpoint | Error>();

  constructor(serializer: StrictSerializer, { rows, writes }: StoredPage<Row>, read: ReadBefore) {
    this.rows = rows;
    this.#writes = writes;
    this.#serializer = serializer;
    this.read = read;
  }

  /** Ids of the values of some checkpoints, and of what was sent at some. */
  needs(checkpoints: readonly StoredRow[], sentAt: readonly StoredRow[]): ReadonlySet<number> {
    const values = new Set<number>();
    const collect = (tree: ValueNode) => {
      for (const { id } of rowsOf(tree)) if (id !== null) values.add(id);
    };
    const documents = checkpoints.map(({ document }) => document);
    const writes = this.#writes.filter((each) => sentAt.some((row) => isAt(row, each)));
    const apart = writes.map(({ document }) => document).concat(documents.length === 1 ? documents : []);
    for (const id of apart) {
      const stored = this.#treeApart(id);
      if (!(stored instanceof Error)) collect(stored.tree);
    }
    if (documents.length > 1) this.#show(documents, (_, tree) => collect(tree));
    return values;
  }

  /** Makes checkpoints. `fill` gives a tree its values; defaults to taking those that were read. */
  complete(checkpoints: readonly StoredRow[], fill: (tree: ValueNode) => void = (tree) => this.#fill(tree)): void {
    this.#show(
      checkpoints.map(({ document }) => document),
      (id, tree) => {
        try {
          fill(tree);
          this.#checkpoints.set(id, checkpointOf(tree, ""));
        } catch (error) {
          if (!isDamage(error)) throw error;
          this.#checkpoints.set(id, error);
        }
      },
    );
  }

  #fill(tree: ValueNode): unknown {
    return fillSnapshot(tree, this.read.known);
  }

  /** Shows the trees of documents that can be read; each is what it is only while it is shown. */
  #show(documents: readonly number[], show: (id: number, tree: ValueNode) => void): void {
    const shown = new Set<number>();
    try {
      showSnapshots(documents, this.read.deltas, this.#serializer, (id, tree) => {
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
      return snapshotOf(document, this.read.deltas, this.#serializer);
    } catch (error) {
      if (isDamage(error)) return error;
      throw error;
    }
  }

  #treeApart(document: number): StoredSnapshot | Error {
    const stored = this.#trees.get(document) ?? this.#treeOrDamage(document);
    this.#trees.set(document, stored);
    return stored;
  }

  /** A tree that nothing else is laid over, with its values. Throws a {@link DamagedRow}. */
  storedSnapshot(document: number): StoredSnapshot {
    const stored = this.#treeApart(document);
    if (stored instanceof Error) throw stored;
    this.#fill(stored.tree);
    return stored;
  }

  /** A checkpoint that was loaded. Throws a {@link DamagedRow}. */
  checkpoint({ document, id, damage }: StoredRow): Checkpoint {
    if (damage !== null) throw damage;
    const found = this.#checkpoints.get(document);
    if (found instanceof Error) throw found;
    return found === undefined ? checkpointOf(this.storedSnapshot(document).tree, id) : { ...found, id };
  }

  /** Number of rows of writes at a checkpoint. */
  tasksAt(row: StoredRow): number {
    return this.#writes.filter((each) => isAt(row, each)).length;
  }

  /** Pending writes of a checkpoint that were loaded. Throws a {@link DamagedRow}. */
  writes(row: StoredRow): CheckpointPendingWrite[] {
    const tasks = new Map<string, { paths: string[]; parts: Record<string, readonly [string, unknown]>[] }>();
    for (const { taskId, taskPath, document, damage } of this.#writes.filter((each) => isAt(row, each))) {
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
  channels(rows: readonly StoredRow[]): ReadonlyMap<number, ReadonlySet<string>> {
    const channels = new Map<number, ReadonlySet<string>>();
    const documents = rows.map(({ document }) => document);
    this.#show(documents, (id, tree) => void channels.set(id, new Set(partOf(tree, "channel_values")?.items.keys())));
    for (const id of documents) {
      const damage = this.#checkpoints.get(id);
      if (!channels.has(id)) throw damage instanceof Error ? damage : new DamagedRow(`document ${id} is missing`);
    }
    return channels;
  }

  /** The node of a channel in a checkpoint, whose values are not read. Throws a {@link DamagedRow}. */
  channel({ document, damage }: StoredRow, channel: string): ValueNode {
    if (damage !== null) throw damage;
    const tree = this.#treeOrDamage(document);
    if (tree instanceof Error) throw tree;
    const node = partOf(tree.tree, "channel_values")?.items.get(channel);
    if (node === undefined) throw new DamagedRow(`document ${document} has lost "${channel}"`);
    return node;
  }
}
