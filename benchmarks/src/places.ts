import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startPostgres } from "@tidemark/test-fixtures/postgres";

const run = promisify(execFile);

/** Runs a script of this folder in a process of its own, and gives the lines that it prints. */
export async function runScript(
  script: string,
  given: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, script), ...given], {
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.trim().split("\n");
}

/** Gives each saver a place of its own, one after the other: a fresh file, or a fresh Postgres. */
export async function inPlaces(
  names: readonly string[],
  body: (name: string, place: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
  try {
    for (const [index, name] of names.entries()) {
      if (!name.includes("ostgres")) {
        await body(name, path.join(folder, `${index}.db`));
        continue;
      }
      const postgres = await startPostgres();
      try {
        await body(name, postgres.connectionString);
      } finally {
        await postgres.stop();
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
