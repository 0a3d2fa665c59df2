import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { runCommand, workspaceRoot } from "../command.ts";
import { temporaryFolder } from "../fixture.ts";
import { readManifest } from "../manifest.ts";
import { listFiles, listTarballs } from "../source-files.ts";

const compilers = ["typescript-5.4", "typescript-5.9", "typescript"];
const resolutions = ["nodenext", "bundler"];
const consumer = "tests/consumer";

/** Compares the versions in the manifest of an example with the catalog, which does not exist in a copy. */
const staleVersions = (root: string, folder: string): readonly string[] => {
  const workspace = readFileSync(path.join(root, "pnpm-workspace.yaml"), "utf8");
  const text = /^catalog:\n((?: .*\n|\n)+)/m.exec(workspace)?.[1] ?? "";
  const lines = text.matchAll(/^ {2}"?([^":#\n]+)"?: *"?([^"\s]+)"?/gm);
  const catalog = new Map([...lines].map(([, name = "", version = ""]) => [name, version]));
  const { dependencies = {}, devDependencies = {} } = readManifest(path.join(root, folder));
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, version]) => (catalog.get(name) ?? version) !== version)
    .map(([name, version]) => `${folder} requires ${name} ${version}; the catalog has ${catalog.get(name)}.`);
};

/** Compiles a copied example, enters the first line of its README's transcript, and compares the first line of the answer. */
const exampleProblems = async (cwd: string, example: string): Promise<readonly string[]> => {
  const readme = readFileSync(path.join(cwd, "README.md"), "utf8");
  const [, input, answer = ""] = /```text\n> (.+)\n(.+)\n/.exec(readme) ?? [];
  if (input === undefined) return [`${example}/README.md shows no conversation.`];
  const compiled = await runCommand("npm", ["run", "typecheck", "--silent"], { cwd });
  const now = readme.includes("--now") ? ["--now", "2026-11-21T09:00:00Z"] : [];
  const started = await runCommand("npm", ["start", "--silent", "--", ...now, input], { cwd });
  const isRight = started.code === 0 && started.stdout.split("\n")[0] === answer;
  return [
    ...(compiled.code === 0 ? [] : [`A copy of ${example} does not compile:\n${compiled.output}`]),
    ...(isRight ? [] : [`A copy of ${example} does not answer "${answer}":\n${started.output}`]),
  ];
};

/** Compiles the programs of a user with older compilers and both resolutions, and runs them as ES module and CommonJS. */
const programProblems = async (cwd: string): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const compiler of compilers) {
    const tsc = path.join(workspaceRoot, "tooling", "node_modules", compiler, "bin", "tsc");
    for (const resolution of resolutions) {
      const { code, output } = await runCommand("node", [tsc, "-p", `tsconfig.${resolution}.json`], { cwd });
      if (code !== 0) problems.push(`${compiler}, ${resolution}:\n${output}`);
    }
  }
  for (const program of ["program.mts", "program.cjs"]) {
    const { code, stdout, output } = await runCommand("node", [program], { cwd });
    if (code !== 0 || stdout.trim() !== "ok") problems.push(`${program} does not print "ok":\n${output}`);
  }
  return problems;
};

/** Creates an application as the README says for a clone, starts it and runs its tests. */
const createdProblems = async (folder: string): Promise<readonly string[]> => {
  const app = path.join(folder, "my-app");
  const program = path.join(workspaceRoot, "tooling/create-app.ts");
  const created = await runCommand("node", [program, app, "--template", "team"], { cwd: folder });
  if (created.code !== 0) return [`pnpm create-app fails:\n${created.output}`];
  const started = await runCommand("npm", ["start", "--silent"], { cwd: app });
  const tested = await runCommand("npm", ["test", "--silent"], { cwd: app });
  return [
    ...(started.stdout.includes("Refunded 20 for invoice b.") ? [] : [`The application answers:\n${started.output}`]),
    ...(tested.code === 0 ? [] : [`The tests of the application fail:\n${tested.output}`]),
  ];
};

/**
 * The published packages work: copies of the examples and the programs of `tests/consumer` compile and run outside of the repository, with npm and
 * the tarballs. An example answers as its README shows.
 *
 * All copies are installed together, as npm workspaces, because they share most of their dependencies. A rule of the import checker verifies that each
 * imports only packages that its manifest declares.
 */
export const consumers: Check = async (root) => {
  const examples = listFiles(root, /^examples\/[^/]+\/package[.]json$/)
    .map((file) => path.posix.dirname(file))
    // Code that examples share is packed like our packages, and not copied. The pages of front ends have no conversation to compare.
    .filter((folder) => {
      const { publishConfig, scripts = {} } = readManifest(path.join(root, folder));
      return publishConfig === undefined && scripts["start"] !== undefined;
    });
  const copies = [...examples, consumer];
  using target = temporaryFolder("consumers-");
  for (const copy of copies) {
    cpSync(path.join(root, copy), path.join(target.path, copy), {
      recursive: true,
      filter: (source) => !/[/\\](?:node_modules|[.]tidemark|[.]turbo)(?:[/\\]|$)/.test(path.relative(root, source)),
    });
  }
  const manifest = { name: "copies", private: true, workspaces: copies };
  writeFileSync(path.join(target.path, "package.json"), JSON.stringify(manifest));
  const problems = copies.flatMap((copy) => staleVersions(root, copy));
  using created = temporaryFolder("created-");
  // The workspaces that prove this gate have no such command.
  if (existsSync(path.join(root, "packages/create-tidemark"))) problems.push(...(await createdProblems(created.path)));
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...listTarballs(root)];
  const installed = await runCommand("npm", install, { cwd: target.path });
  if (installed.code !== 0) problems.push(`npm install of the copies fails:\n${installed.output}`);
  else {
    for (const example of examples) problems.push(...(await exampleProblems(path.join(target.path, example), example)));
    problems.push(...(await programProblems(path.join(target.path, consumer))));
  }
  return { problems, fact: `${examples.length} examples, ${compilers.length} compilers` };
};

if (import.meta.main) await runCheck(consumers);
