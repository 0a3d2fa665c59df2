import { checkpointErrors } from "../errors.ts";
import { isDamage } from "../storage/damage.ts";
import { instant } from "../storage/instant.ts";
import { keyOf, type PrunePolicy } from "../storage/prune-policy.ts";
import { inSlices } from "../storage/slices.ts";
import type { DocumentBodies } from "../storage/stored-tree.ts";
import { readThreadDocument, type ThreadDocument } from "../storage/thread-document.ts";
import { requireThreadId } from "../storage/saver-config.ts";
import { channelBytes, type ThreadStats } from "../storage/thread-stats.ts";
import { PostgresCheckpoints, refuseLate } from "./checkpoints.ts";
import { type CheckpointRow, readPage } from "./pages.ts";
import { interruptsAt, type Looking, readThread, type ThreadRows } from "./prune-plan.ts";
import { type Pruning, pruneThread } from "./pruning.ts";
import type { Maintenance } from "./rebase.ts";
import { removeThread } from "./release.ts";
import { storedSize, turnBytes } from "./sizes.ts";
import { idOf, storedId } from "./stored-id.ts";
import { copyRows, exportRows, importRows } from "./thread-transfer.ts";

/** So many values are looked at while others wait. */
const BATCH = 500;

/** A thread with more checkpoints than this is removed in slices. */
const LONG = 256;

/**
 * Keeps checkpoints in Postgres, each value once. Make one with `postgresSaver`.
 */
export class PostgresSaver extends PostgresCheckpoints {
  /**
   * Creates the tables, or migrates them to this version. The first use does the same; call it when the application starts, so that
   * no run waits for it or is aborted while it happens. It happens once, under a lock, however many processes start together.
   */
  async setup(): Promise<void> {
    await this.store.prepare();
  }

  /**
   * Removes old checkpoints of a thread, and the values that nothing else holds; what stays can be read, resumed and forked as
   * before. Gives back how many checkpoints went. Others may write meanwhile.
   *
   * The newest checkpoint, interrupts that wait at the end of a branch, states of subgraphs that belong to what stays, and what
   * delta channels are put together from stay whatever the policy says.
   */
  async prune(threadId: string, policy: PrunePolicy): Promise<number> {
    requireThreadId(threadId);
    return this.#prune(threadId, policy);
  }

