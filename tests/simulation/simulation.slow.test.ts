import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleSimulation, findFault, runSimulation } from "./bundle.ts";
import { PLANTED_FAULTS } from "./planted-faults.ts";
import { WORLD_NAMES, type WorldName } from "./world-names.ts";

const RUNS = Number(process.env["SIMULATION_RUNS"] ?? "2000");

/** Parts of the number of schedules, for worlds that take longer: they have more threads or more statements. */
const SHARES: Readonly<Partial<Record<WorldName, number>>> = { forks: 0.75, workers: 0.25 };

const ORDER = { world: "small", seed: 1, runs: 1 } as const;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "simulation-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(WORLD_NAMES)("no promise is broken in thousands of schedules of the world %s", async (world) => {
  const script = await bundleSimulation(folder);
  const runs = Math.ceil(RUNS * (SHARES[world] ?? 1));
  const { failures } = await runSimulation(script, { world, seed: 1, runs });
  expect(failures.flatMap(({ seed, words }) => [`seed ${seed}`, ...words])).toEqual([]);
});

const ONE_QUESTION = { messages: ["m0?"], faults: 1 };

// The numbers change with the statements that a session makes: then write the new ones into docs/concepts/consistency.md too.
test.each([
  { ...ONE_QUESTION, schedules: 222, joined: 0 },
  { messages: ["m0", "m1"], faults: 0, schedules: 182, joined: 272 },
])("no schedule of $messages with $faults faults breaks a promise", async ({ messages, faults, schedules, joined }) => {
  const script = await bundleSimulation(folder);
  const report = await runSimulation(script, { ...ORDER, exhaustive: { messages, faults } });
  expect(report.failures.flatMap(({ words }) => words)).toEqual([]);
  expect({ schedules: report.runs, joined: report.explored?.joined }).toEqual({ schedules, joined });
});

test("a key that changes when a node runs again is found among all schedules", async () => {
  const fault = PLANTED_FAULTS.find(({ name }) => name === "a key of an effect changes when a node runs again");
  const script = await bundleSimulation(folder, fault === undefined ? {} : { fault });
  const { failures } = await runSimulation(script, { ...ORDER, exhaustive: ONE_QUESTION });
  expect(failures[0]?.violations[0]).toContain("under different keys");
});

test.each(PLANTED_FAULTS)("finds that $name", async (fault) => {
  expect(await findFault(folder, fault, 2_000)).not.toBeNull();
});
