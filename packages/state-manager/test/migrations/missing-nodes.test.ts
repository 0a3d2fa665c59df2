import { END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { findMissingNodes } from "@tidemark/state-manager/internal/langgraph";
import { expect, test } from "vitest";
import { Trip } from "../trip.ts";

const config = { configurable: { thread_id: "t" } };

test("returns nodes that an edge or a sent task waits for, but no node that has run", async () => {
  const saver = new MemorySaver();
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("begin", () => ({}))
    .addNode("edge", () => ({}))
    .addNode("task", () => ({}))
    .addEdge(START, "begin")
    .addEdge("begin", "edge")
    .addConditionalEdges("begin", () => [new Send("task", {}), new Send("task", {})], ["task"])
    .addEdge("edge", END)
    .addEdge("task", END)
    .compile({ checkpointer: saver });
  await graph.invoke({}, { ...config, interruptAfter: ["begin"] });
  const tuple = await saver.getTuple(config);
  if (tuple === undefined) throw new Error("The graph was stopped.");
  expect(findMissingNodes(graph, tuple)).toEqual([]);
  expect(findMissingNodes({ nodes: {} }, tuple)).toEqual(["edge", "task"]);
  expect(findMissingNodes({ nodes: { edge: null } }, tuple)).toEqual(["task"]);
});
