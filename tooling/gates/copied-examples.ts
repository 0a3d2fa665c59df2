import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { runCommand } from "../command.ts";
import { temporaryFolder } from "../fixture.ts";
import { readManifest } from "../manifest.ts";
import { listFiles } from "../source-files.ts";
import { openTarballs, sharedExamples } from "../tarballs.ts";

/** The versions in the catalog of the workspace. */
const catalogOf = (root: string): ReadonlyMap<string, string> => {
  const file = path.join(root, "pnpm-workspace.yaml");
  const text = existsSync(file) ? (/^catalog:\n((?: .*\n|\n)+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "") : "";
  const lines = text.matchAll(/^ {2}"?([^":#\n]+)"?: *"?([^"\s]+)"?/gm);
  return new Map([...lines].map(([, name = "", version = ""]) => [name, version]));
};

/** A copy knows no catalog, so an example names versions: those of the catalog. */
const staleVersions = (root: string, example: string): readonly string[] => {
  const catalog = catalogOf(root);
  const { dependencies = {}, devDependencies = {} } = readManifest(path.join(root, example));
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, version]) => (catalog.get(name) ?? version) !== version)
    .map(([name, version]) => `${example} wants ${name} ${version}; the catalog has ${catalog.get(name)}.`);
};

/** Compiles a copy, types the first line of the README's transcript, and compares the first line of the answer. */
const copyProblems = async (folder: string, example: string): Promise<readonly string[]> => {
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  const [, input, answer = ""] = /```text\n> (.+)\n(.+)\n/.exec(readme) ?? [];
  if (input === undefined) return [`${example}/README.md shows no conversation.`];
  const compiled = await runCommand("npm", ["run", "typecheck", "--silent"], { cwd: folder });
  const now = ["--now", "2026-11-21T09:00:00Z"];
  const started = await runCommand("npm", ["start", "--silent", "--", ...now, input], { cwd: folder });
  const isRight = started.code === 0 && started.stdout.split("\n")[0] === answer;
  return [
    ...(compiled.code === 0 ? [] : [`A copy of ${example} does not compile:\n${compiled.output}`]),
    ...(isRight ? [] : [`A copy of ${example} does not answer "${answer}":\n${started.output}`]),
  ];
};

/**
 * An example is a starting point: copied out of the repository, it installs with npm and the tarballs, compiles, and answers as its
 * README shows.
 *
 * All copies are installed at once, as npm workspaces, because they share most of what they install. That each imports only what its
 * own manifest declares is a rule of the import checker.
 */
export const copiedExamples: Check = async (root) => {
  const shared = sharedExamples(root);
  const examples = listFiles(root, /^examples\/[^/]+\/package[.]json$/)
    .map((file) => path.posix.dirname(file))
    .filter((folder) => !shared.includes(folder));
  using target = temporaryFolder("copied-");
  const packed = path.join(target.path, "packed");
  mkdirSync(packed);
  const tarballs = (await openTarballs(root, packed)).map(({ file }) => file);
  for (const example of examples) {
    cpSync(path.join(root, example), path.join(target.path, example), {
      recursive: true,
      filter: (source) => !/[/\\](?:node_modules|[.]tidemark|[.]turbo)(?:[/\\]|$)/.test(path.relative(root, source)),
    });
  }
  const manifest = { name: "copies", private: true, workspaces: examples };
  writeFileSync(path.join(target.path, "package.json"), JSON.stringify(manifest));
  const problems = examples.flatMap((example) => staleVersions(root, example));
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs];
  const installed = await runCommand("npm", install, { cwd: target.path });
  if (installed.code !== 0) problems.push(`npm install of copies of the examples fails:\n${installed.output}`);
  else {
    for (const example of examples) problems.push(...(await copyProblems(path.join(target.path, example), example)));
  }
  return { problems, fact: `${examples.length} examples` };
};

if (import.meta.main) await runCheck(copiedExamples);
