import { END, START, StateGraph } from "@langchain/langgraph";
import { AgentState, toStateSchema, turnStart } from "tidemark";
import { sqliteSaver } from "tidemark/sqlite";
import { defineTurns } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";

/** Turns of two nodes in a file that several processes share. `goOn` resolves when the second node may speak. */
export function storyTurns(file: string, goOn: () => Promise<unknown>) {
  const saver = sqliteSaver({ file, busyTimeout: 60_000 });
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("begin", () => ({ messages: [{ role: "assistant", content: "Once upon a time" }] }))
    .addNode("end", async () => {
      await goOn();
      return { messages: [{ role: "assistant", content: "they lived on." }] };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "begin")
    .addEdge("begin", "end")
    .addEdge("end", END)
    .compile({ checkpointer: saver });
  return defineTurns({ name: "stories", graph, state: AgentState, saver, engine: localEngine({ file }) });
}
