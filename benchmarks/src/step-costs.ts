import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MemorySaver } from "@langchain/langgraph";
import { cpu, median } from "./cpu-time.ts";
import { rows } from "./merge-costs.ts";
import { contenders, type StepContenders, type StepGraph, SUPERSTEPS, type UsedState } from "./step-graphs.ts";

/** Small samples in close succession: what slows the machine for a moment slows all contenders of a round. */
const TURNS = 3;

/** What is measured: a state, how many entries of 1 KB its context data holds, and how many rounds are made. */
export interface StepCase {
  readonly state: UsedState;
  readonly entries: number;
  readonly rounds: number;
}

/** What a superstep costs one contender. */
export interface StepCost {
  /** CPU microseconds: the median of the rounds. */
  readonly microseconds: number;
  /** How much more than by hand, in per cent: the median of what each round says. */
  readonly overhead: number;
}

/**
 * What a superstep costs each contender, checkpoints in memory included.
 *
 * All take turns in one process, each on a new thread, so that a slow machine is slow for all of them. Compare the
 * factors, not the microseconds.
 */
export async function stepCosts({
  state,
  entries,
  rounds,
}: StepCase): Promise<Readonly<Record<keyof StepContenders, StepCost>>> {
  const saver = new MemorySaver();
  const graphs = contenders(state, saver);
  const found = Array.from({ length: entries }, (_, index) => [`at_${index}`, rows(index)] as const);
  const context = { SCAN: Object.fromEntries(found) };
  const samples: Samples = { byHand: [], countingByHand: [], schemaOnly: [], tidemark: [], development: [] };
  const sample = async (graph: StepGraph): Promise<number> => {
    await graph.load("thread", context);
    const start = cpu();
    for (let turn = 0; turn < TURNS; turn += 1) await graph.turn("thread");
    const used = cpu() - start;
    await saver.deleteThread("thread");
    return used / (TURNS * SUPERSTEPS);
  };
  const warmUp = Math.ceil(rounds / 8);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    collectGarbage();
    for (const name of turned(names, round)) {
      const microseconds = await sample(graphs[name]);
      if (round >= warmUp) samples[name].push(microseconds);
    }
  }
  const cost = (name: keyof StepContenders): StepCost => ({
    microseconds: median(samples[name]),
    overhead: 100 * (median(samples[name].map((each, round) => each / (samples.byHand[round] ?? 0))) - 1),
  });
  return {
    byHand: cost("byHand"),
    countingByHand: cost("countingByHand"),
    schemaOnly: cost("schemaOnly"),
    tidemark: cost("tidemark"),
    development: cost("development"),
  };
}

const names = ["byHand", "countingByHand", "schemaOnly", "tidemark", "development"] as const;

type Samples = Record<keyof StepContenders, number[]>;

/** Every contender comes first, last and after every other one as often, in both directions. */
function turned<Each>(list: readonly Each[], round: number): readonly Each[] {
  const first = (round >> 1) % list.length;
  const order = [...list.slice(first), ...list.slice(0, first)];
  return round % 2 === 0 ? order : order.toReversed();
}

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

function collectGarbage(): void {
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
}
