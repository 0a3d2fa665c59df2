// Simulates hosts, storage, people and clocks from seeds: pnpm simulate --world small --runs 1000. SIGINT ends it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stdout } from "node:process";
import { parseArgs } from "node:util";
import { bundleSimulation, findFault, runSimulation } from "./bundle.ts";
import { PLANTED_FAULTS } from "./planted-faults.ts";
import { WORLD_NAMES } from "./world-names.ts";

const { values } = parseArgs({
  options: {
    world: { type: "string" },
    seed: { type: "string" },
    runs: { type: "string" },
    minutes: { type: "string" },
    storage: { type: "string" },
    whole: { type: "boolean", default: false },
    planted: { type: "string" },
    exhaustive: { type: "string" },
    faults: { type: "string", default: "0" },
  },
});
const folder = mkdtempSync(path.join(tmpdir(), "simulation-"));
try {
  if (values.planted !== undefined) await findAll(values.planted);
  else if (values.exhaustive !== undefined) await exploreAll(values.exhaustive.split(","), Number(values.faults));
  else await simulateAll();
} finally {
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
  const report = await runSimulation(script, { world: "small", seed: 1, runs: 1, exhaustive: { messages, faults } });
  const { runs, explored, seconds, failures } = report;
  stdout.write(
    `${runs} schedules to the end, ${explored?.joined} joined another, ${explored?.states} states, in ${seconds.toFixed(0)} s\n`,
  );
  for (const { words } of failures) {
    stdout.write(`\n  ${words.join("\n  ")}\n`);
    process.exitCode = 1;
  }
}

async function simulateAll(): Promise<void> {
  const script = await bundleSimulation(folder);
  const worlds = WORLD_NAMES.filter((name) => values.world === undefined || name === values.world);
  for (const world of worlds) {
    const report = await runSimulation(script, {
      world,
      seed: Number(values.seed ?? "1"),
      runs: Number(values.runs ?? (values.minutes === undefined && values.seed !== undefined ? "1" : "100000000")),
      ...(values.minutes !== undefined && { seconds: Number(values.minutes) * 60 }),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another name fails when the storage is opened
      ...(values.storage !== undefined && { storage: values.storage as "sqlite" }),
      whole: values.whole,
    });
    const { runs, seconds, steps, acknowledged } = report;
    stdout.write(
      `${world}: ${runs} schedules, ${Math.round(steps / runs)} steps each, ${acknowledged} turns done, ${(runs / seconds).toFixed(0)} a second\n`,
    );
    for (const { seed, storage, words } of report.failures) {
      stdout.write(`\nSeed ${seed} of the world ${world} on "${storage}" fails:\n  ${words.join("\n  ")}\n`);
      process.exitCode = 1;
    }
  }
}
