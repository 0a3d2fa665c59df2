// Simulates hosts, storage, people and clocks from seeds: pnpm simulate --world small --runs 1000. SIGINT ends it.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { stdout } from "node:process";
import { parseArgs } from "node:util";
import { bundleSimulation, endBundles, findFault } from "./bundle.ts";
import type { Report } from "./main.ts";
import { PLANTED_FAULTS } from "./planted-faults.ts";
import { runSeeds, runSimulation } from "./processes.ts";
import { WORLD_NAMES, type WorldName } from "./world-names.ts";

const { values } = parseArgs({
  options: {
    world: { type: "string" },
    seed: { type: "string" },
    runs: { type: "string" },
    minutes: { type: "string" },
    processes: { type: "string", default: String(availableParallelism()) },
    storage: { type: "string" },
    whole: { type: "boolean", default: false },
    planted: { type: "string" },
    exhaustive: { type: "string" },
    faults: { type: "string", default: "0" },
    help: { type: "boolean", default: false },
  },
});

const HELP = `Simulates hosts, a database, people and clocks from seeds. SIGINT ends it.

  --world NAME        one of ${WORLD_NAMES.join(", ")}; defaults to all of them
  --seed N            first seed; without --runs and --minutes only this one, with its schedule; defaults to 1
  --runs N            number of schedules
  --minutes N         time for each world
  --processes N       defaults to the number of cores: ${availableParallelism()}
  --storage NAME      "one writer", "row locks", "sqlite" or "stock"; defaults to one that the seed chooses
  --whole             shows each operation, and leaves nothing out of the schedule of a failure
  --exhaustive M,M    runs all schedules of a small world: a message for each host, "m0?" asks, "m0?@1" is answered on host 1
  --faults N          largest number of faults of each schedule of --exhaustive; defaults to 0
  --planted TEXT      looks for the planted faults whose name contains the text, in 2000 schedules or --runs
`;

const folder = mkdtempSync(path.join(tmpdir(), "simulation-"));
try {
  if (values.help) stdout.write(HELP);
  else if (values.planted !== undefined) await findAll(values.planted);
  else if (values.exhaustive !== undefined) await exploreAll(values.exhaustive.split(","), Number(values.faults));
  else await simulateAll();
} finally {
  await endBundles();
  rmSync(folder, { recursive: true, force: true });
}

/** Looks for the planted faults whose name contains a text. */
async function findAll(part: string): Promise<void> {
  for (const fault of PLANTED_FAULTS.filter(({ name }) => name.includes(part))) {
    const found = await findFault(folder, fault, Number(values.runs ?? "2000"));
    if (found === null) process.exitCode = 1;
    const result = found === null ? "NOT FOUND" : `schedule ${found.schedules}: ${found.violation}`;
    stdout.write(`${fault.name} (${fault.world}): ${result}\n`);
  }
}

/** Runs all schedules of hosts that get one message each. */
async function exploreAll(messages: readonly string[], faults: number): Promise<void> {
  const script = await bundleSimulation(folder);
  const exhaustive = { messages, faults, ...(values.runs !== undefined && { most: Number(values.runs) }) };
  const report = await runSimulation(script, { world: "small", seed: 1, runs: 1, exhaustive });
  const { runs, explored, seconds, failures } = report;
  stdout.write(
    `${runs} schedules to the end, ${explored?.joined} joined another, ${explored?.states} states, ${explored?.left} ways left, in ${seconds.toFixed(0)} s\n`,
  );
  for (const { words } of failures) {
    stdout.write(`\n  ${words.join("\n  ")}\n`);
    process.exitCode = 1;
  }
}

async function simulateAll(): Promise<void> {
  const script = await bundleSimulation(folder);
  for (const world of WORLD_NAMES) if ((values.world ?? world) === world) await simulateWorld(script, world);
}

/** Runs seeds of a world until there are no more, the time is over, or one fails. */
async function simulateWorld(script: string, world: WorldName): Promise<void> {
  const seed = Number(values.seed ?? "1");
  const minutes = Number(values.minutes ?? "Infinity");
  const begun = performance.now();
  const passed = (): number => (performance.now() - begun) / 1000;
  let shown = 0;
  const order = {
    world,
    seed,
    runs: Number(values.runs ?? (values.minutes === undefined && values.seed !== undefined ? "1" : "100000000")),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another name fails when the storage is opened
    ...(values.storage !== undefined && { storage: values.storage as "sqlite" }),
    whole: values.whole,
  };
  const report = await runSeeds(script, order, {
    processes: Number(values.processes),
    isOver: () => passed() >= minutes * 60,
    progress(sums) {
      if (passed() < (shown + 1) * 60) return;
      shown = Math.floor(passed() / 60);
      stdout.write(`  ${lineOf(sums, passed())}\n`);
    },
  });
  const { runs, failures, words = [] } = report;
  stdout.write(`${world}: ${lineOf(report, passed())}\n`);
  for (const { seed: failed, storage, words: schedule } of failures) {
    stdout.write(`\nSeed ${failed} of the world ${world} on "${storage}" fails:\n  ${schedule.join("\n  ")}\n`);
    process.exitCode = 1;
  }
  if (failures.length === 0 && words.length > 0) stdout.write(`  ${words.join("\n  ")}\n`);
  if (failures.length === 0 && runs > 1)
    stdout.write(`  seeds ${seed} to ${seed + runs - 1}; go on with --world ${world} --seed ${seed + runs}\n`);
}

/** What has been run, and how fast: by the time of the processor, and by the clock with the load of the machine. */
function lineOf({ runs, seconds, steps, acknowledged }: Report, passed: number): string {
  const [load = 0] = loadavg();
  return (
    `${runs} schedules, ${Math.round(steps / runs)} steps each, ${acknowledged} turns done, ` +
    `${((seconds / runs) * 1000).toFixed(0)} ms of a processor each, ${(runs / passed).toFixed(0)} a second at a load of ${load.toFixed(0)}`
  );
}
