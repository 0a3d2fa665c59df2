import { cpu } from "../measure/cpu-time.ts";
import { graphKind, growingGraph, growingTurn } from "./growing-graph.ts";
import { openSaver } from "./savers.ts";

/** One request to a serverless function. */
export interface Request {
  readonly saver: string;
  readonly place: string;
  readonly graph: string;
  readonly turn: number;
}

/** CPU milliseconds of a request. */
export interface RequestCosts {
  /** CPU milliseconds of the whole process, from its start. */
  readonly process: number;
  /** CPU milliseconds from importing the saver to closing it, without the imports of LangGraph and the graph. */
  readonly turn: number;
}

/** Opens the saver, runs one turn, closes the saver and prints the costs as JSON. `serverless.ts` starts a process for each call. */
export async function run({ saver: name, place, graph, turn }: Request): Promise<void> {
  const start = cpu();
  const { saver, close } = await openSaver(name, place, { setup: false });
  await growingTurn(growingGraph(saver, graphKind(graph)), "thread", turn);
  await close();
  const costs: RequestCosts = { process: cpu() / 1_000, turn: (cpu() - start) / 1_000 };
  process.stdout.write(`${JSON.stringify(costs)}\n`);
}
