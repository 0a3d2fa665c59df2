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
import { CHECKPOINT_COLUMNS, SqliteReader } from "./reader.ts";
import { releaseDocuments } from "./release.ts";
import { atomically, readableFailure } from "./schema.ts";

/**
 * What the host asks of a saver, on SQLite.
 *
 * @internal
 */
export class SqliteCheckpoints extends SqliteReader {
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
    const { namespace = "", checkpointId: parent } = asked(config);
    const described = this.serializer.stringify(metadata);
    const stored = this.write(() => {
      const base = parent === undefined ? null : this.#treeOf(threadId, namespace, parent);
      const tree = checkpointTree(checkpoint, this.builder, base?.tree ?? null);
      this.store.storeValues(this.builder.takeFresh());
      const kept = this.store.storeTree(tree, base);
      const place = [threadId, namespace, checkpoint.id];
      const [old] = this.rows("thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?", ...place);
      this.store
        .sql(`INSERT OR REPLACE INTO checkpoints (${CHECKPOINT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`)
        .run(threadId, namespace, checkpoint.id, parent ?? null, kept.document.id, described);
      if (old !== undefined) releaseDocuments(this.store, [old.document], "checkpoints");
      return kept;
    });
    this.heads.set(threadId, namespace, { checkpoint: copyCheckpoint(checkpoint), stored });
    return configOf(threadId, namespace, checkpoint.id);
  }

  #treeOf(threadId: string, namespace: string, id: string): StoredTree | null {
    const head = this.heads.get(threadId, namespace);
    if (head?.checkpoint.id === id) return head.stored;
    const [row] = this.rows("thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?", threadId, namespace, id);
    if (row === undefined) return null;
    try {
      return this.store.readDocument(row.document);
    } catch (error) {
      // The new checkpoint need not stand on a damaged one: it is written as a whole.
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
      const place = [threadId, namespace, checkpointId, taskId];
      const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND task_id = ?";
      const [old] = this.store.all(`SELECT document FROM tidemark_writes WHERE ${condition}`, ...place);
      const document = old === undefined ? null : Number(old["document"]);
      const all =
        document === null
          ? new Map<number, readonly [string, unknown]>()
          : this.inspect({ threadId, namespace, id: checkpointId }, () => this.readWrites(document, new Map()));
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
      this.store
        .sql(
          "INSERT OR REPLACE INTO tidemark_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, document) VALUES (?, ?, ?, ?, ?)",
        )
        .run(...place, id);
      if (document !== null) releaseDocuments(this.store, [document], "writes");
    });
  }

  // oxlint-disable-next-line typescript/require-await -- the contract is asynchronous, SQLite is not
  override async deleteThread(threadId: string): Promise<void> {
    this.write(() => {
      const documents = ["checkpoints", "tidemark_writes"].flatMap((table) =>
        this.store.all(`DELETE FROM ${table} WHERE thread_id = ? RETURNING document`, threadId),
      );
      releaseDocuments(
        this.store,
        documents.map((row) => Number(row["document"])),
        "checkpoints",
      );
    });
  }
}
