// The first schedules of each world. `simulation.slow.test.ts` runs thousands, `pnpm simulate` as many as wanted.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleSimulation, endBundles } from "./bundle.ts";
import { SimulationProcess } from "./processes.ts";
import { WORLD_NAMES } from "./world-names.ts";

let folder: string;
let simulations: SimulationProcess;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "simulation-"));
  simulations = new SimulationProcess(await bundleSimulation(folder));
});
afterAll(async () => {
  simulations.end();
  await endBundles();
  rmSync(folder, { recursive: true, force: true });
});

test.each(WORLD_NAMES)("no promise is broken in the world %s, whatever ends, freezes or is lost", async (world) => {
  const { failures, runs } = await simulations.run({ world, seed: 1, runs: 4 });
  expect(failures.flatMap(({ seed, words }) => [`seed ${seed}`, ...words])).toEqual([]);
  expect(runs).toBe(4);
});

test("a seed gives the same schedule each time", async () => {
  const order = { world: "small", seed: 7, runs: 1 } as const;
  const [one, other] = [await simulations.run(order), await simulations.run(order)];
  expect({ ...one, seconds: 0 }).toEqual({ ...other, seconds: 0 });
});

test("LangGraph's saver loses acknowledged turns in the same world", async () => {
  const order = { world: "small", seed: 62, runs: 1, storage: "stock", counts: true } as const;
  expect((await simulations.run(order)).lost).toBeGreaterThan(0);
});
