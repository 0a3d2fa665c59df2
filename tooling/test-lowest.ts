import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand, runPnpm, workspaceRoot } from "./command.ts";
import { temporaryFolder } from "./fixture.ts";
import { readManifest } from "./manifest.ts";
import { listPackages } from "./source-files.ts";

/**
 * Runs the tests of the packages with the lowest versions that their peer ranges allow, in a copy of the workspace.
 *
 * Arguments are passed to Vitest: `pnpm test:lowest --project agents`.
 */

/** Lowest version that every package accepts, for each peer that affects the behavior of a state. */
const lowestPeers = (): ReadonlyMap<string, string> => {
  const lowest = new Map<string, string>();
  for (const folder of listPackages(workspaceRoot)) {
    for (const [name, range] of Object.entries(readManifest(path.join(workspaceRoot, folder)).peerDependencies ?? {})) {
      if (!name.startsWith("@langchain/") && name !== "langchain" && name !== "zod") continue;
      const version = /^(?:>=|\^|~)?(\d+\.\d+\.\d+)/.exec(range)?.[1];
      if (version === undefined) throw new Error(`The peer range "${range}" has no lowest version.`);
      const isHigher = version.localeCompare(lowest.get(name) ?? "", "en", { numeric: true }) > 0;
      if (isHigher) lowest.set(name, version);
    }
  }
  return lowest;
};

/** Clients that only tests use, in a version that works with the lowest `@langchain/core`. */
const clients: ReadonlyMap<string, string> = new Map([["@langchain/openai", "1.4.0"]]);

const main = async (args: readonly string[]): Promise<number> => {
  const versions = new Map([...lowestPeers(), ...clients]);
  process.stdout.write(`${[...versions].map(([name, version]) => `${name} ${version}`).join(", ")}\n`);
  using copy = temporaryFolder("lowest-");
  const cwd = copy.path;
  const listed = await runCommand("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: workspaceRoot,
  });
  for (const file of listed.stdout.split("\n").filter((line) => line !== ""))
    cpSync(path.join(workspaceRoot, file), path.join(cwd, file), { recursive: true });
  const workspace = path.join(cwd, "pnpm-workspace.yaml");
  // A peer that is not in the catalog is resolved by the package that requires it.
  const catalog = [...versions].reduce(
    (text, [name, version]) => text.replace(new RegExp(`^(  "?${name}"?): .*$`, "m"), `$1: ${version}`),
    readFileSync(workspace, "utf8"),
  );
  writeFileSync(workspace, catalog);
  const { code, output } = await runPnpm(["install", "--no-frozen-lockfile"], { cwd });
  if (code !== 0) throw new Error(`pnpm install failed:\n${output}`);
  const packages = [...listPackages(cwd).map((folder) => path.posix.basename(folder)), "tests"];
  const chosen = args.some((arg) => arg.startsWith("--project"))
    ? args
    : [...packages.flatMap((name) => ["--project", name]), ...args];
  // LangGraph's development server requires newer versions, and the pages "Coming from" compare the versions of the catalog.
  const vitest = path.join(cwd, "node_modules", "vitest", "vitest.mjs");
  // Tells a test what the lowest LangGraph shows less of.
  const options = { cwd, stdio: "inherit", env: { ...process.env, LOWEST_PEERS: "1" } } as const;
  const excluded = ["tests/server/**", "tests/peers/**", "tests/runtimes/**"].flatMap((each) => ["--exclude", each]);
  return (
    spawnSync(process.execPath, [vitest, "run", "--config", "vitest.all.config.ts", ...excluded, ...chosen], options)
      .status ?? 1
  );
};

process.exitCode = await main(process.argv.slice(2));
