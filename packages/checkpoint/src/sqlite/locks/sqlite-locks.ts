import {
  CLEAR_LEASE,
  CLEARED_LEASES,
  FENCE,
  FENCE_OF,
  FENCE_TRIGGER,
  FENCED,
  LEASES,
} from "../../kernel/lease-names.ts";
import type { LeaseStore } from "../../locks/lease-store.ts";
import { leasedLocks, type LeaseOptions } from "../../locks/leased-locks.ts";
import type { ThreadLocks } from "../../locks/thread-locks.ts";
import { checkpointErrors } from "../../kernel/errors.ts";
import { fileProblem } from "./open-file.ts";
import { SqliteAttempts } from "./attempts.ts";
import type { SqliteConnection } from "./connection.ts";
import { hasEnded, leaseHolder } from "./lease-holder.ts";

/**
 * Locks for threads that several processes write to, stored in a SQLite database.
 *
 * Pass the connection of the checkpointer itself (`saver.database`, or `db` of LangGraph's saver), or another one of the same copy of
 * SQLite: two copies in one process must not share a file. The settings of the connection stay unchanged, and the event loop is not
 * blocked while another process writes to the file. A lease that is not renewed expires by the clock of the database and goes to the
 * next caller with a higher token; that of a process of this host that has ended goes to the next caller at once. If the database has the tables of LangGraph's own saver, a trigger rejects checkpoints of a lost
 * lease in the statement that would store them. A database that does not answer throws `checkpoint/locksUnavailable`.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { sqliteLocks } from "tidemark/sqlite";
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
  leasedLocks(sqliteLeases(connection), options);

/**
 * Port of the leases of a SQLite database.
 *
 * @internal
 */
export const sqliteLeases = (connection: SqliteConnection): LeaseStore => new SqliteLeases(connection);

const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

const TABLE = `
  CREATE TABLE IF NOT EXISTS ${LEASES} (
    thread_id TEXT PRIMARY KEY,
    token INTEGER NOT NULL,
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL
  ) STRICT`;

/** A removed lease leaves its token behind, so that the next lease of any new thread gets a higher one. */
const CLEARED = `
  CREATE TABLE IF NOT EXISTS ${CLEARED_LEASES} (id INTEGER PRIMARY KEY CHECK (id = 1), token INTEGER NOT NULL) STRICT;
  CREATE TRIGGER IF NOT EXISTS ${CLEAR_LEASE} AFTER DELETE ON ${LEASES} BEGIN
    INSERT INTO ${CLEARED_LEASES} (id, token) VALUES (1, OLD.token)
      ON CONFLICT (id) DO UPDATE SET token = max(token, excluded.token);
  END`;

/** The id of a checkpoint as text. Our own table contains bytes, as `idBytes` makes them. */
const ID = "NEW.checkpoint_id";
const ID_PARTS = [
  [1, 8],
  [9, 4],
  [13, 4],
  [17, 4],
  [21, 12],
].map(([from, length]) => `substr(hex(${ID}), ${from}, ${length})`);
const ID_TEXT = `CASE WHEN typeof(${ID}) <> 'blob' THEN ${ID} WHEN length(${ID}) = 16 THEN lower(${ID_PARTS.join(" || '-' || ")})
    ELSE CAST(substr(${ID}, CASE WHEN substr(${ID}, 1, 1) = x'00' THEN 2 ELSE 17 END) AS TEXT) END`;

/**
 * Rejects a checkpoint with the token of a lost lease. One without a token, or with a token that LangGraph has copied from another
 * checkpoint, was written without a lease.
 */
const CREATE_FENCE = `
  CREATE TRIGGER IF NOT EXISTS ${FENCE_TRIGGER} BEFORE INSERT ON checkpoints
  WHEN json_extract(CAST(NEW.metadata AS TEXT), '$.${FENCE_OF}') = ${ID_TEXT}
    AND json_extract(CAST(NEW.metadata AS TEXT), '$.${FENCE}') <
    (SELECT token FROM ${LEASES} WHERE thread_id = NEW.thread_id)
  BEGIN
    SELECT RAISE(ABORT, '${FENCED}');
  END`;

