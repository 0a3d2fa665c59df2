import { checkpointErrors } from "../kernel/errors.ts";
import { unfenced } from "../snapshots/metadata.ts";
import { keyOf } from "../pruning/prune-policy.ts";
import { pause, WRITE_PAUSE } from "../pruning/slices.ts";
import { finish, type Steps } from "../snapshots/steps.ts";
import type { StoredThread } from "../threads/thread-document.ts";
import type { PruneOptions, Pruning, RemovalGuard } from "../pruning/pruning.ts";
import type { ListedThread, StoredSizes, ThreadStore } from "../saver/saver-store.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import { listThreads } from "./list-threads.ts";
import type { SqliteMemory } from "./memory.ts";
import { findingInterrupts, readingRows } from "./prune-plan.ts";
import { readInSlices, type SqliteParts, SqlitePruning } from "./pruning.ts";
import type { SqliteReader } from "./reader.ts";
import { growEpoch } from "./release.ts";
import { findParents, missingTasks } from "./row-counts.ts";
import { atOneMoment, withReadableFailures } from "./schema.ts";
import { storedSize, turnBytes } from "./sizes.ts";
import { readStored, writeStored } from "./thread-transfer.ts";
import type { StoredWrites } from "../rows/stored-rows.ts";
import type { SqliteWriter } from "./writer.ts";

/** Maximum number of values that a vacuum looks at in one transaction. */
const VALUES_AT_ONCE = 5_000;

/**
 * Whole threads in SQLite.
 *
 * @internal
 */
export class SqliteThreadStore implements ThreadStore {
  readonly #memory: SqliteMemory;
  readonly #reader: SqliteReader;
  readonly #writer: SqliteWriter;
  readonly #parts: SqliteParts;

  constructor(parts: SqliteParts) {
    this.#parts = parts;
    this.#memory = parts.memory;
    this.#reader = parts.reader;
    this.#writer = parts.writer;
  }

