import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MemorySaver } from "@langchain/langgraph";
import { cpu, median } from "../measure/cpu-time.ts";
import { rows } from "./merge-costs.ts";
import { shuffled } from "../measure/shuffled.ts";
import { contenders, type StepContenders, type StepGraph, SUPERSTEPS, type UsedState } from "./step-graphs.ts";

/** A case of the benchmark. */
export interface StepCase {
  readonly state: UsedState;
  /** Number of entries of 1 KB in the context data. */
  readonly entries: number;
  /** Turns of one sample: enough for several garbage collections, few enough that a busy moment slows all contenders. */
  readonly turns: number;
  readonly rounds: number;
  /** Rounds before the first sample. Code that V8 has not compiled yet costs several times as much. */
  readonly warmUp: number;
  /** Whether each sample begins on a clean heap. It reduces the noise of large states, but V8 also drops compiled code. */
  readonly clean: boolean;
}

/** Cost of a superstep for one contender. */
export interface StepCost {
  /** CPU microseconds of each round. */
  readonly samples: readonly number[];
  /** Overhead over plain LangGraph, in percent: the median of the rounds. */
  readonly overhead: number;
}

/** Costs of all contenders. */
export interface StepCosts extends Readonly<Record<keyof StepContenders, StepCost>> {
  /** Cost of the development checks over production, in percent: the median of the rounds. */
  readonly checks: number;
}

/**
 * Measures a superstep of each contender, including checkpoints in memory.
 *
 * In each round, all contenders run in one process, each on a new thread, so a busy machine slows all of them. Compare the factors,
 * not the microseconds.
 */
export async function stepCosts(measured: StepCase): Promise<StepCosts> {
  const { state, entries, turns, rounds, warmUp, clean } = measured;
  const saver = new MemorySaver();
  const graphs = contenders(state, saver);
  const found = Array.from({ length: entries }, (_, index) => [`at_${index}`, rows(index)] as const);
  const context = { SCAN: Object.fromEntries(found) };
  const samples: Samples = { plain: [], counting: [], schemaOnly: [], tidemark: [], development: [] };
  const sample = async (graph: StepGraph): Promise<number> => {
    await graph.load("thread", context);
    if (clean) collectGarbage();
    const start = cpu();
    for (let turn = 0; turn < turns; turn += 1) await graph.turn("thread");
    const used = cpu() - start;
    await saver.deleteThread("thread");
    return used / (turns * SUPERSTEPS);
  };
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of shuffled(names)) {
      const microseconds = await sample(graphs[name]);
      if (round >= 0) samples[name].push(microseconds);
    }
  }
  const cost = (name: keyof StepContenders): StepCost => ({
    samples: samples[name],
    overhead: 100 * (median(samples[name].map((each, round) => each / (samples.plain[round] ?? 0))) - 1),
  });
  return {
    plain: cost("plain"),
    counting: cost("counting"),
    schemaOnly: cost("schemaOnly"),
    tidemark: cost("tidemark"),
    development: cost("development"),
    checks: 100 * (median(samples.development.map((each, round) => each / (samples.tidemark[round] ?? 0))) - 1),
  };
}

const names = ["plain", "counting", "schemaOnly", "tidemark", "development"] as const;

type Samples = Record<keyof StepContenders, number[]>;

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

function collectGarbage(): void {
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
}
