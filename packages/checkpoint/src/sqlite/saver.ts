import { checkpointErrors } from "../errors.ts";
import { keyOf, type PrunePolicy } from "../storage/prune-policy.ts";
import { pause, WRITE_PAUSE } from "../storage/slices.ts";
import { finish, type Steps } from "../storage/steps.ts";
import { SqliteCheckpoints } from "./checkpoints.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import { DamagedRow } from "../storage/damage.ts";
import { unfenced } from "../storage/noted-metadata.ts";
import { instant } from "../storage/instant.ts";
import { readThreadDocument, type ThreadDocument, threadDocument } from "../storage/thread-document.ts";
import { requireThreadId } from "../storage/saver-config.ts";
import { channelBytes, type ThreadStats } from "../storage/thread-stats.ts";
import { findingInterrupts, readingRows } from "./prune-plan.ts";
import { type PrunedSaver, pruneThread, readInSlices } from "./pruning.ts";
import { growEpoch } from "./release.ts";
import { atOneMoment, withReadableFailures } from "./schema.ts";
import { findParents, missingTasks } from "./row-counts.ts";
import { storedSize, turnBytes } from "./sizes.ts";
import { requireSum } from "./store.ts";
import { readStored, writeStored } from "./thread-transfer.ts";
import { summedColumns, WRITES_COLUMNS, type WritesRow, writesRowOf } from "./writes-row.ts";

/** A thread with more checkpoints than this is removed in slices. */
const LONG = 256;

/** Maximum number of values that a vacuum looks at in one transaction. */
const VALUES_AT_ONCE = 5_000;

/**
 * Keeps checkpoints in SQLite, each value once. Make one with `sqliteSaver`.
 */
export class SqliteSaver extends SqliteCheckpoints {
  /**
   * Removes old checkpoints of a thread, and the values that nothing else holds; what stays can be read, resumed and forked as
   * before. Gives back how many checkpoints went. Works in slices: others may write meanwhile, and needs no lease.
   *
   * The newest checkpoint, interrupts that wait at the end of a branch, states of subgraphs that belong to what stays, and what
   * delta channels are put together from stay whatever the policy says.
   */
  async prune(threadId: string, policy: PrunePolicy): Promise<number> {
    requireThreadId(threadId);
    this.look();
    await this.commits.settled(threadId);
    return pruneThread(this.#pruned(threadId), threadId, { policy });
  }

  #pruned(threadId: string): PrunedSaver {
    return {
      requireAll: () => this.answers.requireAll(threadId),
      database: this.database,
      store: this.store,
      rows: (...asked) => this.rows(...asked),
      requireSound: (row) => this.requireSound(row),
      inspect: (place, read) => this.inspect(place, read),
      removeParent: (row) => this.removeParent(row),
      write: (body) => this.#inTransaction(threadId, body),
    };
  }

