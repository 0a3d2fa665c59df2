import { checkpointErrors } from "../errors.ts";
import { keptCheckpoints, type PrunedCheckpoint, type PrunePolicy } from "../storage/prune-policy.ts";
import { SqliteCheckpoints, type WritesRow } from "./checkpoints.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import { releaseDocuments } from "./release.ts";
import type { DocumentBodies, StoredTree } from "../storage/stored-tree.ts";
import { DamagedRow, isDamage } from "../storage/damage.ts";
import { isInterrupted, prunedBy, unfenced } from "../storage/noted-metadata.ts";
import { instant } from "../storage/instant.ts";
import { readThreadDocument, type ThreadDocument, threadDocument } from "../storage/thread-document.ts";
import { requireThreadId } from "../storage/saver-config.ts";
import type { ThreadStats } from "../storage/thread-stats.ts";
import { atOneMoment, readableFailure } from "./schema.ts";
import { storedSize, turnBytes } from "./sizes.ts";
import { requireSum } from "./store.ts";
import { readStored, writeStored } from "./thread-transfer.ts";

/**
 * Keeps checkpoints in SQLite, each value once. Make one with `sqliteSaver`.
 */
export class SqliteSaver extends SqliteCheckpoints {
  /**
   * Removes old checkpoints of a thread, and the values that nothing else holds; what stays can be read, resumed and forked as
   * before. Gives back how many checkpoints went.
   *
   * The newest checkpoint, interrupts that wait at the end of a branch, states of subgraphs that belong to what stays, and what
   * delta channels are put together from stay whatever the policy says.
   */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async prune(threadId: string, policy: PrunePolicy): Promise<number> {
    return this.write(() => {
      const all = this.#describe(threadId);
      const kept = new Set(keptCheckpoints(all, policy));
      const gone = all.filter((each) => !kept.has(each));
      if (gone.length === 0) return 0;
      const released = gone.map(({ document }) => document);
      const writes = gone.flatMap(({ namespace, id }) => this.#removeCheckpoint(threadId, namespace, id));
      for (const { namespace, id } of gone) {
        const children = "thread_id = ? AND checkpoint_ns = ? AND parent_checkpoint_id = ?";
        for (const row of this.rows(children, threadId, namespace, id)) this.removeParent(row);
      }
      releaseDocuments(this.store, writes, "writes");
      this.#rebase(
        all.filter((each) => kept.has(each)),
        new Set(released),
      );
      releaseDocuments(this.store, released, "checkpoints");
      return gone.length;
    });
  }

  #describe(threadId: string): readonly (PrunedCheckpoint & { readonly document: number })[] {
    const interrupted = new Set(this.#interrupted(threadId));
    // Newest first, so that one walk along the documents serves them all.
    const rows = this.rows("thread_id = ? ORDER BY checkpoint_id DESC", threadId);
    for (const row of rows) this.requireSound(row);
    const trees = this.#lookAt(rows);
    return rows
      .map((row) => {
        const { document, namespace, id, parent } = row;
        const waits = interrupted.has(JSON.stringify([namespace, id]));
        return { namespace, id, parent, document, interrupted: waits, ...trees(row) };
      })
      .toReversed();
  }

