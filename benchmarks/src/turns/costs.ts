import { MemorySaver } from "@langchain/langgraph";
import { cpu, median } from "../measure/cpu-time.ts";
import { shuffled } from "../measure/shuffled.ts";
import { type MakeTurnGraph, TRAINS, type TurnGraph } from "./graphs.ts";

/** A case of the benchmark. */
export interface TurnCase {
  /** Contenders by name. The others are compared with the first one. */
  readonly contenders: Readonly<Record<string, MakeTurnGraph>>;
  /** Turns of one sample. */
  readonly turns: number;
  readonly rounds: number;
  /** Rounds before the first sample. */
  readonly warmUp: number;
}

/** Cost of a turn for one contender. */
export interface TurnCost {
  readonly name: string;
  /** CPU microseconds of a turn, by round. */
  readonly samples: readonly number[];
  /** Cost relative to the first contender: the median of the rounds. */
  readonly factor: number;
  /** Model calls of a turn. */
  readonly calls: number;
  /** Checkpoints of a turn, including those of subgraphs. */
  readonly checkpoints: number;
}

/** Measures a turn on a new thread for each contender. All run in one process, in every round, on one saver. */
export async function turnCosts({ contenders, turns, rounds, warmUp }: TurnCase): Promise<readonly TurnCost[]> {
  const saver = new MemorySaver();
  const all = await Promise.all(
    Object.entries(contenders).map(async ([name, make]) => {
      const graph = make(saver);
      const messages = await graph.turn(name);
      if (!messages.some(({ text }) => text === TRAINS)) throw new Error(`${name} did not reach its second agent.`);
      const checkpoints = checkpointsOf(saver, name);
      await saver.deleteThread(name);
      const samples: number[] = [];
      return { name, graph, checkpoints, calls: graph.model.calls, samples };
    }),
  );
  const sample = async (graph: TurnGraph): Promise<number> => {
    const start = cpu();
    for (let turn = 0; turn < turns; turn += 1) await graph.turn(`thread_${turn}`);
    const used = cpu() - start;
    for (let turn = 0; turn < turns; turn += 1) await saver.deleteThread(`thread_${turn}`);
    return used / turns;
  };
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { graph, samples } of shuffled(all)) {
      const microseconds = await sample(graph);
      if (round >= 0) samples.push(microseconds);
    }
  }
  const first = all[0]?.samples ?? [];
  return all.map(({ name, samples, calls, checkpoints }) => ({
    name,
    samples,
    factor: median(samples.map((each, round) => each / (first[round] ?? 0))),
    calls,
    checkpoints,
  }));
}

function checkpointsOf(saver: MemorySaver, threadId: string): number {
  const namespaces = Object.values(saver.storage[threadId] ?? {});
  return namespaces.reduce((sum, each) => sum + Object.keys(each).length, 0);
}
