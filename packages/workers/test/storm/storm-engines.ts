import path from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { Pool } from "pg";
import { dbosEngine } from "../../src/dbos.ts";
import type { TurnEngine } from "../../src/index.ts";
import { localEngine } from "../../src/local.ts";
import { postgresEngine } from "../../src/postgres.ts";
import { restateEngine } from "../../src/restate.ts";
import { readRestatePlace, restateOptions } from "./storm-restate.ts";

/** Savers of a storm: ours, ours without leases in the database, and LangGraph's own without them. */
export type StormSaver = (typeof SAVERS)[number];

const SAVERS = ["tidemark", "stock", "unfenced"] as const;

/** Returns the saver with this name. Throws for an unknown one. */
export function stormSaver(name: string): StormSaver {
  const known = SAVERS.find((each) => each === name);
  if (known === undefined) throw new Error(`Unknown saver "${name}". Use ${SAVERS.join(", ")}.`);
  return known;
}

/** An engine and a saver in one process. */
export interface OpenedStorm {
  readonly engine: TurnEngine;
  readonly saver: BaseCheckpointSaver;
  /** Closes what the engine does not own. */
  readonly close: () => Promise<void>;
}

/** Opens an engine on a place. */
type OpenStorm = (place: string, saver: StormSaver) => OpenedStorm;

const local: OpenStorm = (folder, kind) => {
  const file = path.join(folder, "turns.db");
  const saver =
    kind === "stock"
      ? SqliteSaver.fromConnString(path.join(folder, "stock.db"))
      : sqliteSaver({ file, synchronous: "normal", busyTimeout: 60_000 });
  return { engine: localEngine({ file }), saver, close: async () => {} };
};

/** Connections of one process: seven processes share the 60 of the server. */
const CONNECTIONS = 6;

const postgres: OpenStorm = (connectionString, kind) => {
  const pool = new Pool({ connectionString, max: CONNECTIONS });
  pool.on("error", () => {});
  const saver = kind === "stock" ? new PostgresSaver(pool, undefined, { schema: "stock" }) : postgresSaver(pool);
  return { engine: postgresEngine(pool), saver, close: () => pool.end() };
};

const dbos: OpenStorm = (connectionString, kind) => {
  const { engine: storage, ...rest } = postgres(connectionString, kind);
  return { ...rest, engine: dbosEngine({ storage, connectionString }) };
};

const restate: OpenStorm = (place, kind) => {
  const servers = readRestatePlace(place);
  const { engine: storage, ...rest } = postgres(servers.postgres, kind);
  return { ...rest, engine: restateEngine({ storage, ...restateOptions(servers) }) };
};

/** Engines of a storm. `storm-servers.ts` starts what they need. */
export const stormEngines: Readonly<Record<string, OpenStorm>> = { local, postgres, dbos, restate };
