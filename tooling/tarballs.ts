import { mkdirSync } from "node:fs";
import path from "node:path";
import { runCommand, runPnpm } from "./command.ts";
import { type Manifest, readManifest } from "./manifest.ts";

/** A packed package, unpacked again to be looked at. */
export interface Tarball {
  readonly name: string;
  readonly file: string;
  /** Every path in the tarball, without the leading `package/`. */
  readonly paths: readonly string[];
  /** Where it was unpacked. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Packs a built package into a folder, as publishing would, and unpacks it beside. */
export async function packPackage(root: string, packageFolder: string, target: string): Promise<Tarball> {
  const label = path.posix.basename(packageFolder);
  const file = path.join(target, `${label}.tgz`);
  const packed = await runPnpm(["pack", "--out", file], { cwd: path.join(root, packageFolder) });
  if (packed.code !== 0) throw new Error(`pnpm pack of ${packageFolder} failed:\n${packed.output}`);
  const unpacked = path.join(target, label);
  mkdirSync(unpacked, { recursive: true });
  const untarred = await runCommand("tar", ["-xzf", file, "-C", unpacked], { cwd: target });
  if (untarred.code !== 0) throw new Error(`${file} could not be unpacked:\n${untarred.output}`);
  const listed = await runCommand("tar", ["-tzf", file], { cwd: target });
  const folder = path.join(unpacked, "package");
  return {
    name: label,
    file,
    folder,
    paths: listed.stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.replace(/^package\//, "")),
    manifest: readManifest(folder),
  };
}
