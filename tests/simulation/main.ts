import process, { cpuUsage } from "node:process";
import { type Simulation, type SimulationResult, simulate } from "./simulation.graph.ts";
import type { Explorer } from "./exploration.ts";
import { explore, planOfMessages, type SmallWorld } from "./explore.ts";
import { shrink } from "./shrink.ts";
import type { StorageKind } from "./storage/storage.graph.ts";
import type { WorldName } from "./world-names.ts";
import { seeded, WORLDS } from "./worlds.ts";

/** What a process simulates. */
export interface Order {
  readonly world: WorldName;
  /** First seed; the following ones are the next numbers. */
  readonly seed: number;
  readonly runs: number;
  /** Defaults to one that the seed chooses. */
  readonly storage?: StorageKind;
  /** True to go on after a failure, and to count only. */
  readonly counts?: boolean;
  /** A world to explore in all schedules, instead of random ones. */
  readonly exhaustive?: SmallWorld;
  /** True to show the schedule of a failure, or of one seed, without leaving out what it does not need. */
  readonly whole?: boolean;
}

/** A schedule that violates a promise. */
export interface Failure {
  readonly seed: number;
  readonly storage: StorageKind;
  readonly violations: readonly string[];
  /** The shortest schedule that was found, in words. */
  readonly words: readonly string[];
}

/** Result of the simulations of a process. */
export interface Report {
  readonly runs: number;
  readonly steps: number;
  /** Time of the processor, in seconds. */
  readonly seconds: number;
  readonly acknowledged: number;
  /** Number of acknowledged calls that are not stored. */
  readonly lost: number;
  readonly failures: readonly Failure[];
  /** The whole schedule of one seed, in words. */
  readonly words?: readonly string[];
  /** Number of states, of schedules that came into a known one, and of ways that are left. */
  readonly explored?: { readonly states: number; readonly joined: number; readonly left: number };
}

/** Runs the simulations of an order and sends the report to the process that has started this one. */
export async function run(order: Order): Promise<void> {
  process.send?.(order.exhaustive === undefined ? await reportOf(order) : await explorationOf(order.exhaustive, order));
}

async function reportOf({ world, seed, runs, storage, counts = false, whole = false }: Order): Promise<Report> {
  const begun = cpuUsage();
  const failures: Failure[] = [];
  const sums = { runs: 0, steps: 0, acknowledged: 0, lost: 0 };
  let words: readonly string[] = [];
  for (let at = seed; at < seed + runs; at += 1) {
    const { simulation, kinds } = simulationOf(world, at, storage);
    const result = await simulate({ ...simulation, goesOn: counts });
    if (whole && runs === 1) words = wordsIn(result, true);
    sums.runs += 1;
    sums.steps += result.steps;
    sums.acknowledged += result.acknowledged;
    sums.lost += result.lost;
    if (result.violations.length === 0) continue;
    const shown = counts || whole ? result : await smallest(simulation, result);
    failures.push({ seed: at, storage: kinds, violations: result.violations, words: wordsIn(shown, whole) });
    if (!counts) break;
  }
  return { ...sums, seconds: secondsSince(begun), failures, words };
}

async function explorationOf(small: SmallWorld, { storage = "one writer" }: Pick<Order, "storage">): Promise<Report> {
  const begun = cpuUsage();
  const plan = planOfMessages(small.messages);
  const world = {
    plan,
    storage,
    remembers: false,
    proposes: false,
    steers: false,
    approves: false,
    maxAttempts: null,
  };
  let steps = 0;
  const attempt = async (schedule: Explorer): Promise<SimulationResult> => {
    const result = await simulate({ ...world, schedule });
    steps += result.steps;
    return result;
  };
  const { schedules, joined, states, left, failure } = await explore(small, attempt);
  const failures =
    failure === null ? [] : [{ seed: 0, storage, violations: failure.violations, words: wordsIn(failure, false) }];
  const seconds = secondsSince(begun);
  return { runs: schedules, steps, seconds, acknowledged: 0, lost: 0, failures, explored: { states, joined, left } };
}

/** Time of the processor since a moment, in seconds. */
function secondsSince(begun: ReturnType<typeof cpuUsage>): number {
  const { user, system } = cpuUsage(begun);
  return (user + system) / 1e6;
}

function simulationOf(world: WorldName, seed: number, storage: StorageKind | undefined) {
  const kind = WORLDS[world];
  const { plan, rates, storage: chosen, attempts } = seeded(kind, seed, storage);
  const { remembers, proposes, steers, approves, queued } = kind;
  const simulation: Simulation = {
    plan,
    storage: chosen,
    proposes,
    steers,
    approves,
    maxAttempts: queued ? attempts : null,
    remembers,
    schedule: { seed, rates },
  };
  return { simulation, kinds: chosen };
}

/** Runs the smallest schedule that fails. */
async function smallest(simulation: Simulation, { made }: SimulationResult): Promise<SimulationResult> {
  const again = { plan: simulation.plan, schedule: made };
  const fails = async (smaller: typeof again) => (await simulate({ ...simulation, ...smaller })).violations.length > 0;
  return simulate({ ...simulation, ...(await shrink(again, fails)) });
}

/** Words of a schedule: without what a person need not know. */
const wordsIn = ({ report, violations }: SimulationResult, whole: boolean): readonly string[] => [
  ...report.filter((line) => whole || !/: (?:stores (?:writes|events)|renews|asks for|beats)/.test(line)),
  ...violations.map((each) => `VIOLATION: ${each}`),
];
