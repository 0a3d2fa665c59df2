import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

const sources = path.join(import.meta.dirname, "..", "..", "page");
const built = path.join(sources, "dist");

/** Returns the folder with the built calendar page; builds it first if its sources are newer. */
export async function viewFolder(): Promise<string> {
  if (newestIn(sources) > newestIn(built)) {
    const { build } = await import("vite");
    // Build next to the current folder, which another process may be serving.
    const fresh = `${built}-${process.pid}`;
    await build({ configFile: path.join(sources, "vite.config.ts"), build: { outDir: fresh } });
    rmSync(built, { recursive: true, force: true });
    try {
      renameSync(fresh, built);
    } catch {
      // Another process built the same page at the same time.
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return built;
}

/** Time of the newest change of a source, in milliseconds since the epoch; 0 when the folder does not exist. */
function newestIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...files.map(({ name }) => statSync(path.join(folder, name)).mtimeMs));
}
