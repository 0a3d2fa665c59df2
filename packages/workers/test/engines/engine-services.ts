import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { startPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { dbosEngine } from "../../src/dbos.ts";
import type { TurnEngine } from "../../src/index.ts";
import { localEngine } from "../../src/local.ts";
import { postgresEngine } from "../../src/postgres.ts";
import { restateEngine } from "../../src/restate.ts";
import { pgBossEngine } from "../pg-boss/pg-boss-engine.ts";
import { startBalancer } from "../restate/balancer.ts";
import { freePort, startRestate } from "@tidemark/test-fixtures/restate";

/** Names of the engines. */
export const ENGINES = ["local", "postgres", "dbos", "restate", "pg-boss"] as const;

/** Name of an engine. */
export type EngineName = (typeof ENGINES)[number];

/** Where the servers of an engine are, for all processes of a test. */
export interface EngineServices {
  readonly engine: EngineName;
  /** Folder of files. */
  readonly folder: string;
  readonly postgres: string;
  readonly ingress: string;
  readonly admin: string;
  /** URL of the load balancer before the workers. */
  readonly workers: string;
  /** True for locks in memory: they fence nobody in another process. */
  readonly isUnfenced?: boolean;
}

/** Servers that run. */
interface RunningServices {
  readonly services: EngineServices;
  readonly stop: () => Promise<void>;
}

/** Starts the servers that an engine needs. */
export async function startServices(engine: EngineName): Promise<RunningServices> {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-engine-"));
  const postgres = engine === "local" ? null : await startPostgres();
  const restate = engine === "restate" ? await startRestate() : null;
  const balancer = engine === "restate" ? await startBalancer(folder) : null;
  return {
    services: {
      engine,
      folder,
      postgres: postgres?.connectionString ?? "",
      ingress: restate?.ingress ?? "",
      admin: restate?.admin ?? "",
      workers: balancer?.url ?? "",
    },
    async stop() {
      await balancer?.stop();
      await restate?.stop();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An engine with its saver. */
export interface PlacedEngine {
  readonly engine: TurnEngine;
  readonly saver: BaseCheckpointSaver;
  readonly pool: Pool | null;
  readonly close: () => Promise<void>;
}

/** Opens an engine at a place: a file, or schemas of Postgres. */
export async function openEngine(services: EngineServices, place: string): Promise<PlacedEngine> {
  const opened = await openFenced(services, place);
  if (services.isUnfenced !== true) return opened;
  const locks = memoryLocks();
  return { ...opened, engine: { ...opened.engine, locks: () => locks } };
}

async function openFenced(services: EngineServices, place: string): Promise<PlacedEngine> {
  const { engine, folder, postgres, ingress, admin } = services;
  if (engine === "local") {
    const file = path.join(folder, `${place}.db`);
    const saver = sqliteSaver({ file, synchronous: "normal", busyTimeout: 60_000 });
    return { engine: localEngine({ file }), saver, pool: null, close: async () => saver.close() };
  }
  const pool = new Pool({ connectionString: postgres, max: 6 });
  const storage = postgresEngine(pool, { schema: place });
  const opened = { saver: postgresSaver(pool, { schema: place }), pool, close: () => pool.end() };
  if (engine === "postgres") return { ...opened, engine: storage };
  if (engine === "dbos") {
    const schema = `${place}_dbos`;
    return { ...opened, engine: dbosEngine({ storage, connectionString: postgres, schema }) };
  }
  if (engine === "pg-boss") {
    return { ...opened, engine: pgBossEngine({ storage, connectionString: postgres, schema: `${place}_boss` }) };
  }
  const port = await freePort();
  mkdirSync(path.join(folder, place), { recursive: true });
  writeFileSync(path.join(folder, place, String(port)), "");
  const endpoint = `${services.workers}/${place}`;
  return { ...opened, engine: restateEngine({ storage, ingress, admin, endpoint, port }) };
}
