import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "./check.ts";
import { runCommand, runPnpm } from "./command.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { listFiles, listPackages } from "./source-files.ts";

/** A packed package, unpacked again. */
export interface Tarball {
  /** Name of the folder in the workspace, such as `agents`. */
  readonly label: string;
  readonly file: string;
  /** Folder with the unpacked files. */
  readonly folder: string;
  readonly paths: readonly string[];
  readonly manifest: Manifest;
}

const folderOf = (root: string): string => path.join(root, ".tarballs");

/** Examples that are packed because other examples depend on them. */
export const sharedExamples = (root: string): readonly string[] =>
  listFiles(root, /^examples\/[^/]+\/package[.]json$/)
    .map((file) => path.posix.dirname(file))
    .filter((folder) => readManifest(path.join(root, folder)).publishConfig !== undefined);

/** Packs every built package into `.tarballs`, as publishing would. */
export const packWorkspace: Check = async (root) => {
  rmSync(folderOf(root), { recursive: true, force: true });
  mkdirSync(folderOf(root));
  const folders = [...listPackages(root), ...sharedExamples(root)];
  const problems: string[] = [];
  for (const folder of folders) {
    const file = path.join(folderOf(root), `${path.posix.basename(folder)}.tgz`);
    const { code, output } = await runPnpm(["pack", "--out", file], { cwd: path.join(root, folder) });
    if (code !== 0) problems.push(`pnpm pack of ${folder} failed:\n${output}`);
  }
  return { problems, fact: `${folders.length} tarballs` };
};

/** Unpacks the tarballs of the workspace into `target`. */
export async function openTarballs(root: string, target: string): Promise<readonly Tarball[]> {
  const files = existsSync(folderOf(root)) ? readdirSync(folderOf(root)).filter((each) => each.endsWith(".tgz")) : [];
  if (files.length === 0) throw new Error("There are no tarballs: run `pnpm tarballs` after a build.");
  return await Promise.all(
    files.map(async (name) => {
      const label = path.basename(name, ".tgz");
      const file = path.join(folderOf(root), name);
      mkdirSync(path.join(target, label), { recursive: true });
      const { code, output } = await runCommand("tar", ["-xzf", file, "-C", label], { cwd: target });
      if (code !== 0) throw new Error(`${file} could not be unpacked:\n${output}`);
      const folder = path.join(target, label, "package");
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
      const paths = entries.map((each) => path.relative(folder, path.join(each.parentPath, each.name)));
      return { label, file, folder, paths, manifest: readManifest(folder) };
    }),
  );
}

if (import.meta.main) await runCheck(packWorkspace);
