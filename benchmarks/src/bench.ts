/**
 * Runs every benchmark in a new process, prints one table and writes `benchmarks/results.json`.
 *
 * Run it with `pnpm bench`, or with `pnpm bench --quick` for fewer rounds and shorter threads. With `--check` it fails when a number is
 * beyond its limit.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { quick, type Result, tableOf } from "./measure/report.ts";

const run = promisify(execFile);
const here = import.meta.dirname;

/** Scripts by name. The last one needs built packages. */
const benchmarks: Readonly<Record<string, string>> = {
  saver: "saver.ts",
  checkpoint: "checkpoints.ts",
  load: "load.ts",
  changes: "changes.ts",
  serverless: "serverless.ts",
  concurrency: "concurrency.ts",
  workers: "workers.ts",
  serde: "serde.ts",
  thread: "thread-turns.ts",
  turn: "turn.ts",
  step: "step.ts",
  traces: "traces.ts",
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
  "@openai/agents",
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

/** Runs a script and returns its output, even if it fails: a script whose numbers exceed a limit fails at the end. */
async function outputOf(name: string, script: string): Promise<string> {
  const flags = ["--quick", "--check"].filter((flag) => process.argv.includes(flag));
  const given = [path.join(here, script), "--json", ...flags];
  try {
    const { stdout, stderr } = await run(process.execPath, given, { maxBuffer: 64 * 1024 * 1024 });
    process.stderr.write(stderr);
    return stdout;
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`\n${name} failed: ${error instanceof Error ? error.message : String(error)}\n`);
    const printed: unknown = error instanceof Error ? Reflect.get(error, "stdout") : "";
    return typeof printed === "string" ? printed : "";
  }
}

const found: Record<string, readonly Result[]> = {};
for (const [name, script] of Object.entries(benchmarks)) {
  const lines = (await outputOf(name, script)).trim().split("\n");
  const printed = lines.findLast((line) => line.startsWith("["));
  if (printed === undefined) continue;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each script prints its results as JSON
  const results = JSON.parse(printed) as readonly Result[];
  found[name] = results;
  process.stdout.write(`\n${name}\n\n${tableOf(results)}`);
}
writeFileSync(
  path.join(here, "..", "results.json"),
  `${JSON.stringify({ machine, quick, results: found }, null, 2)}\n`,
);
