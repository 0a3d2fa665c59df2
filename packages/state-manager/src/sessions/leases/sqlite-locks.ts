import type { LeaseStore } from "./lease-store.ts";
import { leasedLocks, type LeaseOptions } from "./leased-locks.ts";
import type { ThreadLocks } from "./lock.ts";
import { SqliteAttempts } from "./sqlite-attempts.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/**
 * Locks for threads that several processes write to, kept in a SQLite database.
 *
 * Use the connection of the checkpointer itself (the `db` of the stock saver), or one of the same copy of SQLite: two
 * copies in one process must not share a file. The settings of the connection stay as they are, and the event loop goes on
 * while another process writes to the file. A lease that is not renewed runs out by the clock of the database and goes to the
 * next caller; its token grows each time. Where the database has the tables of the stock saver, a checkpoint of a lost lease is
 * refused by the statement that would store it. A database that does not answer throws `state-manager/locksUnavailable`.
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
    expires_at INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL DEFAULT 30000
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

const TAKE = `
  INSERT INTO tidemark_leases (thread_id, token, holder, expires_at, milliseconds)
  VALUES (?, 1 + coalesce((SELECT token FROM tidemark_cleared_leases), 0), ?, ${NOW} + ?, ?)
  ON CONFLICT (thread_id) DO UPDATE SET
    token = token + 1, holder = excluded.holder, expires_at = excluded.expires_at, milliseconds = excluded.milliseconds
  WHERE tidemark_leases.expires_at <= ${NOW}`;

/** A lease that ends later than its whole duration from now was taken while the clock was ahead. */
const SHORTEN = `
  UPDATE tidemark_leases SET expires_at = ${NOW} + milliseconds
  WHERE thread_id = ? AND expires_at > ${NOW} + milliseconds`;

class SqliteLeases implements LeaseStore {
  readonly #connection: SqliteConnection;
  readonly #attempts: SqliteAttempts;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#attempts = new SqliteAttempts(connection);
  }

  prepare(): Promise<boolean> {
    return this.#attempts.run(() => {
      this.#connection.exec(TABLE);
      if (!this.#exists("SELECT 1 FROM pragma_table_info('tidemark_leases') WHERE name = 'milliseconds'")) {
        this.#connection.exec("ALTER TABLE tidemark_leases ADD COLUMN milliseconds INTEGER NOT NULL DEFAULT 30000");
      }
      this.#connection.exec(CLEARED);
      if (!this.#exists("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'checkpoints'")) return false;
      this.#connection.exec(FENCE);
      return true;
    });
  }

  #exists(query: string): boolean {
    return this.#connection.prepare(query).get() !== undefined;
  }

  async take(threadId: string, holder: string, milliseconds: number) {
    // Read back in the transaction that writes: a row that `RETURNING` shows may fail to be stored, and the driver says nothing.
    const taken = await this.#attempts.unlessBusy(() =>
      this.#transaction(() => {
        const { changes } = this.#connection.prepare(TAKE).run(threadId, holder, milliseconds, milliseconds);
        if (Number(changes) > 0) {
          return this.#connection.prepare("SELECT token FROM tidemark_leases WHERE thread_id = ?").get(threadId);
        }
        this.#connection.prepare(SHORTEN).run(threadId);
        return null;
      }),
    );
    return isToken(taken) ? { token: taken.token } : null;
  }

  /** Runs statements as one transaction, or as part of one that the application has begun on this connection. */
  #transaction<Result>(body: () => Result): Result {
    this.#connection.exec("SAVEPOINT tidemark_lease");
    try {
      const result = body();
      this.#connection.exec("RELEASE tidemark_lease");
      return result;
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  #undo(): void {
    try {
      this.#connection.exec("ROLLBACK TO tidemark_lease; RELEASE tidemark_lease");
    } catch {
      // SQLite ends the whole transaction by itself when the disk is full.
    }
  }

  renew(threadId: string, token: number, milliseconds: number): Promise<boolean> {
    return this.#attempts.run(() => {
      const { changes } = this.#connection
        .prepare(
          `UPDATE tidemark_leases SET expires_at = ${NOW} + ?, milliseconds = ? WHERE thread_id = ? AND token = ?`,
        )
        .run(milliseconds, milliseconds, threadId, token);
      return Number(changes) > 0;
    });
  }

  holds(threadId: string, token: number): Promise<boolean> {
    return this.#attempts.run(
      () =>
        this.#connection
          .prepare("SELECT token FROM tidemark_leases WHERE thread_id = ? AND token = ?")
          .get(threadId, token) !== undefined,
    );
  }

  free(threadId: string, token: number): Promise<void> {
    return this.#attempts.run(() => {
      this.#connection
        .prepare("UPDATE tidemark_leases SET expires_at = 0 WHERE thread_id = ? AND token = ?")
        .run(threadId, token);
    });
  }
}

const isToken = (row: unknown): row is { readonly token: number } =>
  typeof row === "object" && row !== null && "token" in row && typeof row.token === "number";
