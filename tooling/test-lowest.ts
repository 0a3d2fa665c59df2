import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand, runPnpm, workspaceRoot } from "./command.ts";
import { readManifest } from "./manifest.ts";
import { listPackages } from "./source-files.ts";

/**
 * Runs the tests of the packages with the lowest versions that their peer ranges allow.
 *
 * Works in a copy of the workspace, so that nothing here changes. Arguments go to Vitest: `pnpm test:lowest --project agents`.
 */

/** Examples and the development server name newer versions of their own. */
const projects = ["core-state", "reducers", "state-manager", "agents", "checkpoint", "tests"];
const excluded = ["tests/server/**"];

/** The peers that decide how a state behaves; the others serve one entry point each. */
const isPeerOfStates = (name: string): boolean => name.startsWith("@langchain/") || name === "zod";

/** The lowest version of a range such as `>=1.4.8 <2` or `^4.2.0`. */
const lowestOf = (range: string): string => {
  const version = /^(?:>=|\^|~)?(\d+\.\d+\.\d+)/.exec(range)?.[1];
  if (version === undefined) throw new Error(`The peer range "${range}" names no lowest version.`);
  return version;
};

const compareVersions = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

/** The lowest version of each peer that every package accepts. */
const lowestPeers = (root: string): ReadonlyMap<string, string> => {
  const lowest = new Map<string, string>();
  for (const folder of listPackages(root)) {
    for (const [name, range] of Object.entries(readManifest(path.join(root, folder)).peerDependencies ?? {})) {
      if (!isPeerOfStates(name)) continue;
      const version = lowestOf(range);
      const known = lowest.get(name);
      if (known === undefined || compareVersions(version, known) > 0) lowest.set(name, version);
    }
  }
  return lowest;
};

/** Writes versions into the catalog; a peer that it does not name is left to the package that asks for it. */
const withVersions = (workspace: string, versions: ReadonlyMap<string, string>): string =>
  [...versions].reduce(
    (text, [name, version]) =>
      text.replace(new RegExp(`^(  "?${name.replaceAll("/", "\\/")}"?): .*$`, "m"), `$1: ${version}`),
    workspace,
  );

const copyWorkspace = async (root: string, target: string): Promise<void> => {
  const listed = await runCommand("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  if (listed.code !== 0) throw new Error(`git ls-files failed:\n${listed.output}`);
  for (const file of listed.stdout.split("\0")) {
    if (file !== "") cpSync(path.join(root, file), path.join(target, file), { recursive: true, force: true });
  }
};

const runTests = (folder: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const vitest = path.join(folder, "node_modules", "vitest", "vitest.mjs");
    const chosen = args.some((arg) => arg.startsWith("--project"))
      ? []
      : projects.flatMap((project) => ["--project", project]);
    const left = excluded.flatMap((pattern) => ["--exclude", pattern]);
    const child = spawn(process.execPath, [vitest, "run", ...chosen, ...left, ...args], {
      cwd: folder,
      stdio: "inherit",
    });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });

const main = async (args: readonly string[]): Promise<number> => {
  const versions = lowestPeers(workspaceRoot);
  process.stdout.write(`${[...versions].map(([name, version]) => `${name} ${version}`).join(", ")}\n`);
  // Node resolves real paths, and so do the tests that compare them.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "lowest-")));
  try {
    await copyWorkspace(workspaceRoot, folder);
    const workspace = path.join(folder, "pnpm-workspace.yaml");
    writeFileSync(workspace, withVersions(readFileSync(workspace, "utf8"), versions));
    const installed = await runPnpm(["install", "--no-frozen-lockfile"], { cwd: folder });
    if (installed.code !== 0) throw new Error(`pnpm install failed:\n${installed.output}`);
    return await runTests(folder, args);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

process.exitCode = await main(process.argv.slice(2));
