import { DatabaseSync } from "node:sqlite";
import { systemClock } from "./kernel/clock.ts";
import type { Encryption } from "./encryption/application-key.ts";
import type { StoredClasses } from "./serializer/encode-value.ts";
import type { ChangesInPlace } from "./snapshots/checkpoint-snapshot.ts";
import { DiskSync, logOf } from "./sqlite/disk-sync.ts";
import { type SqliteStore, sqliteStoreOf } from "./sqlite/store/sqlite-store.ts";
import { type SqliteSaver, sqliteSaverOf } from "./sqlite/saver.ts";
import { withReadableFailures } from "./sqlite/schema.ts";
import { requireKnownOptions } from "./saver/known-options.ts";
import type { ThreadStorage } from "./saver/thread-storage.ts";

export { sqliteLocks } from "./sqlite/locks/sqlite-locks.ts";
export type { SqliteSaver } from "./sqlite/saver.ts";
export { stockThreads } from "./sqlite/stock-threads.ts";

interface SqliteCommonOptions {
  /** Number of most recently used threads to cache. Defaults to 100. */
  readonly cachedThreads?: number;
  /** Classes of the application that are restored from checkpoints. Defaults to none. */
  readonly classes?: StoredClasses;
  /**
   * What is done about values that are changed in place. A saver stores what changed; a value counts as changed when it is another object,
   * or when a task or a reducer hands over the same object again. `report` warns of other changes in place, with node and path, unless
   * `NODE_ENV` is `production`. `compare` finds and stores them in every channel that is written, at a cost that grows with its value.
   * Defaults to `report`.
   */
  readonly changesInPlace?: ChangesInPlace;
  /**
   * Encrypts what threads contain with AES-256-GCM. Each thread has a key, which the key of the application encrypts, and which is deleted
   * with the thread. A database is encrypted from its first thread on. Ids, namespaces, times and sizes are not encrypted. Defaults to none.
   */
  readonly encryption?: Encryption;
}

/** Options for a file that the saver opens. */
interface SqliteFileOptions extends SqliteCommonOptions {
  /** Path of the file, or `:memory:`. Defaults to `:memory:`. */
  readonly file?: string;
  /** True if a stored checkpoint survives a loss of power (`full`) or only the end of the process (`normal`). Defaults to `full`. */
  readonly synchronous?: "full" | "normal";
  /** Maximum time to wait for other writers to the file, in milliseconds. Defaults to 5,000. */
  readonly busyTimeout?: number;
  readonly database?: never;
}

/** Options for a connection that the application owns. Its settings stay unchanged. */
interface SqliteConnectionOptions extends SqliteCommonOptions {
  /**
   * The connection. A checkpoint that is put while the application has a transaction open on it is part of that transaction, and is
   * lost when it is rolled back.
   */
  readonly database: DatabaseSync;
  readonly file?: never;
  readonly synchronous?: never;
  readonly busyTimeout?: never;
}

/** Options of a file, which `sqlite` takes beside its name. */
const FILE_OPTIONS = ["synchronous", "busyTimeout", "cachedThreads", "classes", "changesInPlace", "encryption"];

const SQLITE_OPTIONS = ["file", "database", ...FILE_OPTIONS];

/** Options of {@link sqliteSaver}: a file, or a connection that the application owns. */
type SqliteSaverOptions = SqliteFileOptions | SqliteConnectionOptions;

/**
 * Stores checkpoints in a SQLite file, each value once: a step costs what it changed, however long the thread is.
 *
 * Uses `node:sqlite` and needs no addon. A checkpoint that `put` has stored survives a killed process and a loss of power. Several
 * processes may use one file. Throws `checkpoint/unavailable` for a file that cannot be used, and
 * `checkpoint/unknownOption`. With `encryption`, also `checkpoint/wrongKey`, `checkpoint/notEncrypted` and `checkpoint/unusableKey`; without it,
 * `checkpoint/encrypted` for an encrypted file.
 *
 * @example
 * ```ts
 * import { sqliteSaver } from "tidemark/sqlite";
 *
 * const saver = sqliteSaver({ file: ":memory:" });
 * console.log(await saver.getTuple({ configurable: { thread_id: "ann" } })); // undefined
 * ```
 */
export function sqliteSaver(options: SqliteSaverOptions = {}): SqliteSaver {
  requireKnownOptions(options, SQLITE_OPTIONS);
  const { file = ":memory:", database, synchronous = "full", busyTimeout = 5_000, ...settings } = options;
  if (database !== undefined) return sqliteSaverOf(database, settings);
  const connection = open(file, { synchronous, busyTimeout });
  const log = synchronous === "full" ? withReadableFailures(() => logOf(connection)) : null;
  return sqliteSaverOf(connection, settings, log === null ? null : new DiskSync(log));
}

