import { StateGraph, START } from "@langchain/langgraph";
import { AgentState, toStateSchema } from "tidemark";
import { sqliteSaver } from "tidemark/sqlite";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { defineTurns } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";

const file = "failing.db";

const graph = new StateGraph(toStateSchema(AgentState))
  .addNode("begin", turnStart(AgentState))
  .addNode("fail", () => {
    throw new Error("The kitchen is closed.");
  })
  .addEdge(START, "begin")
  .addEdge("begin", "fail")
  .compile({ checkpointer: sqliteSaver({ file }) });

/** Turns with a fixed engine, which fail. */
export const turns = defineTurns({ name: "failing", graph, state: AgentState, engine: localEngine({ file }) });
