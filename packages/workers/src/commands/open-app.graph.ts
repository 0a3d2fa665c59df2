import path from "node:path";
import { pathToFileURL } from "node:url";
import { workerErrors } from "../errors.ts";
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

/** Loads a module that exports `turns`. Throws `workers/noApp`, `workers/noTurns`, `workers/otherEngine` and what opening the engine throws. */
export async function openApp(file: string, args: Arguments<typeof ENGINE_FLAGS>, io: CommandIo): Promise<OpenedApp> {
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
  const { engine, saver, close } = await openEngine(args, io);
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

async function loadTurns(absolute: string, file: string): Promise<unknown> {
  try {
    const module: unknown = await import(pathToFileURL(absolute).href);
    return typeof module === "object" && module !== null ? Reflect.get(module, "turns") : undefined;
  } catch (error) {
    const problem = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw workerErrors.noApp({ file, problem: problem ?? "" }, { cause: error });
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
