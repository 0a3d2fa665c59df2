import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/** Where a page is. */
export interface PageSource {
  /** Folder with the sources. The copy in a created application has none. */
  readonly sources: string;
  /** Folder with the built page. Defaults to `dist` in the folder of the sources. */
  readonly built?: string;
  /** Configuration of vite. Defaults to `vite.config.ts` in the folder of the sources. */
  readonly configFile?: string;
}

/** Returns the folder with a built page or view; builds it with vite first if its sources are newer. */
export async function builtPage({ sources, ...given }: PageSource): Promise<string> {
  const { built = path.join(sources, "dist"), configFile = path.join(sources, "vite.config.ts") } = given;
  if (newestIn(sources, built) <= newestIn(built)) return built;
  const { build } = await import("vite");
  // Build next to the current folder, which another process may be serving.
  const fresh = `${built}-${process.pid}`;
  const { NODE_ENV } = process.env;
  // A test runner has another environment, in which React is large and slow.
  process.env["NODE_ENV"] = "production";
  try {
    await build({ configFile, build: { outDir: fresh } });
  } finally {
    if (NODE_ENV === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = NODE_ENV;
  }
  rmSync(built, { recursive: true, force: true });
  try {
    renameSync(fresh, built);
  } catch {
    // Another process built the same page at the same time.
    rmSync(fresh, { recursive: true, force: true });
  }
  return built;
}

/** Time of the newest change in the folder, in milliseconds since the epoch; 0 when it does not exist. */
function newestIn(folder: string, except?: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => except === undefined || !file.startsWith(except));
  return Math.max(0, ...files.map((file) => statSync(file).mtimeMs));
}
