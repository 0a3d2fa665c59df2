import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const sources = path.join(root, "page");
const built = path.join(root, "dist", "page");

/** The folder with the built page. In the workspace it is built first when its sources are newer; a packed copy has it. */
export async function pageFiles(): Promise<string> {
  if (existsSync(sources) && newestIn(sources) > newestIn(built)) {
    const { build } = await import("vite");
    // Beside it first: another process may be serving the one that is there.
    const fresh = `${built}-${process.pid}`;
    await build({ configFile: path.join(root, "vite.config.ts"), build: { outDir: fresh } });
    rmSync(built, { recursive: true, force: true });
    try {
      renameSync(fresh, built);
    } catch {
      // Somebody else has built the same in this very moment.
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return built;
}

/** When a file of the folder was last changed; 0 when there is none. */
function newestIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...files.map(({ parentPath, name }) => statSync(path.join(parentPath, name)).mtimeMs));
}