  pruning(threadId: string, options: PruneOptions): Pruning {
    return new SqlitePruning(this.#parts, threadId, options);
  }

  // oxlint-disable-next-line typescript/require-await -- the port is asynchronous; other databases have to wait
  async list(): Promise<readonly ListedThread[]> {
    return listThreads(this.#memory);
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async mark(): Promise<string> {
    const { database, store } = this.#memory;
    // The first number counts what other connections commit, and the second one what this connection writes.
    return atOneMoment(database, () => {
      const [others] = store.all("PRAGMA data_version");
      const [own] = store.all("SELECT total_changes() AS changes");
      return `${String(others?.["data_version"])} ${String(own?.["changes"])}`;
    });
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async namespaces(threadId: string): Promise<readonly string[]> {
    const { database, store } = this.#memory;
    const query = "SELECT DISTINCT checkpoint_ns AS namespace FROM checkpoints WHERE thread_id = ? ORDER BY 1";
    return atOneMoment(database, () => store.all(query, threadId).map(({ namespace }) => String(namespace)));
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async hasMoreThan(threadId: string, checkpoints: number): Promise<boolean> {
    const beyond = "SELECT 1 FROM checkpoints WHERE thread_id = ? LIMIT 1 OFFSET ?";
    return atOneMoment(this.#memory.database, () => this.#memory.store.all(beyond, threadId, checkpoints).length > 0);
  }

  async remove(
    threadId: string,
    { unlessInterrupted = false, ...guard }: RemovalGuard & { readonly unlessInterrupted?: boolean },
  ): Promise<boolean> {
    let removed = false;
    await this.#memory.inTransaction(threadId, () => {
      removed =
        this.#writer.isRemovable(threadId, guard) && !(unlessInterrupted && finish(this.#findingInterrupted(threadId)));
      if (removed) this.#writer.removeRows(threadId);
    });
    return removed;
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async copy(from: string, to: string): Promise<void> {
    this.#memory.write(() => {
      this.#requireFree(to);
      this.#reader.answers.requireAll(from);
      const rows = this.#reader.rows("thread_id = ?", from);
      if (rows.length === 0) throw checkpointErrors.noSuchThread({ threadId: from });
      const writes = this.#reader.writesOf(from);
      this.#requireWrites(rows, writes);
      this.#memory.store.keys?.share(from, to);
      for (const row of rows) {
        this.#reader.requireSound(row);
        this.#writer.storeRow({ ...row, threadId: to, metadata: unfenced(row.metadata) });
      }
      for (const row of writes) this.#writer.storeWritesRow({ ...row, threadId: to });
      findParents(this.#memory.store, to);
      for (const { document } of [...rows, ...writes]) this.#addUse(document);
    });
  }

  #requireFree(threadId: string): void {
    // No index has the number of the record: rows that damage has hidden in an index are found.
    const [taken] = this.#memory.store.all("SELECT record FROM checkpoints WHERE thread_id = ? LIMIT 1", threadId);
    if (taken !== undefined) throw checkpointErrors.threadExists({ threadId });
  }

  async read(threadId: string): Promise<StoredThread | null> {
    await this.#memory.commits.settled(threadId);
    return atOneMoment(this.#memory.database, () => {
      this.#reader.answers.requireAll(threadId);
      const checkpoints = this.#reader.rows("thread_id = ? ORDER BY seq", threadId);
      if (checkpoints.length === 0) return null;
      const writes = this.#reader.writesOf(threadId);
      this.#requireWrites(checkpoints, writes);
      for (const { damage } of checkpoints) if (damage !== null) throw damage;
      const documents = [...checkpoints, ...writes].map(({ document }) => document);
      return { checkpoints, writes, ...readStored(this.#memory.store, documents) };
    });
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async write(threadId: string, stored: StoredThread): Promise<void> {
    this.#memory.write(() => {
      this.#requireFree(threadId);
      const documents = writeStored(this.#memory.store, threadId, stored);
      const here = ({ document: id }: { readonly document: number }) => ({ document: documents.get(id) ?? 0 });
      // A document lists its checkpoints oldest first; the numbers of later ones are higher than those of all records here.
      const newest = [...documents.values()].at(-1) ?? 0;
      const oldest = newest - stored.checkpoints.length + 1;
      for (const [index, row] of stored.checkpoints.entries())
        this.#writer.storeRow({ ...row, ...here(row), threadId, sequence: oldest + index });
      for (const row of stored.writes) this.#writer.storeWritesRow({ ...row, ...here(row), threadId });
      findParents(this.#memory.store, threadId);
      for (const row of [...stored.checkpoints, ...stored.writes]) this.#addUse(here(row).document);
    });
  }

  #addUse(document: number): void {
    this.#memory.store.sql("UPDATE tidemark_documents SET uses = uses + 1 WHERE id = ?").run(document);
  }

  /** Throws `checkpoint/corrupt` when writes of tasks are missing. */
  #requireWrites(rows: readonly CheckpointRow[], writes: readonly StoredWrites[]): void {
    const tasks = new Map<string, number>();
    for (const each of writes) tasks.set(keyOf(each), (tasks.get(keyOf(each)) ?? 0) + 1);
    for (const row of rows) {
      this.#reader.inspect(row, () => {
        const found = tasks.get(keyOf(row)) ?? 0;
        if (found !== row.tasks) throw missingTasks(row.tasks, found);
      });
    }
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async setExpiry(threadId: string, at: string | null): Promise<boolean> {
    const { store } = this.#memory;
    return this.#memory.write(() => {
      store.sql("DELETE FROM tidemark_expiries WHERE thread_id = ?").run(threadId);
      const [there] = store.all("SELECT 1 FROM checkpoints WHERE thread_id = ? LIMIT 1", threadId);
      if (there === undefined) return false;
      if (at !== null) store.sql("INSERT INTO tidemark_expiries (thread_id, at) VALUES (?, ?)").run(threadId, at);
      return true;
    });
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async expired(at: string): Promise<readonly string[]> {
    const expired = "SELECT thread_id FROM tidemark_expiries WHERE at <= ?";
    const rows = atOneMoment(this.#memory.database, () => this.#memory.store.all(expired, at));
    return rows.map(({ thread_id }) => String(thread_id));
  }

  isInterrupted(threadId: string): Promise<boolean> {
    return readInSlices(this.#memory, this.#findingInterrupted(threadId));
  }

  *#findingInterrupted(threadId: string): Steps<boolean> {
    const reader = { store: this.#memory.store, reader: this.#reader };
    const newest = new Map<string, CheckpointRow>();
    for (const row of yield* readingRows(reader, threadId)) newest.set(row.namespace, row);
    return (yield* findingInterrupts(reader, [...newest.values()])).size > 0;
  }

  async sizes(threadId: string): Promise<StoredSizes> {
    await this.#memory.commits.settled(threadId);
    this.#memory.look();
    const { store } = this.#memory;
    return atOneMoment(this.#memory.database, () => {
      const row = this.#reader.answers.newest(threadId, "");
      if (row !== undefined) this.#reader.requireSound(row);
      const newest =
        row === undefined
          ? null
          : this.#reader.inspect(row, () => {
              const { tree } = store.readRecord(row.document);
              store.readValues(tree);
              return tree;
            });
      return { ...storedSize(store, threadId), turns: turnBytes(store, threadId), newest };
    });
  }

  async vacuum(): Promise<void> {
    this.#memory.look();
    for (let last = await this.#vacuumRange(0); last !== null; last = await this.#vacuumRange(last))
      await pause(WRITE_PAUSE);
    // SQLite writes the whole file again, and nobody else can write meanwhile. What the log still has of the old one goes with it.
    withReadableFailures(() => this.#memory.database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  async #vacuumRange(after: number): Promise<number | null> {
    let last: number | null = null;
    await this.#memory.inTransaction("", () => {
      last = this.#removeUnnamed(after);
    });
    return last;
  }

  /** Removes values of a range of ids that nothing names. Returns where the next range begins. Called inside a transaction. */
  #removeUnnamed(after: number): number | null {
    const { store } = this.#memory;
    const [range] = store.all(
      "SELECT max(id) AS last FROM (SELECT id FROM tidemark_values WHERE id > ? ORDER BY id LIMIT ?)",
      after,
      VALUES_AT_ONCE,
    );
    const last = range?.["last"];
    if (typeof last !== "number") return null;
    const { changes } = store
      .sql(
        `DELETE FROM tidemark_values
         WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT 1 FROM tidemark_uses WHERE value = tidemark_values.id)`,
      )
      .run(after, last);
    if (changes > 0) growEpoch(store);
    return last;
  }
}
