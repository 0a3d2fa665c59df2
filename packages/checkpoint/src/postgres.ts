import type { PostgresPool } from "./postgres/connection.ts";
import { PostgresSaver } from "./postgres/saver.ts";
import type { StoredClasses } from "./serializer/encode-value.ts";

/** Where the checkpoints are. */
export interface PostgresSaverOptions {
  /** The schema of the tables; `public` when not said. It is made if there is none. Locks of threads belong into the same one. */
  readonly schema?: string;
  /** How many threads stay in memory, those that were used last; 100 when not said. */
  readonly cachedThreads?: number;
  /** Classes of the application that checkpoints may bring back to life. */
  readonly classes?: StoredClasses;
}

export type { PostgresClient, PostgresPool } from "./postgres/connection.ts";
export type { PrunePolicy } from "./storage/prune-policy.ts";
export type { ThreadDocument } from "./storage/thread-document.ts";
export type { ThreadStats, TurnBytes } from "./storage/thread-stats.ts";
export type { LeaseOptions } from "./locks/leased-locks.ts";
export { type PostgresConnection, type PostgresLockOptions, postgresLocks } from "./postgres/locks/postgres-locks.ts";
export { PostgresSaver } from "./postgres/saver.ts";

/**
 * Keeps checkpoints in Postgres, and each value in it once: a step costs what it changed, and one round trip.
 *
 * Takes a `Pool` of `pg`, which stays the application's own; an idle connection of it that breaks does not end the process any more.
 * The tables are made at the first use, once, whoever comes first. Several processes may write, to one thread too; what `put` has
 * acknowledged is committed. Throws `checkpoint/unavailable` and `checkpoint/connectionLost` when the database is not there.
 */
export function postgresSaver(pool: PostgresPool, options: PostgresSaverOptions = {}): PostgresSaver {
  const { schema = "public", cachedThreads = 100, classes = {} } = options;
  return new PostgresSaver(pool, { schema, cachedThreads, classes });
}
