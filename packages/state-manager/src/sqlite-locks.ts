import type { LeaseStore } from "./lease-store.ts";
import { leasedLocks, type LeaseOptions } from "./leased-locks.ts";
import type { ThreadLocks } from "./lock.ts";

/** What is asked of a connection to SQLite: `DatabaseSync` of Node has it, and `Database` of better-sqlite3. */
export interface SqliteConnection {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
}

/** A prepared statement. */
export interface SqliteStatement {
  run(...values: (string | number)[]): { readonly changes: number | bigint };
  get(...values: (string | number)[]): unknown;
}

/**
 * Locks for threads that several processes write to, kept in a SQLite database.
 *
 * Use the connection of the checkpointer itself (the `db` of the stock saver), or one of the same copy of SQLite: two
 * copies in one process must not share a file. A lease whose holder is silent runs out by the clock of the machine and goes to the next; its
 * token grows each time. Where the database holds the tables of the stock saver, a checkpoint of a lost lease is refused by
 * the very statement that would write it.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { sqliteLocks } from "@tidemark/state-manager";
 *
 * const locks = sqliteLocks(new DatabaseSync(":memory:"));
 * const first = await locks.acquire("ann");
 * if (first.outcome === "acquired") await first.lease.release();
 * const second = await locks.acquire("ann");
 * console.log(second.outcome === "acquired" && second.lease.token); // 2
 * if (second.outcome === "acquired") await second.lease.release();
 * ```
 */
export const sqliteLocks = (connection: SqliteConnection, options: LeaseOptions = {}): ThreadLocks =>
  leasedLocks(new SqliteLeases(connection), options);

const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

const TABLE = `
  CREATE TABLE IF NOT EXISTS tidemark_leases (
    thread_id TEXT PRIMARY KEY,
    token INTEGER NOT NULL,
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`;

/** A lease that is removed leaves its token behind: the next lease of any new thread gets a greater one. */
const CLEARED = `
  CREATE TABLE IF NOT EXISTS tidemark_cleared_leases (id INTEGER PRIMARY KEY CHECK (id = 1), token INTEGER NOT NULL) STRICT;
  CREATE TRIGGER IF NOT EXISTS tidemark_clear_lease AFTER DELETE ON tidemark_leases BEGIN
    INSERT INTO tidemark_cleared_leases (id, token) VALUES (1, OLD.token)
      ON CONFLICT (id) DO UPDATE SET token = max(token, excluded.token);
  END`;

/**
 * A checkpoint that carries the token of a lost lease does not get in. One without a token, or with one that the host has
 * copied from another checkpoint, was written without a lease.
 */
const FENCE = `
  CREATE TRIGGER IF NOT EXISTS tidemark_fence_checkpoints BEFORE INSERT ON checkpoints
  WHEN json_extract(CAST(NEW.metadata AS TEXT), '$.tidemark_fence_of') = NEW.checkpoint_id
    AND json_extract(CAST(NEW.metadata AS TEXT), '$.tidemark_fence') <
    (SELECT token FROM tidemark_leases WHERE thread_id = NEW.thread_id)
  BEGIN
    SELECT RAISE(ABORT, 'tidemark_fenced');
  END`;

class SqliteLeases implements LeaseStore {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  prepare(): Promise<boolean> {
    this.#connection.exec("PRAGMA busy_timeout = 5000");
    this.#connection.exec(TABLE);
    this.#connection.exec(CLEARED);
    const stock = this.#connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'checkpoints'");
    if (stock.get() === undefined) return Promise.resolve(false);
    this.#connection.exec(FENCE);
    return Promise.resolve(true);
  }

  take(threadId: string, holder: string, milliseconds: number) {
    const row: unknown = this.#unlessBusy(() =>
      this.#connection
        .prepare(
          `INSERT INTO tidemark_leases (thread_id, token, holder, expires_at)
           VALUES (?, 1 + coalesce((SELECT token FROM tidemark_cleared_leases), 0), ?, ${NOW} + ?)
           ON CONFLICT (thread_id) DO UPDATE SET token = token + 1, holder = excluded.holder, expires_at = excluded.expires_at
           WHERE tidemark_leases.expires_at <= ${NOW}
           RETURNING token`,
        )
        .get(threadId, holder, milliseconds),
    );
    return Promise.resolve(isToken(row) ? { token: row.token } : null);
  }

  /** Null while somebody else writes for longer than one waits: whoever asks for a lease asks again, or is told that it is busy. */
  #unlessBusy(ask: () => unknown): unknown {
    try {
      return ask();
    } catch (error) {
      if (isBusy(error)) return null;
      throw error;
    }
  }

  renew(threadId: string, token: number, milliseconds: number): Promise<boolean> {
    const { changes } = this.#connection
      .prepare(`UPDATE tidemark_leases SET expires_at = ${NOW} + ? WHERE thread_id = ? AND token = ?`)
      .run(milliseconds, threadId, token);
    return Promise.resolve(Number(changes) > 0);
  }

  holds(threadId: string, token: number): Promise<boolean> {
    const row = this.#connection
      .prepare("SELECT token FROM tidemark_leases WHERE thread_id = ? AND token = ?")
      .get(threadId, token);
    return Promise.resolve(row !== undefined);
  }

  free(threadId: string, token: number): Promise<void> {
    this.#connection
      .prepare("UPDATE tidemark_leases SET expires_at = 0 WHERE thread_id = ? AND token = ?")
      .run(threadId, token);
    return Promise.resolve();
  }
}

const isToken = (row: unknown): row is { readonly token: number } =>
  typeof row === "object" && row !== null && "token" in row && typeof row.token === "number";

/** SQLITE_BUSY and its kinds: the drivers tell it by name or by number. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  const errcode: unknown = Reflect.get(error, "errcode");
  return String(code).startsWith("SQLITE_BUSY") || (typeof errcode === "number" && errcode % 256 === 5);
}
