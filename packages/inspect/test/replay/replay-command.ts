import path from "node:path";
import { type CommandProcess, inspectCommands } from "../../src/internal.ts";

/** Result of `tidemark replay`. */
export interface Replayed {
  readonly code: number | undefined;
  readonly text: string;
  readonly warned: string;
}

/** Runs `tidemark replay` against an export of a module of this folder. */
export async function replay(
  threads: string,
  app: string,
  name: string | null,
  ...more: readonly string[]
): Promise<Replayed> {
  const printed: string[] = [];
  const warned: string[] = [];
  const process: CommandProcess = {
    stop: Promise.resolve(),
    print: (line) => void printed.push(line),
    warn: (line) => void warned.push(line),
  };
  const against = ["--against", path.join(import.meta.dirname, app), ...(name === null ? [] : ["--export", name])];
  const code = await inspectCommands["replay"]?.run([threads, ...against, ...more], process);
  return { code, text: printed.join("\n"), warned: warned.join("\n") };
}
