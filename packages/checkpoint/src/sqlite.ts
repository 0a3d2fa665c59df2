import { DatabaseSync } from "node:sqlite";
import type { StoredClasses } from "./serializer/encode-value.ts";
import { DiskSync, logOf } from "./sqlite/disk-sync.ts";
import { SqliteSaver } from "./sqlite/saver.ts";
import { withReadableFailures } from "./sqlite/schema.ts";

/** What a saver keeps in memory, and brings to life. */
export interface SqliteCommonOptions {
  /** How many threads stay in memory, those that were used last; 100 when not said. */
  readonly cachedThreads?: number;
  /** Classes of the application that checkpoints may bring back to life. */
  readonly classes?: StoredClasses;
}

/** A file of the saver's own, and how sure a write to it has to be. */
export interface SqliteFileOptions extends SqliteCommonOptions {
  /** The file, or `:memory:`, which it is when not said. */
  readonly file?: string;
  /** Whether an acknowledged checkpoint survives a loss of power (`"full"`, the default) or only the end of the process. */
  readonly synchronous?: "full" | "normal";
  /** How long to wait for other writers to the file; 5,000 milliseconds when not said. */
  readonly busyTimeout?: number;
  readonly database?: never;
}

/** A connection of the application's own, whose settings stay as they are. */
export interface SqliteConnectionOptions extends SqliteCommonOptions {
  /**
   * The connection. What is put while the application has a transaction open on it is part of that one, and goes with it when it is
   * rolled back.
   */
  readonly database: DatabaseSync;
  readonly file?: never;
  readonly synchronous?: never;
  readonly busyTimeout?: never;
}

/** Where the checkpoints are. */
export type SqliteSaverOptions = SqliteFileOptions | SqliteConnectionOptions;

export type { PrunePolicy } from "./storage/prune-policy.ts";
export type { ThreadDocument } from "./storage/thread-document.ts";
export type { ThreadStats, TurnBytes } from "./storage/thread-stats.ts";
export type { LeaseOptions } from "./locks/leased-locks.ts";
export type { SqliteConnection, SqliteStatement } from "./sqlite/locks/connection.ts";
export { sqliteLocks } from "./sqlite/locks/sqlite-locks.ts";
export { SqliteSaver } from "./sqlite/saver.ts";
export { stockThreads } from "./sqlite/stock-threads.ts";

/**
 * Keeps checkpoints in a SQLite file, and each value in it once: a step costs what it changed, however long the thread is.
 *
 * Needs no addon: it stands on `node:sqlite`. What `put` has acknowledged survives a kill and a loss of power. Several processes
 * may use one file. Throws `checkpoint/unavailable` for a file that cannot be used.
 *
 * @example
 * ```ts
 * import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
 *
 * const saver = sqliteSaver({ file: ":memory:" });
 * console.log(await saver.getTuple({ configurable: { thread_id: "ann" } })); // undefined
 * ```
 */
export function sqliteSaver(options: SqliteSaverOptions = {}): SqliteSaver {
  const { file = ":memory:", database, synchronous = "full", busyTimeout = 5_000, ...settings } = options;
  if (database !== undefined) return new SqliteSaver(database, settings);
  const connection = open(file, { synchronous, busyTimeout });
  const log = synchronous === "full" ? withReadableFailures(() => logOf(connection)) : null;
  return new SqliteSaver(connection, settings, log === null ? null : new DiskSync(log));
}

function open(
  file: string,
  { synchronous, busyTimeout }: { synchronous: "full" | "normal"; busyTimeout: number },
): DatabaseSync {
  return withReadableFailures(() => {
    const connection = new DatabaseSync(file, { timeout: busyTimeout });
    connection.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous === "full" ? "FULL" : "NORMAL"}`);
    return connection;
  });
}