  #prune(threadId: string, policy: PrunePolicy, goOn?: Pruning["goOn"]): Promise<number> {
    const maintain: Pruning["maintain"] = (threads, body) => this.maintain(threads, body);
    return this.#lookingAt((looking) =>
      pruneThread({ store: this.store, threadId, policy, looking, maintain, ...(goOn && { goOn }) }),
    );
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
    await this.#thin(threadId, async (maintenance) => {
      await refuseLate(maintenance, threadId, fence);
      return true;
    });
    await this.maintain([threadId], async (maintenance) => {
      await refuseLate(maintenance, threadId, fence);
      await removeThread(maintenance, threadId);
    });
  }

  /** Leaves of a long thread only what its newest checkpoints need. */
  async #thin(threadId: string, goOn?: Pruning["goOn"]): Promise<void> {
    await this.store.prepare();
    const long = await this.connection.query(
      `SELECT FROM ${this.store.schema}.tidemark_threads t JOIN ${this.store.schema}.tidemark_checkpoints c ON c.thread = t.id
       WHERE t.thread_id = $1 LIMIT 1 OFFSET $2`,
      [storedId(threadId), LONG],
    );
    if (long.length === 0) return;
    try {
      await this.#prune(threadId, { keepLast: 0 }, goOn);
    } catch (error) {
      // A damaged thread can still be deleted as a whole.
      if (!checkpointErrors.corrupt.is(error) && !isDamage(error)) throw error;
    }
  }

  /** Says which checkpoint is damaged, once the transaction that found it is over. */
  async #lookingAt<Result>(body: (looking: (row: CheckpointRow) => void) => Promise<Result>): Promise<Result> {
    let at: CheckpointRow | null = null;
    try {
      return await body((row) => {
        at = row;
      });
    } catch (error) {
      if (at === null || !isDamage(error)) throw error;
      return await this.inspect(at, () => {
        throw error;
      });
    }
  }

  /**
   * Copies a thread under another id, with its history and what is pending, without copying a value.
   *
   * Throws `checkpoint/noSuchThread` and `checkpoint/threadExists`; then nothing is written.
   */
  async copyThread(from: string, to: string): Promise<void> {
    for (const threadId of [from, to]) requireThreadId(threadId);
    await this.maintain([from, to], (maintenance) => copyRows(maintenance, from, to));
  }

  /**
   * Gives a thread as one JSON document, with its history and what is pending, each value once.
   *
   * Throws `checkpoint/noSuchThread`, and `checkpoint/unreadable` for a thread that is damaged.
   */
  async exportThread(threadId: string): Promise<ThreadDocument> {
    requireThreadId(threadId);
    return this.maintain([threadId], (maintenance) => exportRows(maintenance, threadId));
  }

  /**
   * Stores the thread of a document under its own id or another one, wherever the document comes from; gives back the id.
   *
   * Throws `checkpoint/unreadable` for a document that is not sound, and `checkpoint/threadExists`; then nothing is written.
   */
  async importThread(document: unknown, options: { readonly threadId?: string } = {}): Promise<string> {
    const { threadId: own, ...stored } = readThreadDocument(document, this.serializer);
    const { threadId = own } = options;
    requireThreadId(threadId);
    await this.maintain([threadId], (maintenance) => importRows(maintenance, threadId, stored));
    return threadId;
  }

  /** Says when a thread may go, as ISO 8601; `null` for never. It goes by {@link removeExpired}. Throws `checkpoint/noSuchThread`. */
  async expireThread(threadId: string, at: string | null): Promise<void> {
    requireThreadId(threadId);
    const { schema } = this.store;
    const until = at === null ? null : instant(at);
    await this.maintain([threadId], async ({ query }) => {
      const changed = await query(
        `UPDATE ${schema}.tidemark_threads t SET expires = $2 WHERE t.thread_id = $1
           AND EXISTS (SELECT 1 FROM ${schema}.tidemark_checkpoints c WHERE c.thread = t.id) RETURNING t.id`,
        [storedId(threadId), until],
      );
      if (changed.length === 0 && until !== null) throw checkpointErrors.noSuchThread({ threadId });
    });
  }

  /**
   * Removes the threads whose time has come, and gives back their ids. One that waits at an interrupt stays until it is answered,
   * unless `waiting` says otherwise.
   */
  async removeExpired(now: string, options: { readonly waiting?: "keep" | "remove" } = {}): Promise<readonly string[]> {
    const { waiting = "keep" } = options;
    const until = instant(now);
    const due = `SELECT thread_id FROM ${this.store.schema}.tidemark_threads WHERE expires <= $1`;
    await this.store.prepare();
    const removed: string[] = [];
    // One by one: others may write in between.
    for (const { thread_id } of await this.connection.query(due, [until])) {
      const threadId = idOf(String(thread_id));
      const isDue = async ({ query }: Maintenance): Promise<boolean> =>
        (await query(`${due} AND thread_id = $2`, [until, thread_id])).length > 0;
      const gone = await this.#lookingAt(async (looking) => {
        if (waiting === "keep" && (await this.#waits(await readThread(this.store, threadId, false), looking)))
          return false;
        await this.#thin(threadId, isDue);
        return this.maintain([threadId], async (maintenance) => {
          if (!(await isDue(maintenance))) return false;
          if (waiting === "keep") {
            const { query, store } = maintenance;
            const bodies: DocumentBodies = new Map();
            const { rows, writes } = await readPage(query, store.schema, { threadId, trees: false }, bodies);
            if (await this.#waits({ rows: rows.toReversed(), writes, bodies }, looking)) return false;
          }
          await removeThread(maintenance, threadId);
          return true;
        });
      });
      if (gone) removed.push(threadId);
    }
    return removed;
  }

  /** Whether the newest checkpoint of a namespace waits at an interrupt. */
  async #waits(found: ThreadRows, looking: Looking): Promise<boolean> {
    const interrupted = await inSlices(interruptsAt(this.store, found, looking));
    const newest = new Map(found.rows.map((row) => [row.namespace, keyOf(row)]));
    return [...newest.values()].some((key) => interrupted.has(key));
  }

  /** Says what a thread takes up, by channel and by turn. */
  async stats(threadId: string): Promise<ThreadStats> {
    requireThreadId(threadId);
    await this.store.prepare();
    const size = await storedSize(this.store, threadId);
    const turns = await turnBytes(this.store, threadId);
    const tuple = await this.getTuple({ configurable: { thread_id: threadId } });
    const head = this.thread(threadId).heads.get(threadId, "");
    const channels = channelBytes(tuple === undefined ? null : head?.stored.tree, (value) =>
      this.serializer.stringify(value),
    );
    return { ...size, channels, turns };
  }

  /**
   * Removes what nothing names, which only damage leaves behind, a little at a time so that others can write, and lets the
   * database use the room again.
   */
  async vacuum(): Promise<void> {
    const { schema } = this.store;
    for (let last: number | null = 0; last !== null;) last = await this.#releaseAfter(last);
    for (let last: number | null = 0; last !== null;) last = await this.#forgetAfter(last);
    const tables = ["tidemark_values", "tidemark_checkpoints", "tidemark_writes", "tidemark_threads"];
    await this.connection.query(`VACUUM (ANALYZE) ${tables.map((table) => `${schema}.${table}`).join(", ")}`);
  }

  /** Removes what no checkpoint stands on any more; gives back where the next part begins. */
  async #releaseAfter(id: number): Promise<number | null> {
    const { schema } = this.store;
    const [row] = await this.maintain([], async ({ query }) =>
      query(
        `WITH looked AS MATERIALIZED (
           SELECT id FROM ${schema}.tidemark_checkpoints WHERE thread IS NULL AND id > $1 ORDER BY id LIMIT $2
         ) SELECT max(id) AS last, ${schema}.tidemark_release(array_agg(id), '{}') FROM looked`,
        [id, BATCH],
      ),
    );
    const last = row?.["last"] ?? null;
    return last === null ? null : Number(last);
  }

  async #forgetAfter(id: number): Promise<number | null> {
    const { schema } = this.store;
    const [row] = await this.maintain([], async ({ query }) => {
      await query(`SELECT ${schema}.tidemark_lock_store()`);
      return query(
        `WITH looked AS MATERIALIZED (SELECT id FROM ${schema}.tidemark_values WHERE id > $1 ORDER BY id LIMIT $2)
         SELECT max(id) AS last, ${schema}.tidemark_forget(array_agg(id)) FROM looked`,
        [id, BATCH],
      );
    });
    const last = row?.["last"] ?? null;
    return last === null ? null : Number(last);
  }
}
