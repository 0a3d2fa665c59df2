import { MemorySaver, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { AgentState, defineState, field, fields } from "@tidemark/core-state";
import { stateOf, toStateSchema } from "@tidemark/core-state/langgraph";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

const Trip = defineState({
  version: 1,
  fields: fields("trip", {
    city: field({ description: "City.", schema: z.string(), default: () => "", lifetime: "thread", owner: "root" }),
  }),
});
const Note = defineState({
  version: 1,
  fields: fields("note", {
    text: field({ description: "Text.", schema: z.string(), default: () => "", lifetime: "transient" }),
  }),
});

const graphOf = () =>
  new StateGraph(toStateSchema(Trip)).addNode("go", () => ({ trip_city: "Oslo" })).addEdge(START, "go");

test("stateOf returns the typed declaration of a compiled graph", () => {
  const graph = graphOf().compile();
  const found = stateOf(graph);
  expect(found).toBe(Trip);
  expectTypeOf(found).toEqualTypeOf<typeof Trip | null>();
  const agents = new StateGraph(toStateSchema(AgentState))
    .addNode("go", () => ({}))
    .addEdge(START, "go")
    .compile();
  expect(stateOf(agents)).toBe(AgentState);
});

test("stateOf works after withConfig, with a checkpointer, and after a run", async () => {
  const graph = graphOf()
    .compile({ checkpointer: new MemorySaver() })
    .withConfig({ tags: ["a"] });
  await graph.invoke({}, { configurable: { thread_id: "t" } });
  expect(stateOf(graph)).toBe(Trip);
});

test("the declared input of a node does not change the state of the graph", () => {
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("go", () => ({ trip_city: "Oslo" }), { input: toStateSchema(Note) })
    .addEdge(START, "go")
    .compile();
  expect(stateOf(graph)).toBe(Trip);
});

test("a graph of another schema has no declared state", () => {
  const graph = new StateGraph(new StateSchema({ city: z.string() }))
    .addNode("go", () => ({ city: "Oslo" }))
    .addEdge(START, "go")
    .compile();
  expect(stateOf(graph)).toBeNull();
  expect(stateOf({})).toBeNull();
});
