import { existsSync } from "node:fs";
import path from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { TurnEngine } from "../engine/turn-engine.graph.ts";
import { workerErrors } from "../errors.ts";
import type { Arguments } from "./read-arguments.ts";
import type { CommandIo } from "./command.ts";

/** Options that choose an engine. */
export const ENGINE_FLAGS = {
  engine: "string",
  file: "string",
  url: "string",
  schema: "string",
  ingress: "string",
  admin: "string",
  endpoint: "string",
  "endpoint-port": "string",
} as const;

/** Help for the options that choose an engine. */
export const ENGINE_HELP = `Options for the engine, if the app exports a function of { engine, saver }:
  --engine <name>    local (a SQLite file), postgres, dbos or restate. Defaults to local.
  --file <path>      File of the engine local, which tidemark worker creates. Defaults to tidemark.db.
  --url <url>        Postgres of the other engines. Defaults to the variable DATABASE_URL.
  --schema <name>    Schema of the turns and threads in Postgres. Defaults to public.
  --ingress <url>    Ingress of the Restate server. Defaults to http://127.0.0.1:8080.
  --admin <url>      Admin API of the Restate server. Defaults to http://127.0.0.1:9070.
  --endpoint <url>   URL at which the Restate server reaches the workers. Defaults to http://127.0.0.1:9080.
  --endpoint-port <port>
                     Port on which this worker listens for the Restate server. Defaults to 9080.`;

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
type OpenEngine = (args: EngineArguments, io: CommandIo, from: OpenFrom) => Promise<OpenedEngine>;

/** Command that opens an engine. */
export interface OpenFrom {
  readonly command: string;
  /** True if the command may create the file of the engine `local`. */
  readonly creates: boolean;
}

const local: OpenEngine = async (args, io, { command, creates }) => {
  const { localEngine } = await import("../local/local-engine.graph.ts");
  const { sqliteSaver } = await import("@tidemark/checkpoint/sqlite");
  const file = path.resolve(io.folder, args.text("file") ?? "tidemark.db");
  // A new file would hide that the path is wrong: no worker reads it.
  if (!creates && !existsSync(file)) throw workerErrors.noFile({ command, file });
  const saver = sqliteSaver({ file });
  return { engine: localEngine({ file }), saver, close: async () => saver.close() };
};

/** Loads a module that needs a package. Throws `workers/missingPackage`. */
async function needing<Module>(name: string, by: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : null;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw workerErrors.missingPackage({ name, by }, { cause: error });
  }
}

/** Opens Postgres for an engine of this name. */
async function openPostgres(args: EngineArguments, io: CommandIo) {
  const name = `--engine ${args.text("engine")}`;
  const connectionString = args.text("url") ?? io.environment["DATABASE_URL"] ?? "";
  if (connectionString === "") {
    throw workerErrors.missingArgument({ command: name, argument: "--url or the variable DATABASE_URL" });
  }
  const driver = await needing("pg", name, () => import("pg"));
  const { postgresEngine } = await import("../postgres/postgres-engine.graph.ts");
  const { postgresSaver } = await import("@tidemark/checkpoint/postgres");
  const pool = new driver.default.Pool({ connectionString });
  const schema = args.text("schema") ?? "public";
  const opened: OpenedEngine = {
    engine: postgresEngine(pool, { schema }),
    saver: postgresSaver(pool, { schema }),
    close: () => pool.end(),
  };
  return { opened, connectionString };
}

const postgres: OpenEngine = async (args, io) => (await openPostgres(args, io)).opened;

const loadDbos = () => import("../dbos/dbos-engine.graph.ts");
const loadRestate = () => import("../restate/restate-engine.graph.ts");

const dbos: OpenEngine = async (args, io) => {
  const { dbosEngine } = await needing("@dbos-inc/dbos-sdk", "--engine dbos", loadDbos);
  const { opened, connectionString } = await openPostgres(args, io);
  return { ...opened, engine: dbosEngine({ storage: opened.engine, connectionString }) };
};

const restate: OpenEngine = async (args, io) => {
  const port = args.count("endpoint-port", 1) ?? 9_080;
  const { restateEngine } = await needing("@restatedev/restate-sdk", "--engine restate", loadRestate);
  const { opened } = await openPostgres(args, io);
  const engine = restateEngine({
    storage: opened.engine,
    ingress: args.text("ingress") ?? "http://127.0.0.1:8080",
    admin: args.text("admin") ?? "http://127.0.0.1:9070",
    endpoint: args.text("endpoint") ?? `http://127.0.0.1:${port}`,
    port,
  });
  return { ...opened, engine };
};

const engines: Readonly<Record<string, OpenEngine>> = { local, postgres, dbos, restate };

/** Opens the engine that the options name. Throws `workers/unknownEngine`, `workers/noFile`, `workers/missingPackage` and `workers/missingArgument`. */
export function openEngine(args: EngineArguments, io: CommandIo, from: OpenFrom): Promise<OpenedEngine> {
  const name = args.text("engine") ?? "local";
  const open = Object.hasOwn(engines, name) ? engines[name] : undefined;
  if (open === undefined) throw workerErrors.unknownEngine({ engine: name, known: Object.keys(engines) });
  return open(args, io, from);
}