const TAKE = `
  INSERT INTO ${LEASES} (thread_id, token, holder, expires_at, milliseconds)
  VALUES (?, 1 + coalesce((SELECT token FROM ${CLEARED_LEASES}), 0), ?, ${NOW} + ?, ?)
  ON CONFLICT (thread_id) DO UPDATE SET
    token = token + 1, holder = excluded.holder, expires_at = excluded.expires_at, milliseconds = excluded.milliseconds
  WHERE ${LEASES}.expires_at <= ${NOW}`;

/** Shortens a lease that ends later than its whole duration from now: it was taken while the clock was ahead. */
const SHORTEN = `
  UPDATE ${LEASES} SET expires_at = ${NOW} + milliseconds
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
      this.#connection.exec(CLEARED);
      if (!this.#exists("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'checkpoints'")) return false;
      this.#connection.exec(CREATE_FENCE);
      return true;
    });
  }

  #exists(query: string): boolean {
    return this.#connection.prepare(query).get() !== undefined;
  }

  async take(threadId: string, holder: string, milliseconds: number) {
    // Read back in the same transaction: a row that `RETURNING` shows may fail to be stored without an error of the driver.
    const taken = await this.#attempts.unlessBusy(() =>
      this.#transaction(() => {
        const name = leaseHolder(holder);
        const take = () =>
          Number(this.#connection.prepare(TAKE).run(threadId, name, milliseconds, milliseconds).changes) > 0;
        if (take() || (this.#endLeaseOfEndedProcess(threadId) && take())) {
          return this.#connection.prepare(`SELECT token FROM ${LEASES} WHERE thread_id = ?`).get(threadId);
        }
        this.#connection.prepare(SHORTEN).run(threadId);
        return null;
      }),
    );
    return isToken(taken) ? { token: taken.token } : null;
  }

  /** A process that was killed leaves its lease behind. Nobody has to wait until it expires if the process ran on this host. */
  #endLeaseOfEndedProcess(threadId: string): boolean {
    const row = this.#connection.prepare(`SELECT holder FROM ${LEASES} WHERE thread_id = ?`).get(threadId);
    if (typeof row !== "object" || row === null || !("holder" in row) || !hasEnded(row.holder)) return false;
    this.#connection.prepare(`UPDATE ${LEASES} SET expires_at = 0 WHERE thread_id = ?`).run(threadId);
    return true;
  }

  /** Runs statements as one transaction, or as part of one that the application has open on this connection. */
  #transaction<Result>(body: () => Result): Result {
    this.#connection.exec("SAVEPOINT tidemark_lease");
    try {
      const result = body();
      const problem = fileProblem(this.#connection);
      if (problem !== null) throw checkpointErrors.unavailable({ problem });
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
        .prepare(`UPDATE ${LEASES} SET expires_at = ${NOW} + ?, milliseconds = ? WHERE thread_id = ? AND token = ?`)
        .run(milliseconds, milliseconds, threadId, token);
      return Number(changes) > 0;
    });
  }

  holds(threadId: string, token: number): Promise<boolean> {
    return this.#attempts.run(
      () =>
        this.#connection
          .prepare(`SELECT token FROM ${LEASES} WHERE thread_id = ? AND token = ?`)
          .get(threadId, token) !== undefined,
    );
  }

  free(threadId: string, token: number): Promise<void> {
    return this.#attempts.run(() => {
      this.#connection
        .prepare(`UPDATE ${LEASES} SET expires_at = 0 WHERE thread_id = ? AND token = ?`)
        .run(threadId, token);
    });
  }
}

const isToken = (row: unknown): row is { readonly token: number } =>
  typeof row === "object" && row !== null && "token" in row && typeof row.token === "number";
