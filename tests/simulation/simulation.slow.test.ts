import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleSimulation, findFault, runSimulation } from "./bundle.ts";
import { PLANTED_FAULTS } from "./planted-faults.ts";
import { WORLD_NAMES } from "./world-names.ts";

const RUNS = Number(process.env["SIMULATION_RUNS"] ?? "2000");

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "simulation-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(WORLD_NAMES)("no promise is broken in thousands of schedules of the world %s", async (world) => {
  const script = await bundleSimulation(folder);
  // A world of copies has more threads, and takes longer.
  const runs = world === "forks" ? Math.ceil(RUNS * 0.75) : RUNS;
  const { failures } = await runSimulation(script, { world, seed: 1, runs });
  expect(failures.flatMap(({ seed, words }) => [`seed ${seed}`, ...words])).toEqual([]);
});

test.each(PLANTED_FAULTS)("finds that $name", async (fault) => {
  expect(await findFault(folder, fault, 2_000)).not.toBeNull();
});
