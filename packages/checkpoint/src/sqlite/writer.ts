import type { Checkpoint } from "@langchain/langgraph-checkpoint";
import { sealMetadata } from "../encryption/sealed-metadata.ts";
import { sumOf } from "../encryption/sealed-rows.ts";
import { checkpointErrors } from "../kernel/errors.ts";
import { CLEARED_LEASES, LEASES } from "../kernel/lease-names.ts";
import { checkpointSnapshot, writesSnapshot } from "../snapshots/checkpoint-snapshot.ts";
import { type ChangeReport, changeReport } from "../snapshots/change-report.ts";
import { isDamage } from "../snapshots/damage.ts";
import { mergedPath, mergedWrites, placedWrites } from "../snapshots/merged-writes.ts";
import { packText, VALUES } from "../packing/packed-text.ts";
import type { StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import { type RecordNode, type RowNode, rowsOf, type ValueNode } from "../snapshots/value-nodes.ts";
import { idBytes } from "../saver/id-bytes.ts";
import { storedPath } from "../saver/stored-id.ts";
import { reviveValue } from "../saver/revive-value.ts";
import type { RemovalGuard } from "../pruning/pruning.ts";
import type { CheckpointToPut, CheckpointWriter, WritesToPut } from "../saver/saver-store.ts";
import { checkpointChecksum, type StoredWrites, type TaskPlace } from "../rows/stored-rows.ts";
import type { CheckpointFacts } from "../snapshots/checkpoint-facts.ts";
import { CHECKPOINT_COLUMNS, type CheckpointRow } from "./checkpoint-row.ts";
import type { BuiltSnapshot, SqliteMemory } from "./memory.ts";
import type { SqliteReader } from "./reader.ts";
import { growEpoch, releaseRecords } from "./release.ts";
import { hasTable } from "./schema.ts";
import { WRITES_COLUMNS, writesChecksum, writesRowOf } from "./writes-row.ts";

// Texts of statements are constants: a text that is put together for each call is also compared with the prepared ones each time.
const INSERT_CHECKPOINT = `INSERT OR REPLACE INTO checkpoints (${CHECKPOINT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_WRITES = `INSERT OR REPLACE INTO tidemark_writes (${WRITES_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
const SELECT_WRITES = `SELECT ${WRITES_COLUMNS} FROM tidemark_writes
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND task_id = ?`;

interface SnapshotToWrite extends BuiltSnapshot {
  readonly threadId: string;
  /** Token of the lease under which it is written. Null for none. */
  readonly token: number | null;
}

/**
 * Writes checkpoints and the writes of tasks in SQLite.
 *
 * @internal
 */
export class SqliteWriter implements CheckpointWriter {
  readonly #memory: SqliteMemory;
  readonly #reader: SqliteReader;
  readonly #report: ChangeReport | null;
  #leased = false;

  constructor(memory: SqliteMemory, reader: SqliteReader) {
    this.#memory = memory;
    this.#reader = reader;
    this.#report = changeReport(memory.changesInPlace);
  }

  async put({ checkpoint, token, ...place }: CheckpointToPut): Promise<void> {
    const { threadId, namespace, id, parent } = place;
    const { newest } = this.#memory;
    const key = JSON.stringify([threadId, namespace]);
    const { changesInPlace: changes } = this.#memory;
    const built = this.#memory.build(threadId, (builder) => {
      // Only now: what was put before may have been forgotten, as in a transaction of the application's own.
      const before = this.#before(threadId, namespace, parent);
      this.#report?.checkpoint(before, checkpoint, threadId);
      return checkpointSnapshot(checkpoint, builder, { parent: before, changes });
    });
    newest.set(key, { id, tree: built.tree });
    try {
      await this.#commit({ ...built, threadId, token }, () => this.#storeCheckpoint(place, checkpoint, built));
    } finally {
      if (newest.get(key)?.tree === built.tree) newest.delete(key);
    }
  }

  async putWrites({ writes, token, ...place }: WritesToPut): Promise<void> {
    const { threadId, namespace, id } = place;
    const { changesInPlace: changes } = this.#memory;
    const built = this.#memory.build(threadId, (builder) => {
      this.#report?.taskEnded(this.#before(threadId, namespace, id), place);
      return writesSnapshot(placedWrites(writes), builder, changes);
    });
    await this.#commit({ ...built, threadId, token }, () => this.#storeWrites(place, built.tree));
  }

  /** The snapshot of a checkpoint in memory, which may not be stored yet. */
  #before(threadId: string, namespace: string, id: string | null): ValueNode | null {
    const newest = this.#memory.newest.get(JSON.stringify([threadId, namespace]));
    if (newest?.id === id) return newest?.tree ?? null;
    const head = this.#memory.heads.get(threadId, namespace);
    return head?.checkpoint.id === id ? (head?.stored.tree ?? null) : null;
  }

  #commit({ tree, fresh, age, threadId, token }: SnapshotToWrite, store: () => void): Promise<void> {
    let values: readonly RowNode[] = [];
    // Packed before the transaction begins, in which other processes cannot write.
    const packed = new Map(fresh.map((node) => [node, packText(node.text, VALUES)]));
    return this.#memory.commits.add({
      threadId,
      store: () => {
        this.#requireLease(threadId, token);
        values = age === this.#memory.age ? fresh : this.#revive(threadId, tree);
        this.#memory.store.storeValues(threadId, values, packed);
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

  /** The values of a snapshot that are not stored: since it was made, a write has failed or values were removed. */
  #revive(threadId: string, tree: ValueNode): readonly RowNode[] {
    const rows = [...rowsOf(tree)];
    const present = this.#memory.store.present(
      threadId,
      rows.flatMap(({ id }) => id ?? []),
    );
    const gone = rows.filter(({ id }) => id === null || !present.has(id));
    for (const node of gone) reviveValue(node, this.#memory.encode);
    return gone;
  }

  /** True if a guard allows to remove a thread. Throws `checkpoint/fenced`. Called inside a transaction. */
  isRemovable(threadId: string, { fence = null, expiredAt }: RemovalGuard): boolean {
    this.#requireLease(threadId, fence);
    if (expiredAt === undefined) return true;
    const expired = "SELECT 1 FROM tidemark_expiries WHERE thread_id = ? AND at <= ?";
    return this.#memory.store.all(expired, threadId, expiredAt).length > 0;
  }

  /** Throws `checkpoint/fenced` when the thread has a newer lease. Called inside the transaction that writes. */
  #requireLease(threadId: string, token: number | null): void {
    if (token === null) return;
    if (!this.#hasLeases()) return;
    // A lease that is missing was removed with its thread.
    const lease = this.#memory.store
      .sql(
        `SELECT coalesce(
           (SELECT token FROM ${LEASES} WHERE thread_id = ?), (SELECT token + 1 FROM ${CLEARED_LEASES})
         ) AS token`,
      )
      .bare.get(threadId);
    if (Number(lease?.["token"] ?? 0) > token) throw checkpointErrors.fenced({ threadId });
  }

  #hasLeases(): boolean {
    this.#leased ||= hasTable(this.#memory.database, CLEARED_LEASES);
    return this.#leased;
  }

  #storeCheckpoint(
    place: Omit<CheckpointFacts, "document" | "sequence">,
    checkpoint: Checkpoint,
    built: BuiltSnapshot,
  ): void {
    const { threadId, namespace, id, parent } = place;
    const { store, heads } = this.#memory;
    const base = parent === null ? null : this.#baseOf(threadId, namespace, parent);
    const stored = store.storeSnapshot(threadId, built.tree, base);
    const old = this.#reader.one(threadId, namespace, id);
    this.storeRow({
      ...place,
      // At the end of a run, LangGraph may put a checkpoint again, with itself as parent: it keeps its parent and its place in the order.
      parent: parent === id ? (old?.parent ?? null) : parent,
      document: stored.document.id,
      // Numbers of records grow in the transaction that stores them, and are never used again.
      sequence: old?.sequence ?? stored.document.id,
    });
    if (old !== undefined) this.#release(old.document, "checkpoints");
    // A snapshot from before a failure may contain nodes that are not known any more.
    if (built.age === this.#memory.age) heads.set(threadId, namespace, { checkpoint, stored });
  }

  /** Stores the row of a checkpoint. Called inside a transaction. */
  storeRow(row: CheckpointFacts): void {
    const { threadId, namespace, id, parent, document, sequence } = row;
    const { keys } = this.#memory.store;
    const metadata = keys === null ? row.metadata : sealMetadata(keys, threadId, row.metadata);
    this.#memory.store
      .sql(INSERT_CHECKPOINT)
      .run(
        threadId,
        namespace,
        idBytes(id),
        parent === null ? null : idBytes(parent),
        document,
        metadata,
        sequence,
        sumOf(keys, threadId, checkpointChecksum({ ...row, metadata })),
      );
  }

  /** Removes the parent of a stored row. An update, not a second insert: no lease is checked, and none is changed. */
  removeParent(row: CheckpointRow): void {
    this.#memory.store
      .sql(
        `UPDATE checkpoints SET parent_id = NULL, hash = ?
         WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`,
      )
      .run(this.#sumWithout(row), row.threadId, row.namespace, idBytes(row.id));
  }

  /** The checksum of a row without its parent, over the metadata as it is stored. */
  #sumWithout(row: CheckpointRow): Buffer {
    const { store } = this.#memory;
    const [found] = store.all(
      "SELECT metadata FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?",
      row.threadId,
      row.namespace,
      idBytes(row.id),
    );
    const metadata = String(found?.["metadata"]);
    return sumOf(store.keys, row.threadId, checkpointChecksum({ ...row, metadata, parent: null }));
  }

  /** Stores the row of what a task wrote. Called inside a transaction. */
  storeWritesRow(row: Omit<StoredWrites, "damage">): void {
    const { threadId, namespace, id, taskId, document, taskPath } = row;
    const sum = sumOf(this.#memory.store.keys, threadId, writesChecksum(row));
    this.#memory.store
      .sql(INSERT_WRITES)
      .run(threadId, namespace, idBytes(id), idBytes(taskId), document, storedPath(taskPath), sum);
  }

  /** The snapshot that the record of a new checkpoint is stored as a change of. */
  #baseOf(threadId: string, namespace: string, id: string): StoredSnapshot | null {
    const { store, heads } = this.#memory;
    const head = heads.get(threadId, namespace);
    const row = head?.checkpoint.id === id ? undefined : this.#reader.one(threadId, namespace, id);
    try {
      if (head?.checkpoint.id === id) return store.withAnchor(head.stored);
      // The new checkpoint does not depend on a damaged one: it is written as a whole.
      return row === undefined || row.damage !== null ? null : store.withAnchor(store.readRecord(row.document));
    } catch (error) {
      if (isDamage(error)) return null;
      throw error;
    }
  }

  #storeWrites(place: TaskPlace, tree: RecordNode): void {
    const { threadId, namespace, id, taskId } = place;
    const { store } = this.#memory;
    const row = store.sql(SELECT_WRITES).get(threadId, namespace, idBytes(id), idBytes(taskId));
    const old = row === undefined ? null : writesRowOf(row, store.keys);
    const before =
      old === null
        ? null
        : this.#reader.inspect(place, () => {
            if (old.damage !== null) throw old.damage;
            return store.readRecord(old.document).tree;
          });
    const { document } = store.storeSnapshot(threadId, before?.kind === "record" ? merged(before, tree) : tree, null);
    // What a task writes later may come without its path.
    const taskPath = mergedPath([old?.taskPath, place.taskPath]);
    this.storeWritesRow({ ...place, taskPath, document: document.id });
    if (old !== null) this.#release(old.document, "writes");
  }

  /** Releases a record. The next write of the same transaction must not take it for stored. */
  #release(document: number, kind: "checkpoints" | "writes"): void {
    releaseRecords(this.#memory.store, [document], kind);
    this.#memory.refresh();
  }

  /** Removes all rows of a thread. Called inside a transaction. */
  removeRows(threadId: string): void {
    const { store } = this.#memory;
    const documents = ["checkpoints", "tidemark_writes"].flatMap((table) =>
      store.all(`DELETE FROM ${table} WHERE thread_id = ? RETURNING record`, threadId),
    );
    store.sql("DELETE FROM tidemark_expiries WHERE thread_id = ?").run(threadId);
    // Its holder cannot write any more: the token stays behind, and the next lease of the thread gets a higher one.
    if (this.#hasLeases()) store.sql(`DELETE FROM ${LEASES} WHERE thread_id = ?`).bare.run(threadId);
    releaseRecords(
      store,
      documents.map((row) => Number(row["record"])),
      "checkpoints",
    );
    if (store.keys === null) return;
    store.keys.delete(threadId);
    // A new thread of this id has another secret: no row of the old one may be taken for stored, also when a copy keeps it.
    growEpoch(store);
  }
}

const merged = (before: RecordNode, tree: RecordNode): RecordNode => {
  const items = mergedWrites([before, tree].map((each) => Object.fromEntries(each.items)));
  return { ...tree, items: new Map(Object.entries(items)) };
};
