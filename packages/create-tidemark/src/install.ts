import { rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import { installDependencies } from "nypm";
import { Failure } from "./failure.ts";
import type { Manager } from "./options.ts";

/** The package manager that started this process, from what it says of itself. Defaults to npm. */
export function startedBy(agent: string | undefined): Manager {
  const [name] = (agent ?? "").split("/");
  return name === "pnpm" || name === "yarn" || name === "bun" ? name : "npm";
}

/** Installs the dependencies. Throws a {@link Failure} with the next command to type, and removes what was installed in part. */
export async function install(folder: string, manager: Manager): Promise<void> {
  try {
    await installDependencies({ cwd: folder, packageManager: manager, corepack: false, silent: true });
  } catch (error) {
    rmSync(path.join(folder, "node_modules"), { recursive: true, force: true });
    const command = `cd ${path.relative(process.cwd(), folder) || "."} && ${manager} install`;
    const sentence = `The files are in ${folder}, but ${manager} could not install the dependencies.`;
    const again = `Type \`${command}\` to try again.`;
    throw new Failure([`${sentence} ${again}`, ...lastLines(error)].join("\n"), { cause: error });
  }
}

/** Number of lines of a package manager that are shown: npm explains most failures in its last ones. */
const SHOWN = 12;

/** The last lines that a package manager has printed, without colors, and without what npm says of its logs. */
function lastLines(error: unknown): readonly string[] {
  // The first line of the message is the command.
  const [, ...printed] = (error instanceof Error ? stripVTControlCharacters(error.message) : "").split("\n");
  return printed
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !/^npm (?:error|ERR!) (?:A complete log|\s+\/.*-debug-\d+[.]log|$)/.test(line))
    .slice(-SHOWN)
    .map((line) => `  ${line}`);
}
