import { appendFileSync } from "node:fs";
import path from "node:path";
import { END, START, StateGraph } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineTurns } from "../../src/index.ts";
import { localEngine } from "../../src/local.ts";
import { Log } from "../counting-graph.ts";

/** What one version of the program does. */
export interface TenSteps {
  readonly folder: string;
  /** Called in the fifth step. */
  readonly fifth?: (isDraining: () => boolean) => Promise<void>;
  /** Name of the step after it. Defaults to `step_6`. */
  readonly sixth?: string;
}

/** Turns of ten steps in a file that several processes share. Each step writes its name and its process to the file `steps`. */
export function tenSteps({ folder, fifth, sixth = "step_6" }: TenSteps) {
  const saver = sqliteSaver({ file: path.join(folder, "turns.db"), busyTimeout: 60_000 });
  const names = Array.from({ length: 10 }, (_, index) => (index === 5 ? sixth : `step_${index + 1}`));
  const graph = new StateGraph(toStateSchema(Log));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the nodes are known only here
  const built = graph as unknown as StateGraph<unknown, object, object, string>;
  for (const [index, name] of names.entries())
    built.addNode(name, async (_, { control }) => {
      if (index === 4) await fifth?.(() => control?.drainRequested === true);
      appendFileSync(path.join(folder, "steps"), `${name} ${process.pid}\n`);
      return { log_done: [name] };
    });
  for (const [index, name] of names.entries()) built.addEdge(index === 0 ? START : (names[index - 1] ?? START), name);
  built.addEdge(names.at(-1) ?? START, END);
  return defineTurns({
    name: "desk",
    graph: graph.compile({ checkpointer: saver }),
    state: Log,
    engine: localEngine({ file: path.join(folder, "turns.db") }),
    // Nothing in these tests may wait for it.
    takeOverSeconds: 600,
  });
}
