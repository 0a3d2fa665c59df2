// A few schedules of each world. `simulation.slow.test.ts` runs thousands, `pnpm simulate` as many as wanted.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleSimulation, runSimulation } from "./bundle.ts";
import { WORLD_NAMES } from "./world-names.ts";

let folder: string;
let script: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "simulation-"));
  script = await bundleSimulation(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(WORLD_NAMES)("no promise is broken in the world %s, whatever ends, freezes or is lost", async (world) => {
  const { failures, runs } = await runSimulation(script, { world, seed: 1, runs: 40 });
  expect(failures.flatMap(({ seed, words }) => [`seed ${seed}`, ...words])).toEqual([]);
  expect(runs).toBe(40);
});

test("a seed gives the same schedule each time", async () => {
  const order = { world: "small", seed: 7, runs: 3 } as const;
  const [one, other] = [await runSimulation(script, order), await runSimulation(script, order)];
  expect({ ...one, seconds: 0 }).toEqual({ ...other, seconds: 0 });
});

test("LangGraph's saver loses acknowledged turns in the same world", async () => {
  const order = { world: "small", seed: 1, runs: 150, storage: "stock", counts: true } as const;
  expect((await runSimulation(script, order)).lost).toBeGreaterThan(0);
});
