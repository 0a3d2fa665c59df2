import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "./command.ts";
import type { Manifest } from "./manifest.ts";
import { listPackages } from "./source-files.ts";
import { packPackage, type Tarball } from "./tarballs.ts";

/** What an example's package.json says about trying it: what `npm start` is given, and a piece of what it then says. */
interface Trial {
  readonly words: readonly string[];
  readonly says: string;
}

/** What is said to an example on a LangGraph server, what it asks then, the answer, and how its last message begins. */
export interface ServerTrial {
  readonly graph: string;
  readonly says: string;
  readonly asks: string;
  readonly answer: string;
  readonly ends: string;
  /** What the server's environment holds besides. */
  readonly env?: Readonly<Record<string, string>>;
}

export type ExampleManifest = Manifest & {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
  readonly copyTrial?: Trial;
  readonly serverTrial?: ServerTrial;
};

/** The examples of the workspace, as folders. */
export const listExamples = (root: string): readonly string[] =>
  (existsSync(path.join(root, "examples")) ? readdirSync(path.join(root, "examples")) : [])
    .filter((name) => existsSync(path.join(root, "examples", name, "package.json")))
    .map((name) => `examples/${name}`);

/** What examples are installed with: our packages, packed. */
export interface PackedWorkspace extends Disposable {
  readonly folder: string;
  readonly tarballs: readonly Tarball[];
}

/** Packs every package into a folder that is gone at the end. */
export async function packWorkspace(root: string): Promise<PackedWorkspace> {
  const folder = mkdtempSync(path.join(tmpdir(), "examples-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const tarballs: Tarball[] = [];
    for (const each of listPackages(root)) tarballs.push(await packPackage(root, each, folder));
    return { folder, tarballs, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The manifest as somebody has it who copied the folder: versions of the registry, and our packages as the tarballs. */
function manifestOfCopy(manifest: ExampleManifest, tarballs: readonly Tarball[]): ExampleManifest {
  const ours = new Map(tarballs.map(({ name, file }) => [`@tidemark/${name}`, `file:${file}`]));
  // npm takes what stands here for what the tarballs ask of each other, too.
  const needed = new Set(Object.keys(manifest.dependencies ?? {}).filter((name) => ours.has(name)));
  for (const name of needed) {
    const tarball = tarballs.find((each) => `@tidemark/${each.name}` === name);
    for (const further of Object.keys(tarball?.manifest.dependencies ?? {})) if (ours.has(further)) needed.add(further);
  }
  const local = Object.fromEntries([...needed].map((name) => [name, ours.get(name) ?? ""]));
  return { ...manifest, dependencies: { ...manifest.dependencies, ...local } };
}

/** A copy of an example, installed with npm; `problem` says why it could not be. */
export interface ExampleCopy {
  readonly folder: string;
  readonly manifest: ExampleManifest;
  readonly problem: string | null;
}

/** Copies an example out of the workspace and installs it, with `change` to its manifest. */
export async function copyExample(
  root: string,
  example: string,
  { folder, tarballs }: PackedWorkspace,
  change: (manifest: ExampleManifest) => ExampleManifest = (manifest) => manifest,
): Promise<ExampleCopy> {
  // Packing leaves out what is not part of it, and writes the versions that the workspace's own protocols stand for.
  const copy = await packPackage(root, example, folder);
  const manifest = change(manifestOfCopy(copy.manifest, tarballs));
  writeFileSync(path.join(copy.folder, "package.json"), JSON.stringify(manifest, null, 2));
  const { code, output } = await runCommand("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: copy.folder,
  });
  const problem = code === 0 ? null : `${example}: npm install fails in a copy of the folder:\n${output}`;
  return { folder: copy.folder, manifest, problem };
}
