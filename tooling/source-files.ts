import { readdirSync } from "node:fs";
import path from "node:path";

const skippedFolders = new Set(["node_modules", "dist", "coverage", ".git", ".turbo", ".tidemark", ".tarballs"]);
const skippedPaths = /^docs\/(api|[.]vitepress\/(dist|cache))$|^packages\/[^/]+\/docs$/;

/**
 * The hand-written files below `root` whose path, written with slashes, matches `accept`; sorted.
 *
 * Dependencies, build output and the generated parts of the documentation are not among them.
 */
export function listFiles(root: string, accept: RegExp): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name) && !skippedPaths.test(file)) visit(file);
      } else if (accept.test(file)) {
        found.push(file);
      }
    }
  };
  visit("");
  return found.toSorted();
}

/** The folders `packages/*` below `root` that have a manifest. */
export const listPackages = (root: string): readonly string[] =>
  listFiles(root, /^packages\/[^/]+\/package[.]json$/).map((file) => path.posix.dirname(file));
