import { ApplicationKeys, type Encryption } from "./encryption/application-key.ts";
import { systemClock } from "./kernel/clock.ts";
import type { PostgresPool } from "./postgres/connection.ts";
import { PostgresKeys } from "./postgres/keys.ts";
import { PostgresItems } from "./postgres/store/postgres-items.ts";
import { OpenedPool } from "./postgres/pool/opened-pool.ts";
import { type PostgresSaver, postgresSaverOf } from "./postgres/saver.ts";
import type { ChangesInPlace } from "./snapshots/checkpoint-snapshot.ts";
import type { StoredClasses } from "./serializer/encode-value.ts";
import { requireKnownOptions } from "./saver/known-options.ts";
import type { ThreadStorage } from "./saver/thread-storage.ts";

export { postgresLocks } from "./postgres/locks/postgres-locks.ts";
export type { PostgresSaver } from "./postgres/saver.ts";

/** Options of {@link postgresSaver}. */
interface PostgresSaverOptions {
  /** Schema of the tables. It is created if it is missing, and contains the locks of threads too. Defaults to `public`. */
  readonly schema?: string;
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
   * Encrypts what threads and items contain with AES-256-GCM. Each thread has a key, which the key of the application encrypts, and which is
   * deleted with the thread. A schema is encrypted from its first thread on. Ids, namespaces, times and sizes are not encrypted. Defaults to none.
   */
  readonly encryption?: Encryption;
}

/**
 * Stores checkpoints in Postgres, each value once: a step costs what it changed, in one round trip.
 *
 * Takes a `Pool` of `pg`, which the application owns; an idle connection of it that breaks does not end the process. The tables are
 * created at the first use, once, however many processes start together. Several processes may write, also to one thread. A checkpoint
 * that `put` has stored is committed. Throws `checkpoint/unavailable` and `checkpoint/connectionLost` when the database cannot be reached.
 * With `encryption`, the first use also throws `checkpoint/wrongKey` and `checkpoint/notEncrypted`; without it, `checkpoint/encrypted`.
 */
export function postgresSaver(pool: PostgresPool, options: PostgresSaverOptions = {}): PostgresSaver {
  return saverOf(pool, options, keysOf(options));
}

function saverOf(pool: PostgresPool, options: PostgresSaverOptions, keys: PostgresKeys | null): PostgresSaver {
  requireKnownOptions(options, ["schema", "cachedThreads", "classes", "changesInPlace", "encryption"]);
  const { schema = "public", cachedThreads = 100, classes = {}, changesInPlace = "report" } = options;
  return postgresSaverOf(pool, { schema, cachedThreads, classes, changesInPlace, keys });
}

const keysOf = ({ encryption }: PostgresSaverOptions): PostgresKeys | null =>
  encryption === undefined ? null : new PostgresKeys(new ApplicationKeys(encryption));

/**
 * Keeps an application's threads, locks and values of users in one schema of Postgres.
 *
 * Takes the address of a database, or a `Pool` of `pg`, which the application owns. The parts are those of `postgresSaver`, its locks and a
 * store. The tables are created at the first use, or by `setup`. Several processes may use one database. `close` ends the connections that an
 * address has opened. Throws `checkpoint/unavailable` and `checkpoint/connectionLost` when the database cannot be reached.
 */
export function postgres(database: string | PostgresPool, options: PostgresSaverOptions = {}): ThreadStorage {
  const opened = typeof database === "string" ? new OpenedPool(database) : null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a pool unless it is an address, which the compiler does not see
  const pool = opened ?? (database as PostgresPool);
  const keys = keysOf(options);
  const saver = saverOf(pool, options, keys);
  const { schema = "public" } = options;
  const store = new PostgresItems(pool, { schema, clock: systemClock, prepare: () => saver.setup(), keys });
  return {
    saver,
    locks: saver.locks,
    store,
    async setup() {
      await saver.setup();
      await store.setup();
    },
    close: async () => await opened?.end(),
  };
}
