import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../errors.ts";
import { checkpointTree, copyCheckpoint, writesTree } from "../storage/checkpoint-tree.ts";
import { CLEARED_LEASES, LEASES, tokenIn, tokenOfMetadata } from "../locks/lease-names.ts";
import { isDamage } from "../storage/damage.ts";
import { mergedPath, mergedWrites, placedWrites } from "../storage/merged-writes.ts";
import { asked, configOf, requireThread } from "../storage/saver-config.ts";
import type { StoredTree } from "../storage/stored-tree.ts";
import { contentHash } from "../storage/content-hash.ts";
import type { TreeBuilder } from "../storage/tree-builder.ts";
import { type RecordNode, type RowNode, rowsOf, type ValueNode } from "../storage/value-tree.ts";
import { CHECKPOINT_COLUMNS, checkpointSum, type CheckpointRow, type NewCheckpointRow } from "./checkpoint-row.ts";
import { SqliteReader } from "./reader.ts";
import { releaseDocuments } from "./release.ts";
import { atomically, hasTable, readableFailure } from "./schema.ts";
import { rowSum } from "../storage/stored-text.ts";
import { requireSum } from "./store.ts";
import { summedColumns, WRITES_COLUMNS, type WritesRow, writesRowOf } from "./writes-row.ts";

/** What was handed over, and the values in it that have no id; all of them are looked for when something was forgotten since. */
interface BuiltTree {
  readonly tree: RecordNode;
  readonly fresh: readonly RowNode[];
  readonly age: number;
}

interface TreeToWrite extends BuiltTree {
  readonly threadId: string;
  /** The lease under which it is written; `null` for none. */
  readonly token: number | null;
}

/**
 * What the host asks of a saver, on SQLite.
 *
 * @internal
 */
export abstract class SqliteCheckpoints extends SqliteReader {
  #leased = false;
  /** The checkpoints that were handed over last and are on their way, by their threads and namespaces. */
  readonly #newest = new Map<string, { readonly id: string; readonly tree: ValueNode }>();

  protected override forget(): void {
    super.forget();
    this.#newest.clear();
  }

  /** Runs what writes; after a failure nothing of it is stored, and nothing of it is believed. */
  protected write<Result>(body: () => Result): Result {
    this.look();
    try {
      // What stands in the log behind something that the disk has refused would be lost with it.
      this.disk?.mend(this.database, true);
      this.commits.flush();
      return atomically(this.database, () => {
        this.refresh();
        return body();
      });
    } catch (error) {
      this.forget();
      throw readableFailure(error);
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    _newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId: parent = null } = asked(config);
    const { id } = checkpoint;
    const token = tokenOfMetadata(metadata, id);
    const place = { threadId, namespace, id, parent, metadata: this.serializer.stringify(metadata) };
    // The host goes on with its own while this one waits.
    const own = copyCheckpoint(checkpoint);
    const newest = JSON.stringify([threadId, namespace]);
    const built = this.#build((builder) =>
      checkpointTree(checkpoint, builder, this.#before(threadId, namespace, parent)),
    );
    this.#newest.set(newest, { id, tree: built.tree });
    try {
      await this.#commit({ ...built, threadId, token }, () => this.#storeCheckpoint(place, own, built));
    } finally {
      if (this.#newest.get(newest)?.tree === built.tree) this.#newest.delete(newest);
    }
    return configOf(threadId, namespace, id);
  }

  /** The tree of a checkpoint in memory, which may still be on its way. */
  #before(threadId: string, namespace: string, id: string | null): ValueNode | null {
    const newest = this.#newest.get(JSON.stringify([threadId, namespace]));
    if (newest?.id === id) return newest?.tree ?? null;
    const head = this.heads.get(threadId, namespace);
    return head?.checkpoint.id === id ? (head?.stored.tree ?? null) : null;
  }

