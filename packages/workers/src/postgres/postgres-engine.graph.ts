import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { postgresLocks } from "@tidemark/checkpoint/postgres";
import type { TurnEngine } from "../engine/turn-engine.graph.ts";
import { SqlTurns } from "../sql/sql-turns.ts";
import { postgresDatabase, type TurnPool } from "./postgres-database.ts";

/** Options of {@link postgresEngine}. */
interface PostgresEngineOptions {
  /** Schema of the tables, which must be that of `postgresSaver`. It is created if it is missing. Defaults to `public`. */
  readonly schema?: string;
}

/**
 * Keeps turns in Postgres and runs them in any number of processes on any number of machines, without another server.
 *
 * Takes a `Pool` of `pg`, which the application owns: with `postgresSaver` on the same database, a worker that froze cannot write any more
 * as soon as another one has its turn. Each process with workers, or with callers that wait for results, opens one more connection, which listens
 * for turns.
 */
export function postgresEngine(
  pool: PostgresEnginePool,
  { schema = "public" }: PostgresEngineOptions = {},
): TurnEngine {
  const database = postgresDatabase(pool, schema);
  return {
    name: "postgres",
    store: (queue) => new SqlTurns(queue, database),
    locks: (saver, leaseMilliseconds) =>
      isOfPostgres(saver) ? postgresLocks(pool, { leaseMilliseconds, schema }) : null,
    // The storage tells the workers.
    async dispatch() {},
    work: async (runner) => runner.openDeliveries(),
    close: () => database.close(),
  };
}

/** Connections to Postgres: a `Pool` of `pg`. */
type PostgresEnginePool = TurnPool & Parameters<typeof postgresLocks>[0];

/** True for `postgresSaver`, which has locks and no file. */
const isOfPostgres = (saver: BaseCheckpointSaver): boolean => "locks" in saver && !("database" in saver);
