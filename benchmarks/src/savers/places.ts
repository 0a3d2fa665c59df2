import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startPostgres } from "@tidemark/test-fixtures/postgres";
import { isOnPostgres } from "./savers.ts";

const run = promisify(execFile);

/** Runs a script, given by its path below `benchmarks/src`, in a new process and returns the lines that it prints. */
export async function runScript(
  script: string,
  given: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, "..", script), ...given], {
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.trim().split("\n");
}

/** Makes a new file or a new Postgres for each saver, and removes them when the function has ended. */
export async function withPlaces(
  names: readonly string[],
  body: (placeOf: (name: string) => string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
  const servers: { stop(): Promise<void> }[] = [];
  const places = new Map<string, string>();
  try {
    for (const [index, name] of names.entries()) {
      if (!isOnPostgres(name)) {
        places.set(name, path.join(folder, `${index}.db`));
        continue;
      }
      const postgres = await startPostgres();
      servers.push(postgres);
      places.set(name, postgres.connectionString);
    }
    await body((name) => places.get(name) ?? "");
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true });
  }
}

/** Calls a function for each saver, one after the other, with a new file or a new Postgres. */
export async function inPlaces(
  names: readonly string[],
  body: (name: string, place: string) => Promise<void>,
): Promise<void> {
  for (const name of names) await withPlaces([name], (placeOf) => body(name, placeOf(name)));
}