  /** Makes a tree of what is handed over, as it is now: the host may change it while it waits. */
  #build(build: (builder: TreeBuilder) => RecordNode): BuiltTree {
    this.look();
    try {
      const tree = build(this.builder);
      return { tree, fresh: this.builder.takeFresh(), age: this.age };
    } catch (error) {
      // What was built before the failure is not to be stored.
      this.forget();
      throw error;
    }
  }

  #commit({ tree, fresh, age, threadId, token }: TreeToWrite, store: () => void): Promise<void> {
    let values: readonly RowNode[] = [];
    return this.commits.add({
      threadId,
      store: () => {
        this.refuseLate(threadId, token);
        values = age === this.age ? fresh : this.#revive(tree);
        this.store.storeValues(values);
        store();
      },
      stored: () => {
        for (const node of values) node.text = "";
      },
      undo: () => {
        for (const node of values) node.id = null;
      },
    });
  }

  /** The values of a tree that are not there: since it was made, something has failed or was removed. */
  #revive(tree: ValueNode): readonly RowNode[] {
    const rows = [...rowsOf(tree)];
    const present = this.store.present(rows.flatMap(({ id }) => id ?? []));
    const gone = rows.filter(({ id }) => id === null || !present.has(id));
    for (const node of gone) {
      node.id = null;
      if (node.text !== "") continue;
      const text = this.encode(node.source, { key: "", parent: null });
      if (contentHash(text) !== node.hash) {
        const problem = "values were removed while a checkpoint that names them was written, and have changed since";
        throw checkpointErrors.unavailable({ problem });
      }
      node.text = text;
    }
    return gone;
  }

  /** Asks in the transaction that writes whether the thread has gone to another writer. */
  protected refuseLate(threadId: string, token: number | null): void {
    if (token === null) return;
    if (!this.#hasLeases()) return;
    // A lease that is not there any more went with its thread.
    const lease = this.store
      .sql(
        `SELECT coalesce(
           (SELECT token FROM ${LEASES} WHERE thread_id = ?), (SELECT token + 1 FROM ${CLEARED_LEASES})
         ) AS token`,
      )
      .bare.get(threadId);
    if (Number(lease?.["token"] ?? 0) > token) throw checkpointErrors.fenced({ threadId });
  }

  #hasLeases(): boolean {
    this.#leased ||= hasTable(this.database, CLEARED_LEASES);
    return this.#leased;
  }

  /** Belongs into a transaction. */
  #storeCheckpoint(
    place: Omit<NewCheckpointRow, "document" | "sequence">,
    checkpoint: Checkpoint,
    built: BuiltTree,
  ): void {
    const { threadId, namespace, id, parent } = place;
    const base = parent === null ? null : this.#treeOf(threadId, namespace, parent);
    const stored = this.store.storeTree(built.tree, base);
    const old = this.one(threadId, namespace, id);
    this.storeRow({
      ...place,
      // At the end of a run, LangGraph may put a checkpoint again, and on itself: it keeps its parent, and its place in the order.
      parent: parent === id ? (old?.parent ?? null) : parent,
      document: stored.document.id,
      // Numbers of documents grow in the transaction that stores them, and are never used again.
      sequence: old?.sequence ?? stored.document.id,
    });
    if (old !== undefined) this.#release(old.document, "checkpoints");
    // A tree from before a failure may hold nodes that are known no more.
    if (built.age === this.age) this.heads.set(threadId, namespace, { checkpoint, stored });
  }

  protected storeRow(row: NewCheckpointRow): void {
    const { threadId, namespace, id, parent, document, metadata, sequence } = row;
    this.store
      .sql(`INSERT OR REPLACE INTO checkpoints (${CHECKPOINT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(threadId, namespace, id, parent, document, metadata, sequence, checkpointSum(row));
  }

  /** Takes the parent off a stored row. An update and no second insert: no lease is asked for, and none is changed. */
  protected removeParent(row: CheckpointRow): void {
    this.store
      .sql(
        `UPDATE checkpoints SET parent_checkpoint_id = NULL, hash = ?
         WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`,
      )
      .run(checkpointSum({ ...row, parent: null }), row.threadId, row.namespace, row.id);
  }

  protected storeWritesRow(row: WritesRow): void {
    const { threadId, namespace, id, taskId, document, taskPath } = row;
    this.store
      .sql(`INSERT OR REPLACE INTO tidemark_writes (${WRITES_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
      .run(threadId, namespace, id, taskId, document, taskPath, rowSum(summedColumns(row)));
  }

  #treeOf(threadId: string, namespace: string, id: string): StoredTree | null {
    const head = this.heads.get(threadId, namespace);
    if (head?.checkpoint.id === id) return head.stored;
    const [row] = this.rows("thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?", threadId, namespace, id);
    // The new checkpoint need not stand on a damaged one: it is written as a whole.
    if (row === undefined || !row.sound) return null;
    try {
      return this.store.readDocument(row.document);
    } catch (error) {
      if (isDamage(error)) return null;
      throw error;
    }
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    // LangGraph before 1.5 passes no path.
    taskPath = "",
  ): Promise<void> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId: id } = asked(config);
    if (id === undefined) throw checkpointErrors.missingId({ id: "checkpoint_id" });
    const token = tokenIn(config.configurable ?? {});
    const built = this.#build((builder) => writesTree(placedWrites(writes), builder));
    const place = { threadId, namespace, id, taskId, taskPath };
    await this.#commit({ ...built, threadId, token }, () => this.#storeWrites(place, built.tree));
  }

  /** Belongs into a transaction. */
  #storeWrites(place: Omit<WritesRow, "document">, tree: RecordNode): void {
    const { threadId, namespace, id, taskId } = place;
    const columns = [threadId, namespace, id, taskId];
    const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND task_id = ?";
    const [row] = this.store.all(`SELECT ${WRITES_COLUMNS} FROM tidemark_writes WHERE ${condition}`, ...columns);
    const old = row === undefined ? null : writesRowOf(row);
    const before =
      old === null
        ? null
        : this.inspect(place, () => {
            requireSum(row?.["hash"], summedColumns(old));
            return this.store.readDocument(old.document).tree;
          });
    const { document } = this.store.storeTree(before?.kind === "record" ? merged(before, tree) : tree, null);
    // What a task sends later may come without the path that it had before.
    const taskPath = mergedPath([old?.taskPath, place.taskPath]);
    this.storeWritesRow({ ...place, taskPath, document: document.id });
    if (old !== null) this.#release(old.document, "writes");
  }

  /** What the next write of the same transaction believes to be there may be gone with it. */
  #release(document: number, kind: "checkpoints" | "writes"): void {
    releaseDocuments(this.store, [document], kind);
    this.refresh();
  }

  /** Belongs into a transaction. */
  protected removeThread(threadId: string): void {
    const documents = ["checkpoints", "tidemark_writes"].flatMap((table) =>
      this.store.all(`DELETE FROM ${table} WHERE thread_id = ? RETURNING document`, threadId),
    );
    this.store.sql("DELETE FROM tidemark_expiries WHERE thread_id = ?").run(threadId);
    // Whoever holds it cannot write any more: its token stays behind, and the thread's next lease gets a greater one.
    if (this.#hasLeases()) this.store.sql(`DELETE FROM ${LEASES} WHERE thread_id = ?`).bare.run(threadId);
    releaseDocuments(
      this.store,
      documents.map((row) => Number(row["document"])),
      "checkpoints",
    );
  }
}

const merged = (before: RecordNode, tree: RecordNode): RecordNode => {
  const items = mergedWrites([before, tree].map((each) => Object.fromEntries(each.items)));
  return { ...tree, items: new Map(Object.entries(items)) };
};
