import { rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
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
    throw new Failure(
      `The files are in ${folder}, but ${manager} could not install the dependencies. Type \`${command}\` to see why.`,
      { cause: error },
    );
  }
}
