import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ppid } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { readPageFrom } from "../src/app/page-files.ts";

/** Milliseconds after which a build of an earlier run, whose process had the same id, does not count. */
const OLD = 900_000;

/**
 * Builds the page once for all test files of a run: they run side by side, and each build would replace the files that another one reads. It is
 * built into its own folder, because what tests build is larger than what is published.
 */
export async function buildPage(): Promise<void> {
  const folder = path.join(tmpdir(), `tidemark-inspect-page-${ppid}`);
  const built = path.join(folder, "built");
  const outDir = path.join(folder, "page");
  readPageFrom(pathToFileURL(`${outDir}/`));
  if (existsSync(folder) && Date.now() - statSync(folder).mtimeMs > OLD) rmSync(folder, { recursive: true });
  try {
    mkdirSync(folder);
  } catch {
    while (!existsSync(built)) await sleep(50);
    return;
  }
  try {
    for (const file of ["vite.config.ts", "vite.share.config.ts"])
      await build({ configFile: path.join(import.meta.dirname, "..", file), logLevel: "error", build: { outDir } });
  } finally {
    // After a failed build the other files fail too, instead of waiting.
    writeFileSync(built, "");
  }
}
