import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../command.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { type Manifest, readManifest } from "../manifest.ts";
import { listPackages } from "../source-files.ts";
import { packPackage, type Tarball } from "../tarballs.ts";

/** What an example's package.json says about trying it: what `npm start` is given, and a piece of what it then says. */
interface Trial {
  readonly words: readonly string[];
  readonly says: string;
}

type ExampleManifest = Manifest & { readonly scripts?: Readonly<Record<string, string>>; readonly copyTrial?: Trial };

const listFolders = (root: string): readonly string[] =>
  (existsSync(path.join(root, "examples")) ? readdirSync(path.join(root, "examples")) : [])
    .filter((name) => existsSync(path.join(root, "examples", name, "package.json")))
    .map((name) => `examples/${name}`);

/** True for what examples share: it is packed, as our packages are, and nobody copies it by itself. */
const isShared = (root: string, folder: string): boolean =>
  readManifest(path.join(root, folder)).publishConfig !== undefined;

/** The manifest as somebody has it who copied the folder: versions of the registry, and our packages as the tarballs. */
function manifestOfCopy(manifest: ExampleManifest, tarballs: readonly Tarball[]): object {
  const ours = new Map(tarballs.map(({ name, file }) => [`@tidemark/${name}`, `file:${file}`]));
  // npm takes what stands here for what the tarballs ask of each other, too.
  const asked = { ...manifest.dependencies, ...manifest.devDependencies };
  const needed = new Set(Object.keys(asked).filter((name) => ours.has(name)));
  for (const name of needed) {
    const tarball = tarballs.find((each) => `@tidemark/${each.name}` === name);
    for (const further of Object.keys(tarball?.manifest.dependencies ?? {})) if (ours.has(further)) needed.add(further);
  }
  const local = Object.fromEntries([...needed].map((name) => [name, ours.get(name)]));
  const foreign = Object.entries(manifest.devDependencies ?? {}).filter(([name]) => !ours.has(name));
  return {
    ...manifest,
    dependencies: { ...manifest.dependencies, ...local },
    devDependencies: Object.fromEntries(foreign),
  };
}

async function tryExample(
  root: string,
  example: string,
  { folder, tarballs }: { readonly folder: string; readonly tarballs: readonly Tarball[] },
): Promise<readonly string[]> {
  // Packing leaves out what is not part of it, and writes the versions that the workspace's own protocols stand for.
  const copy = await packPackage(root, example, folder);
  const manifest: ExampleManifest = copy.manifest;
  const { copyTrial: trial, scripts = {} } = manifest;
  if (trial === undefined) return [`${example}: package.json has no copyTrial: { words, says }.`];
  writeFileSync(path.join(copy.folder, "package.json"), JSON.stringify(manifestOfCopy(manifest, tarballs)));
  const installed = await runCommand("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: copy.folder,
  });
  if (installed.code !== 0) return [`${example}: npm install fails in a copy of the folder:\n${installed.output}`];
  const problems: string[] = [];
  const started = await runCommand("npm", ["start", "--silent", "--", ...trial.words], { cwd: copy.folder });
  if (started.code !== 0 || !started.stdout.includes(trial.says))
    problems.push(`${example}: npm start in a copy does not say "${trial.says}":\n${started.output}`);
  if (scripts["typecheck"] !== undefined) {
    const checked = await runCommand("npm", ["run", "--silent", "typecheck"], { cwd: copy.folder });
    if (checked.code !== 0) problems.push(`${example}: npm run typecheck fails in a copy:\n${checked.output}`);
  }
  return problems;
}

/** Whoever copies an example has a working project. */
export const copiedExamples: Gate = {
  name: "copied-examples",
  holds: "each examples/* folder, copied out and installed with npm and the packed tarballs, starts and compiles",
  after: ["build"],
  async run(root) {
    const folders = listFolders(root);
    const examples = folders.filter((folder) => !isShared(root, folder));
    if (examples.length === 0) return { ok: false, fact: "missing", output: "There is no example." };
    const folder = mkdtempSync(path.join(tmpdir(), "copied-examples-"));
    try {
      const tarballs: Tarball[] = [];
      const shared = folders.filter((each) => isShared(root, each));
      for (const each of [...listPackages(root), ...shared]) tarballs.push(await packPackage(root, each, folder));
      const problems: string[] = [];
      for (const example of examples) problems.push(...(await tryExample(root, example, { folder, tarballs })));
      return fromProblems(problems, `${examples.length} example${examples.length === 1 ? "" : "s"}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
