import { keyOf } from "../pruning/prune-policy.ts";
import { inSlices } from "../pruning/slices.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { StoredThread } from "../threads/thread-document.ts";
import type { PruneOptions, Pruning, RemovalGuard } from "../pruning/pruning.ts";
import type { ListedThread, StoredSizes, ThreadStore } from "../saver/saver-store.ts";
import { DamageFinder } from "./damage-finder.ts";
import type { PostgresMemory } from "./memory.ts";
import { readPage } from "./pages.ts";
import { interruptsAt, readRows, type ThreadRows } from "./prune-plan.ts";
import { type PostgresParts, PostgresPruning } from "./pruning.ts";
import type { PostgresReader } from "./reader.ts";
import { removeRows } from "./release.ts";
import { isRemovable } from "./removal-guard.ts";
import { storedSize, turnBytes } from "./sizes.ts";
import { idOfBytes } from "../saver/id-bytes.ts";
import { idOf, storedId } from "../saver/stored-id.ts";
import { copyRows, exportRows, importRows } from "./thread-transfer.ts";

/** Number of rows that a vacuum looks at in one transaction. */
const BATCH = 500;

/**
 * Whole threads in Postgres.
 *
 * @internal
 */
export class PostgresThreadStore implements ThreadStore {
  readonly #memory: PostgresMemory;
  readonly #reader: PostgresReader;

  constructor({ memory, reader }: PostgresParts) {
    this.#memory = memory;
    this.#reader = reader;
  }

  pruning(threadId: string, options: PruneOptions): Pruning {
    return new PostgresPruning({ memory: this.#memory, reader: this.#reader }, threadId, options);
  }

  async mark(): Promise<string> {
    // The position in the log of the server, which every write moves.
    const [row] = await this.#memory.connection.query(
      `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END AS mark`,
      [],
    );
    return String(row?.["mark"]);
  }

  async namespaces(threadId: string): Promise<readonly string[]> {
    const { schema } = this.#memory.store;
    await this.#memory.store.prepare();
    const rows = await this.#memory.connection.query(
      `SELECT DISTINCT o.namespace FROM ${schema}.tidemark_checkpoints o
       JOIN ${schema}.tidemark_threads t ON t.id = o.thread WHERE t.thread_id = $1`,
      [storedId(threadId)],
    );
    return rows.map(({ namespace }) => idOf(String(namespace))).toSorted();
  }