  /** Runs a body in a transaction that it shares with what others have put; others wait for neither in the event loop. */
  #inTransaction(threadId: string, body: () => void): Promise<void> {
    this.look();
    return this.commits.add({
      threadId,
      store: () => {
        body();
        // What the next write of the same transaction believes to be there may be gone with it.
        this.refresh();
      },
      stored: () => {},
      undo: () => {},
    });
  }

  /**
   * Removes a thread. A long one is first pruned to what its newest checkpoint needs, so that others do not wait; the rest goes in
   * one transaction. With the token of a lease as `fence` it throws `checkpoint/fenced`, and removes nothing more, when the thread has
   * a newer lease.
   */
  override async deleteThread(
    threadId: string,
    { fence = null }: { readonly fence?: number | null } = {},
  ): Promise<void> {
    requireThreadId(threadId);
    await this.#thin(threadId, () => {
      this.refuseLate(threadId, fence);
      return true;
    });
    await this.#inTransaction(threadId, () => {
      this.refuseLate(threadId, fence);
      this.removeThread(threadId);
    });
  }

  /** Leaves of a long thread only what its newest checkpoints need. */
  async #thin(threadId: string, goOn?: () => boolean): Promise<void> {
    const counted = "SELECT 1 FROM checkpoints WHERE thread_id = ? LIMIT 1 OFFSET ?";
    const isLong = atOneMoment(this.database, () => this.store.all(counted, threadId, LONG).length > 0);
    if (!isLong) return;
    try {
      await pruneThread(this.#pruned(threadId), threadId, { policy: { keepLast: 0 }, ...(goOn && { goOn }) });
    } catch (error) {
      // A damaged thread can still be deleted as a whole.
      if (!checkpointErrors.corrupt.is(error)) throw error;
    }
  }

  /**
   * Copies a thread under another id, with its history and what is pending, without copying a value.
   *
   * Throws `checkpoint/noSuchThread` and `checkpoint/threadExists`; then nothing is written.
   */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async copyThread(from: string, to: string): Promise<void> {
    for (const threadId of [from, to]) requireThreadId(threadId);
    this.write(() => {
      this.#requireFree(to);
      this.answers.requireAll(from);
      const rows = this.rows("thread_id = ?", from);
      if (rows.length === 0) throw checkpointErrors.noSuchThread({ threadId: from });
      const writes = this.#writesOf(from);
      this.#requireWrites(rows, writes);
      for (const row of rows) {
        this.requireSound(row);
        this.storeRow({ ...row, threadId: to, metadata: unfenced(row.metadata) });
      }
      for (const row of writes) this.storeWritesRow({ ...row, threadId: to });
      findParents(this.store, to);
      for (const { document } of [...rows, ...writes]) {
        this.#useOnce(document);
      }
    });
  }

  #requireFree(threadId: string): void {
    // The document is in no index: what damage has hidden in one is found.
    const [taken] = this.store.all("SELECT document FROM checkpoints WHERE thread_id = ? LIMIT 1", threadId);
    if (taken !== undefined) throw checkpointErrors.threadExists({ threadId });
  }

  /**
   * Gives a thread as one JSON document, with its history and what is pending, each value once.
   *
   * Throws `checkpoint/noSuchThread`, and `checkpoint/corrupt` or `checkpoint/unreadable` for a thread that is damaged.
   */
  async exportThread(threadId: string): Promise<ThreadDocument> {
    requireThreadId(threadId);
    await this.commits.settled(threadId);
    return atOneMoment(this.database, () => {
      this.answers.requireAll(threadId);
      const checkpoints = this.rows("thread_id = ? ORDER BY seq", threadId);
      if (checkpoints.length === 0) throw checkpointErrors.noSuchThread({ threadId });
      try {
        const writes = this.#writesOf(threadId);
        this.#requireWrites(checkpoints, writes);
        if (!checkpoints.every(({ sound }) => sound)) throw new DamagedRow("a row does not fit its sum");
        const documents = [...checkpoints, ...writes].map(({ document }) => document);
        return threadDocument(threadId, { checkpoints, writes, ...readStored(this.store, documents) });
      } catch (error) {
        if (!(error instanceof DamagedRow || error instanceof TypeError)) throw error;
        throw checkpointErrors.unreadable({ problem: error.message }, { cause: error });
      }
    });
  }

  /**
   * Stores the thread of a document under its own id or another one, wherever the document comes from; gives back the id.
   *
   * Throws `checkpoint/unreadable` for a document that is not sound, and `checkpoint/threadExists`; then nothing is written.
   */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async importThread(document: unknown, options: { readonly threadId?: string } = {}): Promise<string> {
    const { threadId: own, ...stored } = readThreadDocument(document, this.serializer);
    const { threadId = own } = options;
    requireThreadId(threadId);
    this.write(() => {
      this.#requireFree(threadId);
      const documents = writeStored(this.store, stored);
      const here = ({ document: id }: { readonly document: number }) => ({ document: documents.get(id) ?? 0 });
      // A document lists its checkpoints oldest first; the numbers of later ones are greater than that of any document here.
      const newest = [...documents.values()].at(-1) ?? 0;
      const oldest = newest - stored.checkpoints.length + 1;
      for (const [index, row] of stored.checkpoints.entries())
        this.storeRow({ ...row, ...here(row), threadId, sequence: oldest + index });
      for (const row of stored.writes) this.storeWritesRow({ ...row, ...here(row), threadId });
      findParents(this.store, threadId);
      for (const row of [...stored.checkpoints, ...stored.writes]) this.#useOnce(here(row).document);
    });
    return threadId;
  }

  #useOnce(document: number): void {
    this.store.sql("UPDATE tidemark_documents SET uses = uses + 1 WHERE id = ?").run(document);
  }

  /** Says when a thread may go, as ISO 8601; `null` for never. It goes by {@link removeExpired}. Throws `checkpoint/noSuchThread`. */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async expireThread(threadId: string, at: string | null): Promise<void> {
    requireThreadId(threadId);
    this.write(() => {
      this.store.sql("DELETE FROM tidemark_expiries WHERE thread_id = ?").run(threadId);
      if (at === null) return;
      const [there] = this.store.all("SELECT 1 FROM checkpoints WHERE thread_id = ? LIMIT 1", threadId);
      if (there === undefined) throw checkpointErrors.noSuchThread({ threadId });
      this.store.sql("INSERT INTO tidemark_expiries (thread_id, at) VALUES (?, ?)").run(threadId, instant(at));
    });
  }

  /**
   * Removes the threads whose time has come, and gives back their ids. One that waits at an interrupt stays until it is answered,
   * unless `waiting` says otherwise.
   */
  async removeExpired(now: string, options: { readonly waiting?: "keep" | "remove" } = {}): Promise<readonly string[]> {
    const { waiting = "keep" } = options;
    const until = instant(now);
    const due = atOneMoment(this.database, () =>
      this.store.all("SELECT thread_id FROM tidemark_expiries WHERE at <= ?", until),
    );
    const removed: string[] = [];
    // One by one: others may write in between.
    for (const { thread_id } of due) {
      const threadId = String(thread_id);
      const isDue = (): boolean =>
        this.store.all("SELECT 1 FROM tidemark_expiries WHERE thread_id = ? AND at <= ?", threadId, until).length > 0;
      if (waiting === "keep" && (await readInSlices(this, this.#waiting(threadId)))) continue;
      await this.#thin(threadId, isDue);
      let gone = false;
      await this.#inTransaction(threadId, () => {
        gone = isDue() && !(waiting === "keep" && finish(this.#waiting(threadId)));
        if (gone) this.removeThread(threadId);
      });
      if (gone) removed.push(threadId);
    }
    return removed;
  }

  /** Whether the newest checkpoint of a namespace waits at an interrupt. */
  *#waiting(threadId: string): Steps<boolean> {
    const reader = this.#pruned(threadId);
    const newest = new Map<string, CheckpointRow>();
    for (const row of yield* readingRows(reader, threadId)) newest.set(row.namespace, row);
    return (yield* findingInterrupts(reader, [...newest.values()])).size > 0;
  }

  #writesOf(threadId: string): WritesRow[] {
    return this.store
      .all(`SELECT ${WRITES_COLUMNS} FROM tidemark_writes WHERE thread_id = ? ORDER BY task_id`, threadId)
      .map((row) => {
        const said = writesRowOf(row);
        this.inspect(said, () => requireSum(row["hash"], summedColumns(said)));
        return said;
      });
  }

  /** Throws `checkpoint/corrupt` when something that tasks have sent is missing. */
  #requireWrites(rows: readonly CheckpointRow[], writes: readonly WritesRow[]): void {
    const sent = new Map<string, number>();
    for (const each of writes) sent.set(keyOf(each), (sent.get(keyOf(each)) ?? 0) + 1);
    for (const row of rows) {
      this.inspect(row, () => {
        const found = sent.get(keyOf(row)) ?? 0;
        if (found !== row.tasks) throw missingTasks(row.tasks, found);
      });
    }
  }

  /** Says what a thread takes up, by channel and by turn. */
  async stats(threadId: string): Promise<ThreadStats> {
    requireThreadId(threadId);
    await this.commits.settled(threadId);
    this.look();
    return atOneMoment(this.database, () => ({
      ...storedSize(this.store, threadId),
      channels: this.#channelBytes(threadId),
      turns: turnBytes(this.store, threadId),
    }));
  }

  #channelBytes(threadId: string): Readonly<Record<string, number>> {
    const row = this.answers.newest(threadId, "");
    if (row === undefined) return {};
    this.requireSound(row);
    return this.inspect(row, () => {
      const { tree } = this.store.readDocument(row.document);
      this.store.readValues(tree);
      return channelBytes(tree, (value) => this.serializer.stringify(value));
    });
  }

  /**
   * Removes values that nothing names, which only damage leaves behind, a part at a time, and gives free pages back to the file
   * system. For the latter SQLite writes the whole file again, and nobody else can write meanwhile.
   */
  async vacuum(): Promise<void> {
    this.look();
    for (let last = await this.#vacuumRange(0); last !== null; last = await this.#vacuumRange(last))
      await pause(WRITE_PAUSE);
    withReadableFailures(() => this.database.exec("VACUUM"));
  }

  async #vacuumRange(after: number): Promise<number | null> {
    let last: number | null = null;
    await this.#inTransaction("", () => {
      last = this.#removeUnnamed(after);
    });
    return last;
  }

  /** Removes values of a range of ids that nothing names; gives back where the next range begins. Belongs into a transaction. */
  #removeUnnamed(after: number): number | null {
    const [range] = this.store.all(
      "SELECT max(id) AS last FROM (SELECT id FROM tidemark_values WHERE id > ? ORDER BY id LIMIT ?)",
      after,
      VALUES_AT_ONCE,
    );
    const last = range?.["last"];
    if (typeof last !== "number") return null;
    const { changes } = this.store
      .sql(
        `DELETE FROM tidemark_values
         WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT 1 FROM tidemark_uses WHERE value = tidemark_values.id)`,
      )
      .run(after, last);
    if (changes > 0) growEpoch(this.store);
    return last;
  }

  /** Stores what is on its way and closes the connection; everything that is asked afterwards throws `checkpoint/unavailable`. */
  close(): void {
    if (!this.database.isOpen) return;
    this.commits.end();
    this.database.close();
    void this.disk?.close();
  }
}
