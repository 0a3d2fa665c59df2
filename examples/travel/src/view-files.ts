import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const sources = path.join(root, "page");
const built = path.join(sources, "dist");

/** Returns the folder with the built view, and builds it first when its sources are newer. */
export async function viewFolder(): Promise<string> {
  const files = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isFile());
  const newest = Math.max(...files.map(({ name }) => statSync(path.join(sources, name)).mtimeMs));
  const view = path.join(built, "view.js");
  if (existsSync(view) && statSync(view).mtimeMs > newest) return built;
  const { build } = await import("vite");
  // Build next to the folder, which another process may be serving.
  const fresh = `${built}-${process.pid}`;
  await build({ configFile: path.join(root, "vite.config.ts"), build: { outDir: fresh } });
  rmSync(built, { recursive: true, force: true });
  try {
    renameSync(fresh, built);
  } catch {
    // Another process built the same view at the same time.
    rmSync(fresh, { recursive: true, force: true });
  }
  return built;
}
