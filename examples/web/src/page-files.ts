import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const sources = path.join(root, "page");
const built = path.join(root, "dist", "page");

/** Returns the folder with the built page. In the workspace it is rebuilt when its sources are newer; a packed copy contains it. */
export async function pageFiles(): Promise<string> {
  if (existsSync(sources) && newestIn(sources) > newestIn(built)) {
    const { build } = await import("vite");
    // Build next to the current folder, which another process may be serving.
    const fresh = `${built}-${process.pid}`;
    await build({ configFile: path.join(root, "vite.config.ts"), build: { outDir: fresh } });
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

/** Time of the newest change in the folder, in milliseconds since the epoch; 0 when the folder does not exist. */
function newestIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...files.map(({ parentPath, name }) => statSync(path.join(parentPath, name)).mtimeMs));
}
