import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { runCommand, workspaceRoot } from "../command.ts";
import { temporaryFolder } from "../fixture.ts";
import { readManifest } from "../manifest.ts";
import { listFiles, listTarballs } from "../source-files.ts";

const compilers = ["typescript-5.4", "typescript-5.9", "typescript"];
const resolutions = ["nodenext", "bundler"];
const consumer = "tests/consumer";

/** Compares the versions in the manifest of an example with the catalog, which does not exist outside of this workspace. */
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

/** Enters the first line of the transcript in the README of an example into the application, and compares the first line of the answer. */
const conversationProblems = async (cwd: string, readme: string): Promise<readonly string[]> => {
  const [, input, answer = ""] = /```text\n> (.+)\n(.+)\n/.exec(readme) ?? [];
  if (input === undefined) return ["has no conversation in the README of its example."];
  const now = readme.includes("--now") ? ["--now", "2026-11-21T09:00:00Z"] : [];
  const { code, stdout, output } = await runCommand("npm", ["run", "chat", "--silent", "--", ...now, input], { cwd });
  return code === 0 && stdout.split("\n")[0] === answer ? [] : [`does not answer "${answer}":\n${output}`];
};

/** Creates an application as the README says for a clone, and runs its commands. An example has a template of the same name. */
const applicationProblems = async (root: string, folder: string, template: string): Promise<readonly string[]> => {
  const app = path.join(folder, template);
  const program = path.join(root, "tooling/create-app.ts");
  const created = await runCommand("node", [program, app, "--template", template], { cwd: folder });
  if (created.code !== 0) return [`An application of the template ${template} cannot be created:\n${created.output}`];
  const readme = path.join(root, "examples", template, "README.md");
  const problems: string[] = [];
  if (existsSync(readme)) {
    const text = readFileSync(readme, "utf8");
    if (!text.includes(`create-app ../my-app --template ${template}\n`))
      problems.push(`is not named in the README of its example: create-app ../my-app --template ${template}.`);
    problems.push(...(await conversationProblems(app, text)));
  } else {
    const { stdout, output } = await runCommand("npm", ["start", "--silent"], { cwd: app });
    if (!stdout.includes("Refunded 20 for invoice b.")) problems.push(`answers:\n${output}`);
  }
  for (const script of ["typecheck", "test"]) {
    const { code, output } = await runCommand("npm", ["run", script, "--silent"], { cwd: app });
    if (code !== 0) problems.push(`fails at npm run ${script}:\n${output}`);
  }
  return problems.map((problem) => `An application of the template ${template} ${problem}`);
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

/**
 * Declares what an application exports, where it finds only the packages that it depends on, as pnpm installs them. A type that no entry of
 * `tidemark` exports cannot be named there.
 */
const declarationProblems = async (programs: string): Promise<readonly string[]> => {
  const cwd = path.join(programs, "declared");
  // The workspaces that prove this gate have no such application.
  if (!existsSync(cwd)) return [];
  const visible = path.join(cwd, "node_modules");
  const hidden = path.join(visible, ".all", "node_modules");
  mkdirSync(path.dirname(hidden), { recursive: true });
  renameSync(path.join(programs, "node_modules"), hidden);
  for (const name of ["tidemark", "zod", "@langchain"]) symlinkSync(path.join(hidden, name), path.join(visible, name));
  const tsc = path.join(workspaceRoot, "tooling", "node_modules", "typescript-5.9", "bin", "tsc");
  const { code, output } = await runCommand("node", [tsc, "-p", "tsconfig.json"], { cwd });
  return code === 0 ? [] : [`The exports of an application cannot be declared:\n${output}`];
};

/**
 * The published packages work outside of the repository, with npm and the tarballs: applications made from the examples compile, pass their tests
 * and answer as the README of the example shows, and the programs of `tests/consumer` compile and run.
 *
 * A rule of the import checker verifies that each example imports only packages that its manifest declares.
 */
export const consumers: Check = async (root) => {
  const examples = listFiles(root, /^examples\/[^/]+\/package[.]json$/)
    .map((file) => path.posix.dirname(file))
    // Code that examples share, and the pages of front ends, have no conversation to start.
    .filter((folder) => readManifest(path.join(root, folder)).scripts?.["start"] !== undefined);
  const problems = [...examples, consumer].flatMap((folder) => staleVersions(root, folder));
  using target = temporaryFolder("consumers-");
  // The workspaces that prove this gate have no such template.
  const written = existsSync(path.join(root, "packages/create-tidemark")) ? ["team"] : [];
  for (const template of [...written, ...examples.map((folder) => path.basename(folder))])
    problems.push(...(await applicationProblems(root, target.path, template)));
  const programs = path.join(target.path, "programs");
  cpSync(path.join(root, consumer), programs, {
    recursive: true,
    filter: (source) => path.basename(source) !== "node_modules",
  });
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...listTarballs(root)];
  const installed = await runCommand("npm", install, { cwd: programs });
  if (installed.code !== 0) problems.push(`npm install of ${consumer} fails:\n${installed.output}`);
  else problems.push(...(await programProblems(programs)), ...(await declarationProblems(programs)));
  return { problems, fact: `${examples.length} examples, ${compilers.length} compilers` };
};

if (import.meta.main) await runCheck(consumers);