  /** What pruning has to know of checkpoints by their trees. Throws `checkpoint/corrupt`. */
  #lookAt(rows: readonly CheckpointRow[]): (row: CheckpointRow) => ReturnType<typeof prunedBy> {
    const bodies: DocumentBodies = new Map();
    const found = new Map<CheckpointRow, ReturnType<typeof prunedBy>>();
    const byDocument = new Map<number, CheckpointRow[]>();
    for (const row of rows) byDocument.set(row.document, [...(byDocument.get(row.document) ?? []), row]);
    try {
      this.store.showDocuments(
        [...byDocument.keys()],
        (id, tree) => {
          for (const row of byDocument.get(id) ?? []) found.set(row, prunedBy(row.metadata, tree));
        },
        bodies,
      );
    } catch (error) {
      // Which one is damaged is found one by one.
      if (!isDamage(error)) throw error;
    }
    return (row) =>
      found.get(row) ??
      this.inspect(row, () => prunedBy(row.metadata, this.store.readDocument(row.document, bodies).tree));
  }

  *#interrupted(threadId: string): Generator<string> {
    for (const row of this.store.all("SELECT * FROM tidemark_writes WHERE thread_id = ?", threadId)) {
      const place = { threadId, namespace: String(row["checkpoint_ns"]), id: String(row["checkpoint_id"]) };
      const { tree } = this.inspect(place, () => this.store.readDocument(Number(row["document"])));
      if (isInterrupted(tree)) yield JSON.stringify([row["checkpoint_ns"], row["checkpoint_id"]]);
    }
  }

  #removeCheckpoint(threadId: string, namespace: string, id: string): number[] {
    const place = [threadId, namespace, id];
    const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    this.store.sql(`DELETE FROM checkpoints WHERE ${condition}`).run(...place);
    const writes = this.store.all(`DELETE FROM tidemark_writes WHERE ${condition} RETURNING document`, ...place);
    return writes.map((row) => Number(row["document"]));
  }

  /** Lets documents that stay stand on each other, and on none that goes; those of copies, which share them, too. */
  #rebase(kept: readonly { readonly document: number }[], gone: ReadonlySet<number>): void {
    const bodies: DocumentBodies = new Map();
    const rewritten = new Map<number, StoredTree>();
    let before: number | null = null;
    const documents = [...new Set(kept.map((each) => each.document))].toSorted((one, other) => one - other);
    // What is read with one of the last need not be read again.
    for (const document of documents.toReversed()) this.store.readBodies(document, bodies);
    for (const document of documents) {
      const base = bodies.get(document)?.base ?? null;
      if (base !== null && gone.has(base)) {
        const { tree } = this.store.readDocument(document, bodies);
        const onto: StoredTree | null =
          before === null ? null : (rewritten.get(before) ?? this.store.readDocument(before, bodies));
        rewritten.set(document, { tree, document: this.store.rewrite(document, tree, onto) });
      }
      before = document;
    }
  }

  /**
   * Copies a thread under another id, with its history and what is pending, without copying a value.
   *
   * Throws `checkpoint/noSuchThread` and `checkpoint/threadExists`; then nothing is written.
   */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async copyThread(from: string, to: string): Promise<void> {
    requireThreadId(to);
    this.write(() => {
      this.#requireFree(to);
      const rows = this.rows("thread_id = ?", from);
      if (rows.length === 0) throw checkpointErrors.noSuchThread({ threadId: from });
      const writes = this.#writesOf(from);
      for (const row of rows) {
        this.requireSound(row);
        this.storeRow({ ...row, threadId: to, metadata: unfenced(row.metadata) });
      }
      for (const row of writes) this.storeWritesRow({ ...row, threadId: to });
      for (const { document } of [...rows, ...writes]) {
        this.#useOnce(document);
      }
    });
  }

  #requireFree(threadId: string): void {
    const [taken] = this.store.all("SELECT 1 FROM checkpoints WHERE thread_id = ? LIMIT 1", threadId);
    if (taken !== undefined) throw checkpointErrors.threadExists({ threadId });
  }

  /**
   * Gives a thread as one JSON document, with its history and what is pending, each value once.
   *
   * Throws `checkpoint/noSuchThread`, and `checkpoint/unreadable` for a thread that is damaged.
   */
  async exportThread(threadId: string): Promise<ThreadDocument> {
    await this.commits.settled(threadId);
    return atOneMoment(this.database, () => {
      const checkpoints = this.rows("thread_id = ? ORDER BY checkpoint_id DESC", threadId);
      if (checkpoints.length === 0) throw checkpointErrors.noSuchThread({ threadId });
      try {
        const writes = this.#writesOf(threadId);
        if (!checkpoints.every(({ sound }) => sound)) throw new DamagedRow("a row does not fit its sum");
        const documents = [...checkpoints, ...writes].map(({ document }) => document);
        return threadDocument(threadId, { checkpoints, writes, ...readStored(this.store, documents) });
      } catch (error) {
        if (!(error instanceof DamagedRow)) throw error;
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
      for (const row of stored.checkpoints) this.storeRow({ ...row, ...here(row), threadId });
      for (const row of stored.writes) this.storeWritesRow({ ...row, ...here(row), threadId });
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
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async removeExpired(now: string, options: { readonly waiting?: "keep" | "remove" } = {}): Promise<readonly string[]> {
    const { waiting = "keep" } = options;
    const due = atOneMoment(this.database, () =>
      this.store.all("SELECT thread_id FROM tidemark_expiries WHERE at <= ?", instant(now)),
    );
    const removed: string[] = [];
    // One by one: others may write in between.
    for (const { thread_id } of due) {
      const threadId = String(thread_id);
      this.write(() => {
        const [still] = this.store.all(
          "SELECT 1 FROM tidemark_expiries WHERE thread_id = ? AND at <= ?",
          threadId,
          instant(now),
        );
        if (still === undefined || (waiting === "keep" && this.#waits(threadId))) return;
        this.removeThread(threadId);
        removed.push(threadId);
      });
    }
    return removed;
  }

  #waits(threadId: string): boolean {
    const newest = new Map<string, string>();
    for (const { namespace, id } of this.rows("thread_id = ? ORDER BY checkpoint_id", threadId))
      newest.set(namespace, id);
    const interrupted = new Set(this.#interrupted(threadId));
    return [...newest].some((place) => interrupted.has(JSON.stringify(place)));
  }

  #writesOf(threadId: string): WritesRow[] {
    return this.store.all("SELECT * FROM tidemark_writes WHERE thread_id = ?", threadId).map((row) => {
      const said = {
        threadId,
        namespace: String(row["checkpoint_ns"]),
        id: String(row["checkpoint_id"]),
        taskId: String(row["task_id"]),
        document: Number(row["document"]),
      };
      requireSum(row["hash"], [threadId, said.namespace, said.id, said.taskId, said.document]);
      return said;
    });
  }

  /** Says what a thread takes up, by channel and by turn. */
  async stats(threadId: string): Promise<ThreadStats> {
    await this.commits.settled(threadId);
    this.look();
    return atOneMoment(this.database, () => ({
      ...storedSize(this.store, threadId),
      channels: this.#channelBytes(threadId),
      turns: turnBytes(this.store, threadId),
    }));
  }

  #channelBytes(threadId: string): Readonly<Record<string, number>> {
    const { checkpoint } = this.find(threadId, "") ?? {};
    const values = Object.entries(checkpoint?.channel_values ?? {});
    return Object.fromEntries(
      values.map(([channel, value]) => [channel, Buffer.byteLength(this.serializer.stringify(value))]),
    );
  }

  /** Removes values that nothing names, which only damage leaves behind, and gives free pages back to the file system. */
  // oxlint-disable-next-line typescript/require-await -- as the rest of a saver; other databases have to wait
  async vacuum(): Promise<void> {
    this.write(() => {
      const { changes } = this.store
        .sql(
          "DELETE FROM tidemark_values WHERE NOT EXISTS (SELECT 1 FROM tidemark_uses WHERE value = tidemark_values.id)",
        )
        .run();
      if (changes > 0) this.store.sql("UPDATE tidemark_schema SET value = value + 1 WHERE name = 'epoch'").run();
    });
    try {
      this.database.exec("VACUUM");
    } catch (error) {
      throw readableFailure(error);
    }
  }

  /** Stores what is on its way and closes the connection; everything that is asked afterwards throws `checkpoint/unavailable`. */
  close(): void {
    if (!this.database.isOpen) return;
    this.commits.end();
    this.database.close();
    void this.disk?.close();
  }
}
