import path from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf, withoutStop, workerErrors } from "../errors.ts";
import { definitionOf, isTurns, type Turns } from "../turns/define-turns.graph.ts";
import type { CommandIo } from "./command.ts";
import { ENGINE_FLAGS, openEngine } from "./engines.graph.ts";
import type { Arguments } from "./read-arguments.ts";

/** Turns of an app. */
export interface OpenedApp {
  readonly turns: Turns;
  /** Name of the engine. */
  readonly engine: string;
  close(): Promise<void>;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal
const ENGINE_NAMES = Object.keys(ENGINE_FLAGS) as readonly (keyof typeof ENGINE_FLAGS)[];

/** Loads a module that exports `turns`. Only with `creates` may the file of the engine be new. Throws `workers/noApp`, `workers/noTurns`, `workers/otherEngine` and what opening the engine throws. */
export async function openApp(
  file: string,
  args: Arguments<typeof ENGINE_FLAGS>,
  io: CommandIo,
  { creates = false }: { readonly creates?: boolean } = {},
): Promise<OpenedApp> {
  const exported = await loadTurns(path.resolve(io.folder, file), file);
  if (isTurns(exported)) {
    const { engine } = definitionOf(exported);
    for (const name of ENGINE_NAMES) {
      const isSame = name === "engine" && args.text(name) === engine.name;
      if (args.has(name) && !isSame) throw workerErrors.otherEngine({ file, engine: engine.name, option: `--${name}` });
    }
    return { turns: exported, engine: engine.name, close: () => exported.close() };
  }
  if (typeof exported !== "function") throw workerErrors.noTurns({ file, found: shown(exported) });
  const { engine, saver, close } = await openEngine(args, io, { command: args.command, creates });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it returns is checked
  const make = exported as (parts: object) => unknown;
  const turns = await make({ engine, saver });
  if (!isTurns(turns)) {
    await close();
    throw workerErrors.noTurns({ file, found: `a function that returns ${shown(turns)}` });
  }
  return {
    turns,
    engine: engine.name,
    async close() {
      await turns.close();
      await close();
    },
  };
}

const NAME = "Name a module that Node can run.";

/** Codes of errors of Node for a path that is not one of a module. */
const UNSUITABLE: ReadonlySet<unknown> = new Set(["ERR_MODULE_NOT_FOUND", "ERR_UNKNOWN_FILE_EXTENSION"]);

async function loadTurns(absolute: string, file: string): Promise<unknown> {
  try {
    const module: unknown = await import(pathToFileURL(absolute).href);
    return typeof module === "object" && module !== null ? Reflect.get(module, "turns") : undefined;
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : null;
    const [first = ""] = messageOf(error).split("\n");
    const isMissing = code === "ERR_MODULE_NOT_FOUND" && first.includes(`'${absolute}'`);
    // Node names the file of this package as the one that imports the app.
    const problem = withoutStop(isMissing ? first.replace(/ imported from .*$/, "") : first);
    throw workerErrors.noApp(
      { file, problem, remedy: UNSUITABLE.has(code) ? NAME : "Correct the module." },
      { cause: error },
    );
  }
}

const shown = (value: unknown): string =>
  value === undefined
    ? "missing"
    : value === null
      ? "null"
      : typeof value === "object"
        ? "another object"
        : typeof value;
