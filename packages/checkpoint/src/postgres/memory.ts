import { encodeValue, type StoredClasses } from "../serializer/encode-value.ts";
import { type StrictSerializer, strictSerializer } from "../serializer/strict-serializer.ts";
import type { ChangesInPlace } from "../snapshots/checkpoint-snapshot.ts";
import { type ChangeReport, changeReport } from "../snapshots/change-report.ts";
import { Connection, type PostgresPool } from "./connection.ts";
import type { PostgresKeys } from "./keys.ts";
import type { Maintenance } from "./rebase.ts";
import { PostgresRecords } from "./records.ts";
import { storedId } from "../saver/stored-id.ts";
import { ThreadWriter } from "./thread-writer.ts";

/** Options of a saver on Postgres. */
export interface PostgresSaverSettings {
  readonly classes: StoredClasses;
  /** Number of most recently used threads to cache. */
  readonly cachedThreads: number;
  readonly schema: string;
  /** What is done about values that were changed in place. */
  readonly changesInPlace: ChangesInPlace;
  /** Secrets of the threads. Null if the schema is not encrypted. */
  readonly keys: PostgresKeys | null;
}

/**
 * A database with everything that is kept in memory of its threads, and its transactions.
 *
 * @internal
 */
export class PostgresMemory {
  readonly connection: Connection;
  readonly store: PostgresRecords;
  readonly serializer: StrictSerializer;
  readonly #report: ChangeReport | null;
  readonly #settings: PostgresSaverSettings;
  readonly #threads = new Map<string, ThreadWriter>();

  constructor(pool: PostgresPool, settings: PostgresSaverSettings) {
    this.#settings = settings;
    this.#report = changeReport(settings.changesInPlace);
    this.serializer = strictSerializer({ classes: settings.classes });
    this.connection = new Connection(pool, settings.schema);
    this.store = new PostgresRecords(this.connection, settings.schema, this.serializer, settings.keys);
  }

  /** The writer of a thread, with what is kept in memory of it. */
  thread(threadId: string): ThreadWriter {
    const { classes, cachedThreads } = this.#settings;
    const known = this.#threads.get(threadId);
    const thread =
      known ??
      new ThreadWriter(threadId, this.store, {
        encode: (value, path) => JSON.stringify(encodeValue(value, classes, path)),
        changesInPlace: this.#settings.changesInPlace,
        report: this.#report,
      });
    // A map is in the order of insertion: its first entry was used longest ago.
    this.#threads.delete(threadId);
    this.#threads.set(threadId, thread);
    for (const oldest of this.#threads.keys()) {
      if (this.#threads.size <= Math.max(1, cachedThreads)) break;
      this.#threads.delete(oldest);
    }
    return thread;
  }

  /** Runs what removes or copies as one transaction: one in the database at a time, while nobody writes to the threads. */
  async maintain<Result>(
    threads: readonly string[],
    body: (maintenance: Maintenance) => Promise<Result>,
  ): Promise<Result> {
    const { schema } = this.store;
    await this.store.prepare();
    try {
      return await this.connection.transaction(async (query) => {
        await query(`SELECT ${schema}.tidemark_lock_maintenance()`);
        for (const thread of threads) await query(`SELECT ${schema}.tidemark_lock_thread($1)`, [storedId(thread)]);
        return body({ query, store: this.store });
      });
    } finally {
      for (const thread of threads) this.thread(thread).forget();
    }
  }
}
