import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { execPath } from "node:process";
import { build, type Plugin } from "esbuild";
import type { Order, Report } from "./main.ts";

/** A fault that is planted in the sources of the packages: some lines of a file, and what replaces them. */
export interface PlantedFault {
  /** Path below `packages`. */
  readonly file: string;
  readonly line: string;
  readonly instead: string;
}

/** The repository of this file. */
const HERE = path.resolve(import.meta.dirname, "../..");

const VERSIONS = "checkpoint/src/snapshots/channel-version.ts";

/** Exports that the simulation needs and older versions do not have, by file below `packages`. */
const EXPORTS: Readonly<Record<string, readonly (readonly [name: string, text: string])[]>> = {
  "checkpoint/src/internal.ts": [
    ["leasedLocks,", 'export { leasedLocks } from "./locks/leased-locks.ts";'],
    ["readThread }", 'export { readThread } from "./threads/read-thread.ts";'],
    ["readThreadDocument", 'export { readThreadDocument } from "./threads/thread-document.ts";'],
    ["writtenThread", 'export { writtenThread } from "./threads/written-thread.ts";'],
  ],
  "checkpoint/src/internal.sqlite.ts": [
    ["export { TidemarkSaver", 'export { TidemarkSaver } from "./store/saver.ts";'],
    ["sqliteLeases", 'export { sqliteLeases } from "./sqlite/locks/sqlite-locks.ts";'],
  ],
  "checkpoint/src/sqlite/locks/sqlite-locks.ts": [
    [
      "const sqliteLeases",
      "export const sqliteLeases = (connection: SqliteConnection) => new SqliteLeases(connection);",
    ],
  ],
};

/** Loads the sources of the packages from a checkout, with a planted fault. */
const sourcesOf = (root: string, fault: PlantedFault | undefined): Plugin => ({
  name: "sources",
  setup(bundle) {
    bundle.onResolve({ filter: /^@?tidemark\// }, ({ path: name }) => {
      const [own = "", ...rest] = name.replace("@tidemark/", "").split("/");
      const manifest: unknown = JSON.parse(readFileSync(path.join(root, "packages", own, "package.json"), "utf8"));
      const entries: unknown = Reflect.get(Object(manifest), "exports");
      const entry: unknown = Reflect.get(Object(entries), ["."].concat(rest).join("/"));
      return { path: path.join(root, "packages", own, String(entry)) };
    });
    // Each simulated host is a process, so it has its own state of ids.
    bundle.onLoad({ filter: /langgraph-checkpoint[/\\]dist[/\\]id[.]js$/ }, ({ path: file }) => {
      const contents = readFileSync(file, "utf8").replaceAll(/^let last.*$/gm, "");
      return { contents: contents.replaceAll(/last[MN]secs/g, "processOfIds().$&") };
    });
    bundle.onLoad({ filter: /[/\\]packages[/\\].*[.]ts$/ }, ({ path: file }) => {
      const own = path.relative(path.join(root, "packages"), file).replaceAll("\\", "/");
      let contents = readFileSync(file, "utf8");
      for (const [name, text] of EXPORTS[own] ?? []) if (!contents.includes(name)) contents += `\n${text}\n`;
      // Random numbers that are fetched together would be those of several hosts.
      if (own === VERSIONS) contents = contents.replace("Uint32Array(256)", "Uint32Array(1)");
      if (own === fault?.file) {
        if (contents.split(fault.line).length !== 2) throw new Error(`${own} does not contain once: ${fault.line}`);
        contents = contents.replace(fault.line, () => fault.instead);
      }
      return { contents, loader: "ts" };
    });
  },
});

/** Options of {@link bundleSimulation}. */
export interface BundleOptions {
  /** Checkout whose packages are simulated. Defaults to `SIMULATION_ROOT`, then to this repository. */
  readonly root?: string;
  readonly fault?: PlantedFault;
}

/** Bundles the simulation with the packages into one file of the folder, which loads in a fraction of the time. */
export async function bundleSimulation(folder: string, { root, fault }: BundleOptions = {}): Promise<string> {
  const outfile = path.join(folder, "simulation.mjs");
  await build({
    stdin: {
      // The sources of time come first: what is loaded after them keeps references to them.
      contents: `import "./surroundings.ts";
        import { run } from "./main.ts";
        await run(JSON.parse(process.argv[2]));`,
      resolveDir: import.meta.dirname,
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [sourcesOf(path.resolve(root ?? process.env["SIMULATION_ROOT"] ?? HERE), fault)],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "warning",
  });
  return outfile;
}

/** Runs a bundle in its own process, whose sources of time and randomness it replaces. */
export async function runSimulation(script: string, order: Order): Promise<Report> {
  const child = spawn(execPath, ["--no-warnings", script, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let problem = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (problem += chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  const line = output.trim().split("\n").at(-1) ?? "";
  if (!line.startsWith("{")) throw new Error(`The simulation ended without a report. ${problem}${output}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the process prints nothing else
  return JSON.parse(line) as Report;
}

/** Looks for a planted fault. Null if it is not found. */
export async function findFault(
  folder: string,
  { world, storage, ...fault }: PlantedFault & Pick<Order, "world" | "storage">,
  runs: number,
): Promise<{ readonly schedules: number; readonly violation: string } | null> {
  const script = await bundleSimulation(folder, { fault });
  const order = { world, seed: 1, runs, whole: true, ...(storage !== undefined && { storage }) };
  const { failures, runs: schedules } = await runSimulation(script, order);
  const [failure] = failures;
  return failure === undefined ? null : { schedules, violation: failure.violations[0] ?? "" };
}
