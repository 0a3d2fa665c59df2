import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MemorySaver } from "@langchain/langgraph";
import type { ContextData } from "@tidemark/reducers";
import { cpu, median } from "./cpu-time.ts";
import { rows } from "./merge-costs.ts";
import { contenders, type StepContenders, type StepGraph, SUPERSTEPS, type UsedState } from "./step-graphs.ts";

const WARM_UP_ROUNDS = 3;

/** What is measured: a state, and how many entries of 1 KB its context data holds. */
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
export async function stepCosts(measured: StepCase): Promise<Readonly<Record<keyof StepContenders, StepCost>>> {
  const { state, entries, rounds } = measured;
  const saver = new MemorySaver();
  const graphs = contenders(state, saver);
  const context = {
    SCAN: Object.fromEntries(Array.from({ length: entries }, (_, index) => [`at_${index}`, rows(index)])),
  };
  const turns = entries > 100 ? 3 : 10;
  const samples = { byHand: [], schemaOnly: [], tidemark: [], development: [] } satisfies Samples as Samples;
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await timed(graphs[name], { saver, context, turns });
      if (round >= 0) samples[name].push(sample);
    }
  }
  const cost = (name: keyof StepContenders): StepCost => ({
    microseconds: median(samples[name]),
    overhead: 100 * (median(samples[name].map((sample, round) => sample / (samples.byHand[round] ?? 0))) - 1),
  });
  return {
    byHand: cost("byHand"),
    schemaOnly: cost("schemaOnly"),
    tidemark: cost("tidemark"),
    development: cost("development"),
  };
}

const names = ["byHand", "schemaOnly", "tidemark", "development"] as const;

type Samples = Record<keyof StepContenders, number[]>;

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

function collectGarbage(): void {
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
}

interface Sample {
  readonly saver: MemorySaver;
  readonly context: ContextData;
  readonly turns: number;
}

/** CPU microseconds of one superstep on a new thread; what begins the thread does not count. */
async function timed(graph: StepGraph, { saver, context, turns }: Sample): Promise<number> {
  await graph.load("thread", context);
  collectGarbage();
  const start = cpu();
  for (let turn = 0; turn < turns; turn += 1) await graph.turn("thread");
  const used = cpu() - start;
  await saver.deleteThread("thread");
  return used / (turns * SUPERSTEPS);
}
