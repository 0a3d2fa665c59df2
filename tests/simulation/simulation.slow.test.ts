import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleSimulation, endBundles, findFault } from "./bundle.ts";
import { PLANTED_FAULTS } from "./planted-faults.ts";
import { runSeeds, runSimulation } from "./processes.ts";
import type { StorageKind } from "./storage/storage.graph.ts";
import { WORLD_NAMES, type WorldName } from "./world-names.ts";

const RUNS = Number(process.env["SIMULATION_RUNS"] ?? "2000");

/** Parts of the number of schedules, for worlds that take longer: they have more threads or more statements. */
const SHARES: Readonly<Partial<Record<WorldName, number>>> = {
  forks: 0.75,
  workers: 0.25,
  steering: 0.25,
  approvals: 0.25,
};

const ORDER = { world: "small", seed: 1, runs: 1 } as const;

let folder: string;
let script: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "simulation-"));
  script = await bundleSimulation(folder);
});
afterAll(async () => {
  await endBundles();
  rmSync(folder, { recursive: true, force: true });
});

test.each(WORLD_NAMES)("no promise is broken in thousands of schedules of the world %s", async (world) => {
  const runs = Math.ceil(RUNS * (SHARES[world] ?? 1));
  const { failures } = await runSeeds(script, { world, seed: 1, runs });
  expect(failures.flatMap(({ seed, words }) => [`seed ${seed}`, ...words])).toEqual([]);
});

test("several processes find the same smallest seed that fails as one", async () => {
  const order = { world: "small", seed: 1, runs: 200, storage: "stock", whole: true } as const;
  const [one, other] = [
    await runSeeds(script, order, { processes: 1 }),
    await runSeeds(script, order, { processes: 3 }),
  ];
  expect(one.failures).toHaveLength(1);
  expect({ ...other, seconds: 0 }).toEqual({ ...one, seconds: 0 });
});

// The seeds of docs/concepts/consistency.md: if the statements of a session change, look for others.
test.each([
  { anomaly: "stale generation", seed: 68, problem: '"m3" is acknowledged, but a contains only: m1' },
  { anomaly: "phantom tool", seed: 173, problem: '"a/m1 prepared" happened 2 times, under different keys' },
  { anomaly: "causal cascade", seed: 2409, problem: '"m2" is acknowledged, but a contains only: m1' },
])(
  "$anomaly happens at seed $seed on LangGraph's saver without locks, and on no other storage",
  async ({ seed, problem }) => {
    const problemsOn = async (storage: StorageKind): Promise<string> => {
      const { failures } = await runSimulation(script, { ...ORDER, seed, storage });
      return failures.flatMap(({ words }) => words).join();
    };
    expect(await problemsOn("stock")).toContain(problem);
    for (const storage of ["one writer", "row locks", "sqlite"] as const) expect(await problemsOn(storage)).toBe("");
  },
);

test("a causal cascade is a turn that acts on a late checkpoint, which hides the turn before it", async () => {
  const order = { ...ORDER, seed: 2409, storage: "stock", whole: true } as const;
  const { failures } = await runSimulation(script, order);
  const words = failures.flatMap((failure) => failure.words);
  const hidden = words.indexOf('sends "m2" to a, unfinished: "finish": done');
  const late = words.findIndex((line, at) => at > hidden && line.startsWith("host 0: stores checkpoint"));
  const begun = words.indexOf('person 2 sends "m3" to a, unfinished: "end" on host 1');
  const acted = words.indexOf('host 1: lets "a/m3 prepared" happen');
  const places = [hidden, late, begun, acted];
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(hidden).toBeGreaterThan(-1);
  expect(words.at(-1)).toContain('"m2" is acknowledged, but a contains only: m1, m3');
});

test("with locks, an effect of a frozen host can come after one of its successor, and nothing else of it is stored", async () => {
  const order = { ...ORDER, seed: 1095, storage: "one writer", whole: true } as const;
  const { failures, words = [] } = await runSimulation(script, order);
  const expected = [
    'host 1 freezes before "lets "a/m3 prepared" happen"',
    "host 0 has the lease of a, with the token 2",
    'host 0: lets "a/m1 prepared" happen',
    'host 1: lets "a/m3 prepared" happen',
    'sends "m3" to a, unfinished: "end": fenced',
  ];
  expect(words.filter((line) => expected.includes(line))).toEqual(expected);
  expect(failures).toEqual([]);
});

test("with locks, a tool that runs on a second host runs under one key, and its first host is fenced", async () => {
  const order = { ...ORDER, seed: 694, storage: "row locks", whole: true } as const;
  const { failures, words = [] } = await runSimulation(script, order);
  const expected = [
    'host 0: lets "a/m1 prepared" happen',
    'host 1: lets "a/m1 prepared" happen',
    'sends "m1" to a with the key k1, unfinished: "finish": fenced',
  ];
  const taken = words.findIndex((line) => line.startsWith("host 1 has the lease of a, with the token 3"));
  expect(words.slice(taken).filter((line) => expected.includes(line))).toEqual(expected);
  expect(failures).toEqual([]);
});

/** A folder for the bundle of one fault. */
const plantedIn = (): string => mkdtempSync(path.join(folder, "planted-"));

const ONE_QUESTION = { messages: ["m0?"], faults: 1 };

// The numbers change with the statements that a session makes: then write the new ones into docs/internals/simulation.md too.
test.each([
  { ...ONE_QUESTION, schedules: 88, joined: 0 },
  { messages: ["m0?@1"], faults: 1, schedules: 215, joined: 0 },
  { messages: ["m0", "m1"], faults: 0, schedules: 112, joined: 150 },
])("no schedule of $messages with $faults faults breaks a promise", async ({ messages, faults, schedules, joined }) => {
  const report = await runSimulation(script, { ...ORDER, exhaustive: { messages, faults } });
  expect(report.failures.flatMap(({ words }) => words)).toEqual([]);
  expect({ schedules: report.runs, joined: report.explored?.joined }).toEqual({ schedules, joined });
});

test("a key that changes when a node runs again is found among all schedules", async () => {
  const fault = PLANTED_FAULTS.find(({ name }) => name === "a key of an effect changes when a node runs again");
  const planted = await bundleSimulation(plantedIn(), fault === undefined ? {} : { fault });
  const { failures } = await runSimulation(planted, { ...ORDER, exhaustive: ONE_QUESTION });
  expect(failures[0]?.violations[0]).toContain("under different keys");
});

test.each(PLANTED_FAULTS)("finds that $name", async (fault) => {
  expect(await findFault(plantedIn(), fault, 2_000)).not.toBeNull();
});
