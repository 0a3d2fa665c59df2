import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  copyCheckpoint,
  type PendingWrite,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../errors.ts";
import { checkpointTree, writesTree } from "../storage/checkpoint-tree.ts";
import { isDamage } from "../storage/damage.ts";
import { asked, configOf, requireThread } from "../storage/saver-config.ts";
import type { StoredTree } from "../storage/stored-tree.ts";
import type { ValueNode } from "../storage/value-tree.ts";
import { CHECKPOINT_COLUMNS, type CheckpointPlace, type CheckpointRow, checkpointSum, SqliteReader } from "./reader.ts";
import { releaseDocuments } from "./release.ts";
import { atomically, hasTable, readableFailure } from "./schema.ts";
import { requireSum, rowSum } from "./store.ts";

/** What a task wrote, as it stands in its table. */
export interface WritesRow extends CheckpointPlace {
  readonly taskId: string;
  readonly document: number;
}

/**
 * What the host asks of a saver, on SQLite.
 *
 * @internal
 */
export class SqliteCheckpoints extends SqliteReader {
  #leased = false;

  /** Runs what writes; after a failure nothing of it is stored, and nothing of it is believed. */
  protected write<Result>(body: () => Result): Result {
    try {
      return atomically(this.database, () => {
        this.refresh();
        return body();
      });
    } catch (error) {
      this.forget();
      throw readableFailure(error);
    }
  }

  // oxlint-disable-next-line typescript/require-await -- the contract is asynchronous, SQLite is not
  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    _newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId: parent = null } = asked(config);
    const described = this.serializer.stringify(metadata);
    this.write(() => {
      // The host copies what was noted on the checkpoint before, and with it the token of a lease that is over.
      if (Reflect.get(metadata, "tidemark_fence_of") === checkpoint.id) this.#refuseLate(threadId, metadata);
      this.storeCheckpoint({ threadId, namespace, id: checkpoint.id, parent }, checkpoint, described);
    });
    return configOf(threadId, namespace, checkpoint.id);
  }

  /** Asks in the transaction that writes whether the thread has gone to another writer. */
  #refuseLate(threadId: string, noted: object): void {
    const token: unknown = Object.hasOwn(noted, "tidemark_fence") ? Reflect.get(noted, "tidemark_fence") : null;
    if (typeof token !== "number") return;
    this.#leased ||= hasTable(this.database, "tidemark_leases");
    if (!this.#leased) return;
    const [lease] = this.store.all("SELECT token FROM tidemark_leases WHERE thread_id = ?", threadId);
    if (lease !== undefined && Number(lease["token"]) > token) throw checkpointErrors.fenced({ threadId });
  }

  /** Belongs into a transaction. */
  protected storeCheckpoint(
    place: CheckpointPlace & { readonly parent: string | null },
    checkpoint: Checkpoint,
    metadata: string,
  ): void {
    const { threadId, namespace, id, parent } = place;
    const base = parent === null ? null : this.#treeOf(threadId, namespace, parent);
    const tree = checkpointTree(checkpoint, this.builder, base?.tree ?? null);
    this.store.storeValues(this.builder.takeFresh());
    const stored = this.store.storeTree(tree, base);
    const old = this.one(threadId, namespace, id);
    this.storeRow({ ...place, document: stored.document.id, metadata });
    if (old !== undefined) releaseDocuments(this.store, [old.document], "checkpoints");
    this.heads.set(threadId, namespace, { checkpoint: copyCheckpoint(checkpoint), stored });
  }

  protected storeRow(row: Omit<CheckpointRow, "sound">): void {
    const { threadId, namespace, id, parent, document, metadata } = row;
    this.store
      .sql(`INSERT OR REPLACE INTO checkpoints (${CHECKPOINT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
      .run(threadId, namespace, id, parent, document, metadata, checkpointSum(row));
  }

  protected storeWritesRow(row: WritesRow): void {
    const columns = [row.threadId, row.namespace, row.id, row.taskId, row.document];
    this.store
      .sql(
        "INSERT OR REPLACE INTO tidemark_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, document, hash) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(...columns, rowSum(columns));
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

  // oxlint-disable-next-line typescript/require-await -- the contract is asynchronous, SQLite is not
  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId } = asked(config);
    if (checkpointId === undefined) throw checkpointErrors.missingId({ id: "checkpoint_id" });
    this.write(() => {
      this.#refuseLate(threadId, config.configurable ?? {});
      const place = [threadId, namespace, checkpointId, taskId];
      const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND task_id = ?";
      const [old] = this.store.all(`SELECT document, hash FROM tidemark_writes WHERE ${condition}`, ...place);
      const document = old === undefined ? null : Number(old["document"]);
      const all =
        document === null
          ? new Map<number, readonly [string, unknown]>()
          : this.inspect({ threadId, namespace, id: checkpointId }, () => {
              requireSum(old?.["hash"], [...place, document]);
              return this.readWrites(document, new Map());
            });
      for (const [position, [channel, value]] of writes.entries()) {
        const index = Object.hasOwn(WRITES_IDX_MAP, channel) ? (WRITES_IDX_MAP[channel] ?? position) : position;
        // A task that runs again does not overwrite what it wrote, but may be interrupted or fail anew.
        if (index < 0 || !all.has(index)) all.set(index, [channel, value]);
      }
      const tree: ValueNode = writesTree(
        Array.from(all, ([index, [channel, value]]) => [index, channel, value] as const),
        this.builder,
      );
      this.store.storeValues(this.builder.takeFresh());
      const { id } = this.store.storeTree(tree, null).document;
      this.storeWritesRow({ threadId, namespace, id: checkpointId, taskId, document: id });
      if (document !== null) releaseDocuments(this.store, [document], "writes");
    });
  }

  // oxlint-disable-next-line typescript/require-await -- the contract is asynchronous, SQLite is not
  override async deleteThread(threadId: string): Promise<void> {
    this.write(() => this.removeThread(threadId));
  }

  /** Belongs into a transaction. */
  protected removeThread(threadId: string): void {
    const documents = ["checkpoints", "tidemark_writes"].flatMap((table) =>
      this.store.all(`DELETE FROM ${table} WHERE thread_id = ? RETURNING document`, threadId),
    );
    this.store.sql("DELETE FROM tidemark_expiries WHERE thread_id = ?").run(threadId);
    releaseDocuments(
      this.store,
      documents.map((row) => Number(row["document"])),
      "checkpoints",
    );
  }
}
