/**
 * Runs every benchmark, each in a process of its own, prints one table and writes `benchmarks/results.json`.
 *
 * Run it with `pnpm bench`, or with `pnpm bench --quick` for less than two minutes of fewer rounds and shorter threads.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { quick, type Result, tableOf } from "./report.ts";

const run = promisify(execFile);
const here = import.meta.dirname;

/** Script by name; the last needs the packages built. */
const benchmarks: Readonly<Record<string, string>> = {
  checkpoint: "checkpoints.ts",
  load: "load.ts",
  concurrency: "concurrency.ts",
  serde: "serde.ts",
  thread: "thread-turns.ts",
  turn: "turn.ts",
  step: "step.ts",
  reduce: "reduce.ts",
  types: path.join("..", "types", "run.ts"),
};

const versionOf = (name: string): string | undefined => {
  const folders = ["", path.join("peers", "mastra")];
  const manifests = folders.map((folder) => path.join(here, "..", folder, "node_modules", name, "package.json"));
  const manifest = manifests.find((file) => existsSync(file));
  if (manifest === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a manifest has a version
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
};

const peers = [
  "@langchain/langgraph",
  "@langchain/langgraph-checkpoint-sqlite",
  "@langchain/langgraph-checkpoint-postgres",
  "@langchain/langgraph-supervisor",
  "@langchain/langgraph-swarm",
  "@mastra/core",
  "ai",
];
const machine = {
  processor: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  system: `${process.platform} ${release()}`,
  node: process.version,
  versions: Object.fromEntries(peers.map((name) => [name, versionOf(name) ?? "not installed"])),
};
const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
process.stdout.write(
  `${machine.processor}, ${machine.memory}, ${machine.system}, Node ${machine.node}\n${versions.join(", ")}\n`,
);

const found: Record<string, readonly Result[]> = {};
for (const [name, script] of Object.entries(benchmarks)) {
  const given = [path.join(here, script), "--json", ...(quick ? ["--quick"] : [])];
  try {
    const { stdout } = await run(process.execPath, given, { maxBuffer: 64 * 1024 * 1024 });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each script prints its results so
    const results = JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]") as readonly Result[];
    found[name] = results;
    process.stdout.write(`\n${name}\n\n${tableOf(results)}`);
  } catch (error) {
    process.stderr.write(`\n${name} failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
writeFileSync(
  path.join(here, "..", "results.json"),
  `${JSON.stringify({ machine, quick, results: found }, null, 2)}\n`,
);
