import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The tarballs that `pnpm tarballs` made. */
export function listTarballs(root: string): readonly string[] {
  const folder = path.join(root, ".tarballs");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  if (files.length === 0) throw new Error("There are no tarballs: run `pnpm tarballs` after a build.");
  return files.map((file) => path.join(folder, file));
}
