import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { startPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { startRestateServers } from "./storm-restate.ts";

/** Servers of a storm, and what can happen to them. */
export interface StormServers {
  /** Address of the database, for `stormEngines`. */
  readonly place: string;
  /** Stops the database without warning and starts it again. */
  readonly restart?: () => Promise<void>;
  /** Cuts some of the connections to the database. */
  readonly cut?: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the servers of an engine. The folder is empty and belongs to the storm. */
type StartServers = (folder: string) => Promise<StormServers>;

const local: StartServers = async (folder) => ({ place: folder, stop: async () => {} });

const postgres: StartServers = async () => {
  const server = await startPostgres();
  const pool = new Pool({ connectionString: server.connectionString, max: 1 });
  pool.on("error", () => {});
  await new PostgresSaver(pool, undefined, { schema: "stock" }).setup();
  return {
    place: server.connectionString,
    restart: server.restart,
    async cut() {
      await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.3`);
    },
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
};

const restate: StartServers = async (folder) => {
  const database = await postgres(folder);
  const restateServers = await startRestateServers(folder, database.place);
  let isNextDatabase = false;
  return {
    ...database,
    place: restateServers.place,
    async restart() {
      isNextDatabase = !isNextDatabase;
      await (isNextDatabase ? database.restart?.() : restateServers.restart());
    },
    async stop() {
      await restateServers.stop();
      await database.stop();
    },
  };
};

const servers: Readonly<Record<string, StartServers>> = { local, postgres, dbos: postgres, restate };

/** Starts the servers of an engine. Throws for an unknown one. */
export function startServers(engine: string, folder: string): Promise<StormServers> {
  const start = servers[engine];
  if (start === undefined) throw new Error(`Unknown engine "${engine}". Use ${Object.keys(servers).join(", ")}.`);
  return start(folder);
}
