import type { DatabaseSync } from "node:sqlite";
import { withFence } from "../locks/fenced-savers.ts";
import type { ThreadLocks } from "../locks/thread-locks.ts";
import { TidemarkSaver } from "../saver/saver.ts";
import type { DiskSync } from "./disk-sync.ts";
import { sqliteLocks } from "./locks/sqlite-locks.ts";
import { SqliteMemory, type SqliteSaverSettings } from "./memory.ts";
import { SqliteReader } from "./reader.ts";
import { SqliteThreadStore } from "./thread-store.ts";
import { SqliteWriter } from "./writer.ts";

/** A checkpoint saver on SQLite. Create one with `sqliteSaver`. */
export interface SqliteSaver extends TidemarkSaver {
  /** The connection to the database. */
  readonly database: DatabaseSync;
  /** Locks of threads in the same database. A session uses them unless it has others. */
  readonly locks: ThreadLocks;
  /** Stores pending writes and closes the connection. Every later call throws `checkpoint/unavailable`. */
  close(): void;
}

/**
 * Creates the saver of a connection. The disk is waited for as the connection does unless `disk` is given.
 *
 * @internal
 */
export function sqliteSaverOf(
  database: DatabaseSync,
  settings: SqliteSaverSettings = {},
  disk: DiskSync | null = null,
): SqliteSaver {
  const memory = new SqliteMemory(database, settings, disk);
  const reader = new SqliteReader(memory);
  const writer = new SqliteWriter(memory, reader);
  const threads = new SqliteThreadStore({ memory, reader, writer });
  const saver = new TidemarkSaver({ serializer: memory.serializer, reader, writer, threads });
  const locks = sqliteLocks(database);
  return withFence(Object.assign(saver, { database, locks, close: () => memory.close() }), locks);
}
