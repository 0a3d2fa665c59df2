import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const skipped =
  /(^|\/)(node_modules|dist|coverage|[.](git|next|turbo|tidemark|tarballs))$|^docs\/(api|[.]vitepress\/(dist|cache))$|^packages\/[^/]+\/docs$/;

/** Returns the committed files below `root` whose path, with slashes, matches `accept`, sorted. */
export function listFiles(root: string, accept: RegExp): readonly string[] {
  const visit = (folder: string): readonly string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return skipped.test(file) ? [] : visit(file);
      return accept.test(file) ? [file] : [];
    });
  return visit("").toSorted();
}

/** Returns the folders `packages/*` below `root` that have a manifest. */
export const listPackages = (root: string): readonly string[] =>
  listFiles(root, /^packages\/[^/]+\/package[.]json$/).map((file) => path.posix.dirname(file));

/** Returns the tarballs that `pnpm tarballs` created. */
export function listTarballs(root: string): readonly string[] {
  const folder = path.join(root, ".tarballs");
  if (!existsSync(folder)) throw new Error("There are no tarballs: run `pnpm tarballs` after a build.");
  return readdirSync(folder).map((file) => path.join(folder, file));
}
