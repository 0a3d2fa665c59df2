import path from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { TurnEngine } from "../engine/turn-engine.graph.ts";
import { workerErrors } from "../errors.ts";
import type { Arguments } from "./read-arguments.ts";
import type { CommandIo } from "./command.ts";

/** Options that choose an engine. */
export const ENGINE_FLAGS = { engine: "string", file: "string", url: "string", schema: "string" } as const;

/** Help for the options that choose an engine. */
export const ENGINE_HELP = `Options for the engine, if the app exports a function of { engine, saver }:
  --engine <name>    local (a SQLite file) or postgres. Defaults to local.
  --file <path>      File of the engine local. Defaults to tidemark.db.
  --url <url>        Database of the engine postgres. Defaults to the variable DATABASE_URL.
  --schema <name>    Schema of the engine postgres. Defaults to public.`;

/** An engine and a saver on the same database. */
export interface EngineParts {
  readonly engine: TurnEngine;
  readonly saver: BaseCheckpointSaver;
}

/** An engine that was made from options, and what closes its connections. */
interface OpenedEngine extends EngineParts {
  readonly close: () => Promise<void>;
}

type EngineArguments = Arguments<typeof ENGINE_FLAGS>;
type OpenEngine = (args: EngineArguments, io: CommandIo) => Promise<OpenedEngine>;

const local: OpenEngine = async (args, io) => {
  const { localEngine } = await import("../local/local-engine.graph.ts");
  const { sqliteSaver } = await import("@tidemark/checkpoint/sqlite");
  const file = path.resolve(io.folder, args.text("file") ?? "tidemark.db");
  const saver = sqliteSaver({ file });
  return { engine: localEngine({ file }), saver, close: async () => saver.close() };
};

const postgres: OpenEngine = async (args, io) => {
  const connectionString = args.text("url") ?? io.environment["DATABASE_URL"] ?? "";
  if (connectionString === "") {
    throw workerErrors.missingArgument({
      command: "--engine postgres",
      argument: "--url or the variable DATABASE_URL",
    });
  }
  const driver = await import("pg").catch((error: unknown) => {
    throw workerErrors.missingPackage({ name: "pg", by: "--engine postgres" }, { cause: error });
  });
  const { postgresEngine } = await import("../postgres/postgres-engine.graph.ts");
  const { postgresSaver } = await import("@tidemark/checkpoint/postgres");
  const pool = new driver.default.Pool({ connectionString });
  const schema = args.text("schema") ?? "public";
  return {
    engine: postgresEngine(pool, { schema }),
    saver: postgresSaver(pool, { schema }),
    close: () => pool.end(),
  };
};

const engines: Readonly<Record<string, OpenEngine>> = { local, postgres };

/** Opens the engine that the options name. Throws `workers/unknownEngine`, `workers/missingPackage` and `workers/missingArgument`. */
export function openEngine(args: EngineArguments, io: CommandIo): Promise<OpenedEngine> {
  const name = args.text("engine") ?? "local";
  const open = Object.hasOwn(engines, name) ? engines[name] : undefined;
  if (open === undefined) throw workerErrors.unknownEngine({ engine: name, known: Object.keys(engines) });
  return open(args, io);
}
