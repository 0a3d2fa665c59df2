import type { PostgresPool } from "./postgres/connection.ts";
import { type PostgresSaver, postgresSaverOf } from "./postgres/saver.ts";
import type { ChangesInPlace } from "./snapshots/identity-trace.ts";
import type { StoredClasses } from "./serializer/encode-value.ts";
import { requireKnownOptions } from "./store/known-options.ts";

export type { PostgresPool } from "./postgres/connection.ts";
export { postgresLocks } from "./postgres/locks/postgres-locks.ts";
export type { PostgresSaver } from "./postgres/saver.ts";
export type { PrunePolicy } from "./pruning/prune-policy.ts";

/** Options of {@link postgresSaver}. */
interface PostgresSaverOptions {
  /** Schema of the tables. It is created if it is missing, and contains the locks of threads too. Defaults to `public`. */
  readonly schema?: string;
  /** Number of most recently used threads to cache. Defaults to 100. */
  readonly cachedThreads?: number;
  /** Classes of the application that are restored from checkpoints. Defaults to none. */
  readonly classes?: StoredClasses;
  /**
   * Detection of changes in place, inside objects that were stored before. `gradual` looks into the 32 newest parts of a list or record and
   * into the next part of the older ones, about 90 messages or 360 small records, at each checkpoint that writes the channel. So a
   * change in place inside an old part of a larger value is stored some checkpoints later, or lost if the thread is read from the
   * database before. Replaced, added and removed parts are always stored at once. `immediate` looks into every part that is not frozen at each
   * checkpoint, which costs more the longer the thread is. Defaults to `gradual`.
   */
  readonly changesInPlace?: ChangesInPlace;
}

/**
 * Stores checkpoints in Postgres, each value once: a step costs what it changed, in one round trip.
 *
 * Takes a `Pool` of `pg`, which the application owns; an idle connection of it that breaks does not end the process. The tables are
 * created at the first use, once, however many processes start together. Several processes may write, also to one thread. A checkpoint
 * that `put` has stored is committed. Throws `checkpoint/unavailable` and `checkpoint/connectionLost` when the database cannot be reached.
 */
export function postgresSaver(pool: PostgresPool, options: PostgresSaverOptions = {}): PostgresSaver {
  requireKnownOptions(options, ["schema", "cachedThreads", "classes", "changesInPlace"]);
  const { schema = "public", cachedThreads = 100, classes = {}, changesInPlace = "gradual" } = options;
  return postgresSaverOf(pool, { schema, cachedThreads, classes, changesInPlace });
}