  async list(): Promise<readonly ListedThread[]> {
    const { schema } = this.#memory.store;
    await this.#memory.store.prepare();
    const rows = await this.#memory.connection.query(
      `SELECT t.thread_id, c.checkpoints, n.checkpoint_id, EXISTS (
         SELECT FROM ${schema}.tidemark_writes w
         WHERE w.thread = t.id AND w.namespace = '' AND w.checkpoint_id = n.checkpoint_id
       ) AS written
       FROM ${schema}.tidemark_threads t
       JOIN LATERAL (
         SELECT count(*) AS checkpoints, max(seq) AS newest FROM ${schema}.tidemark_checkpoints
         WHERE thread = t.id AND namespace = ''
       ) c ON c.checkpoints > 0
       JOIN ${schema}.tidemark_checkpoints n ON n.thread = t.id AND n.namespace = '' AND n.seq = c.newest
       ORDER BY c.newest DESC`,
    );
    return rows.map((row) => ({
      threadId: idOf(String(row["thread_id"])),
      checkpoints: Number(row["checkpoints"]),
      newest: idOfBytes(row["checkpoint_id"]),
      hasWrites: row["written"] === true,
    }));
  }

  async hasMoreThan(threadId: string, checkpoints: number): Promise<boolean> {
    const { schema } = this.#memory.store;
    await this.#memory.store.prepare();
    const beyond = await this.#memory.connection.query(
      `SELECT FROM ${schema}.tidemark_threads t JOIN ${schema}.tidemark_checkpoints c ON c.thread = t.id
       WHERE t.thread_id = $1 LIMIT 1 OFFSET $2`,
      [storedId(threadId), checkpoints],
    );
    return beyond.length > 0;
  }

  remove(
    threadId: string,
    { unlessInterrupted = false, ...guard }: RemovalGuard & { readonly unlessInterrupted?: boolean },
  ): Promise<boolean> {
    return new DamageFinder(this.#reader).run((finder) =>
      this.#memory.maintain([threadId], async (maintenance) => {
        if (!(await isRemovable(maintenance, threadId, guard))) return false;
        if (unlessInterrupted) {
          const { query, store } = maintenance;
          const deltas: StoredDeltas = new Map();
          const { rows, writes } = await readPage(query, store.schema, { threadId, trees: false }, deltas);
          if (await this.#isInterrupted({ rows: rows.toReversed(), writes, deltas }, finder)) return false;
        }
        await removeRows(maintenance, threadId);
        return true;
      }),
    );
  }

  async copy(from: string, to: string): Promise<void> {
    await this.#memory.maintain([from, to], (maintenance) => copyRows(maintenance, from, to));
  }

  read(threadId: string): Promise<StoredThread | null> {
    return this.#memory.maintain([threadId], (maintenance) => exportRows(maintenance, threadId));
  }

  async write(threadId: string, stored: StoredThread): Promise<void> {
    await this.#memory.maintain([threadId], (maintenance) => importRows(maintenance, threadId, stored));
  }

  async setExpiry(threadId: string, at: string | null): Promise<boolean> {
    const { schema } = this.#memory.store;
    const changed = await this.#memory.maintain([threadId], ({ query }) =>
      query(
        `UPDATE ${schema}.tidemark_threads t SET expires = $2 WHERE t.thread_id = $1
           AND EXISTS (SELECT 1 FROM ${schema}.tidemark_checkpoints c WHERE c.thread = t.id) RETURNING t.id`,
        [storedId(threadId), at],
      ),
    );
    return changed.length > 0;
  }

  async expired(at: string): Promise<readonly string[]> {
    await this.#memory.store.prepare();
    const expired = `SELECT thread_id FROM ${this.#memory.store.schema}.tidemark_threads WHERE expires <= $1`;
    const rows = await this.#memory.connection.query(expired, [at]);
    return rows.map(({ thread_id }) => idOf(String(thread_id)));
  }

  isInterrupted(threadId: string): Promise<boolean> {
    return new DamageFinder(this.#reader).run(async (finder) =>
      this.#isInterrupted(await readRows(this.#memory.store, threadId, false), finder),
    );
  }

  async #isInterrupted(found: ThreadRows, finder: DamageFinder): Promise<boolean> {
    const interrupted = await inSlices(interruptsAt(this.#memory.store, found, finder));
    const newest = new Map(found.rows.map((row) => [row.namespace, keyOf(row)]));
    return [...newest.values()].some((key) => interrupted.has(key));
  }

  async sizes(threadId: string): Promise<StoredSizes> {
    const { store } = this.#memory;
    await store.prepare();
    const size = await storedSize(store, threadId);
    const turns = await turnBytes(store, threadId);
    const read = await this.#reader.read(threadId, "", undefined);
    const head = this.#memory.thread(threadId).heads.get(threadId, "");
    return { ...size, turns, newest: read === undefined ? null : head?.stored.tree };
  }

  async vacuum(): Promise<void> {
    const { schema } = this.#memory.store;
    for (let last: number | null = 0; last !== null;) last = await this.#releaseAfter(last);
    for (let last: number | null = 0; last !== null;) last = await this.#forgetAfter(last);
    const tables = ["tidemark_values", "tidemark_checkpoints", "tidemark_writes", "tidemark_threads"];
    await this.#memory.connection.query(`VACUUM (ANALYZE) ${tables.map((table) => `${schema}.${table}`).join(", ")}`);
  }

  /** Removes records that no checkpoint depends on. Returns where the next part begins. */
  async #releaseAfter(id: number): Promise<number | null> {
    const { schema } = this.#memory.store;
    const [row] = await this.#memory.maintain([], ({ query }) =>
      query(
        `WITH looked AS MATERIALIZED (
           SELECT id FROM ${schema}.tidemark_checkpoints WHERE thread IS NULL AND id > $1 ORDER BY id LIMIT $2
         ) SELECT max(id) AS last, ${schema}.tidemark_release(array_agg(id), '{}') FROM looked`,
        [id, BATCH],
      ),
    );
    return lastOf(row);
  }

  /** Removes values that nothing names. Returns where the next part begins. */
  async #forgetAfter(id: number): Promise<number | null> {
    const { schema } = this.#memory.store;
    const [row] = await this.#memory.maintain([], async ({ query }) => {
      await query(`SELECT ${schema}.tidemark_lock_store()`);
      return query(
        `WITH looked AS MATERIALIZED (SELECT id FROM ${schema}.tidemark_values WHERE id > $1 ORDER BY id LIMIT $2)
         SELECT max(id) AS last, ${schema}.tidemark_forget(array_agg(id)) FROM looked`,
        [id, BATCH],
      );
    });
    return lastOf(row);
  }
}

function lastOf(row: Readonly<Record<string, unknown>> | undefined): number | null {
  const last = row?.["last"] ?? null;
  return last === null ? null : Number(last);
}