/** Pages in the write-ahead log, 16 MB, after which SQLite moves them to the file. SQLite's 1,000 are reached every ten turns. */
const LOG_PAGES = 4_000;

/** Options of {@link sqliteStore}: a file, or a connection that the application owns. */
type SqliteStoreOptions = {
  /**
   * Encrypts the values of items with AES-256-GCM, under the same key as the threads of the file. Namespaces and keys of items are not
   * encrypted. Defaults to none.
   */
  readonly encryption?: Encryption | undefined;
} & (
  | {
      /** Path of the file, or `:memory:`. May be the file of `sqliteSaver`. Defaults to `:memory:`. */
      readonly file?: string;
      /** True if a stored item survives a loss of power (`full`) or only the end of the process (`normal`). Defaults to `full`. */
      readonly synchronous?: "full" | "normal";
      /** Maximum time to wait for other writers to the file, in milliseconds. Defaults to 5,000. */
      readonly busyTimeout?: number;
      readonly database?: never;
    }
  | {
      /** The connection. Items that are put while the application has a transaction open on it are part of that transaction. */
      readonly database: DatabaseSync;
      readonly file?: never;
      readonly synchronous?: never;
      readonly busyTimeout?: never;
    }
);

/**
 * Stores items in a SQLite file: a LangGraph store for long-term memory, such as the values of fields with the lifetime `user`.
 *
 * Answers like LangGraph's `InMemoryStore`, and survives the end of the process. Uses `node:sqlite` and needs no addon. A batch is stored
 * completely or not at all. Several processes may use one file, also together with `sqliteSaver`. A search reads the items of its
 * namespaces one by one; there is no vector index and no expiry, and asking for them throws `checkpoint/notInStore`. A value that could not
 * be restored exactly throws `checkpoint/unstorable`. Throws `checkpoint/unavailable` for a file that cannot be used, and
 * `checkpoint/unknownOption`.
 *
 * @example
 * ```ts
 * import { sqliteStore } from "tidemark/sqlite";
 *
 * const store = sqliteStore({ file: ":memory:" });
 * await store.put(["users", "ann"], "profile", { theme: "dark" });
 * const [found] = await store.search(["users"], { filter: { theme: "dark" } });
 * console.log(found?.namespace, found?.value); // [ 'users', 'ann' ] { theme: 'dark' }
 * store.close();
 * ```
 */
export function sqliteStore(options: SqliteStoreOptions = {}): SqliteStore {
  requireKnownOptions(options, ["file", "database", "synchronous", "busyTimeout", "encryption"]);
  const { file = ":memory:", database, synchronous = "full", busyTimeout = 5_000, encryption } = options;
  return sqliteStoreOf(database ?? open(file, { synchronous, busyTimeout }), systemClock, encryption);
}

/** Options of {@link sqlite}: those of `sqliteSaver` for a file. */
type SqliteStorageOptions = Omit<SqliteFileOptions, "database" | "file">;

/**
 * Keeps an application's threads, locks and values of users in one SQLite file.
 *
 * The parts are those of `sqliteSaver`, its locks and `sqliteStore`. Several processes may use one file. Throws `checkpoint/unavailable` for
 * a file that cannot be used, and `checkpoint/unknownOption`.
 *
 * @example
 * ```ts
 * import { sqlite } from "tidemark/sqlite";
 *
 * const storage = sqlite(":memory:");
 * await storage.store.put(["users", "ann"], "profile", { theme: "dark" });
 * console.log(await storage.saver.getTuple({ configurable: { thread_id: "ann" } })); // undefined
 * await storage.close();
 * ```
 */
export function sqlite(file: string, options: SqliteStorageOptions = {}): ThreadStorage {
  requireKnownOptions(options, FILE_OPTIONS);
  const { synchronous = "full", busyTimeout = 5_000, encryption } = options;
  const saver = sqliteSaver({ ...options, file });
  // The store of a file waits for the disk by itself. A database in memory has one connection.
  const isShared = file === ":memory:" || file === "";
  const store = isShared
    ? sqliteStore({ database: saver.database, encryption })
    : sqliteStore({ file, synchronous, busyTimeout, encryption });
  return {
    saver,
    locks: saver.locks,
    store,
    setup: () => Promise.resolve(),
    // oxlint-disable-next-line typescript/require-await -- the port requires a promise, also for an error
    async close() {
      saver.close();
      store.close();
    },
  };
}

function open(
  file: string,
  { synchronous, busyTimeout }: { synchronous: "full" | "normal"; busyTimeout: number },
): DatabaseSync {
  return withReadableFailures(() => {
    const connection = new DatabaseSync(file, { timeout: busyTimeout });
    connection.exec("PRAGMA journal_mode = WAL");
    connection.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
    return connection;
  });
}
