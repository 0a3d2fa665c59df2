import { RunnableLambda } from "@langchain/core/runnables";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, defineState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { markTurnStart } from "@tidemark/state-manager/internal/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";
import { beginsTurns, hasTurns } from "../../src/turns/turn-start-mark.ts";
import { Trip } from "../trip.ts";
import { untyped } from "../untyped.ts";

/** Graph with one node. */
const graphOf = (node: unknown, name = "begin") =>
  new StateGraph(toStateSchema(Trip)).addNode(name, untyped(node)).addEdge(START, untyped(name)).compile();

const begin = turnStart(Trip);

test.each([
  ["a node of any name", graphOf(begin, "whatever")],
  ["a graph with another config", graphOf(begin).withConfig({ tags: ["x"] })],
  ["a runnable", graphOf(RunnableLambda.from((values: never) => begin(values)).pipe(markedRunnable()))],
  ["a graph in a graph", graphOf(graphOf(begin))],
  ["a function that calls it and is marked", graphOf(markTurnStart((values: never) => begin(values)))],
])("finds turnStart in %s", (_, graph) => {
  expect(beginsTurns(graph)).toBe(true);
});

function markedRunnable() {
  return RunnableLambda.from(markTurnStart((values: never) => values));
}

test("finds no mark in a graph without it, or behind an unmarked function", () => {
  expect(beginsTurns(graphOf(() => ({})))).toBe(false);
  expect(beginsTurns(graphOf((values: never) => begin(values)))).toBe(false);
  expect(beginsTurns({})).toBe(false);
});

test("the nodes of a graph are searched once", () => {
  let reads = 0;
  const graph = {
    get nodes() {
      reads += 1;
      return { begin };
    },
  };
  expect([beginsTurns(graph), beginsTurns(graph), reads]).toEqual([true, true, 1]);
});

test("a graph that got its turnStart after a search without one is searched again", () => {
  const nodes: Record<string, unknown> = {};
  const graph = { nodes };
  expect(beginsTurns(graph)).toBe(false);
  nodes["begin"] = begin;
  expect(beginsTurns(graph)).toBe(true);
});

test("a node that contains itself ends the search", () => {
  const round: Record<string, unknown> = {};
  round["bound"] = round;
  expect(beginsTurns({ nodes: { round } })).toBe(false);
});

const only = (lifetime: "thread" | "turn") =>
  defineState({
    version: 1,
    fields: fields("note", {
      text: field({ description: "A note.", schema: z.string(), default: () => "", lifetime }),
    }),
  });

test("only states with turn fields have turns", () => {
  expect([hasTurns(AgentState), hasTurns(only("turn")), hasTurns(only("thread"))]).toEqual([true, true, false]);
});

test("a marked function works as a node", async () => {
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode(
      "begin",
      markTurnStart((values: Parameters<ReturnType<typeof turnStart<typeof AgentState>>>[0]) =>
        turnStart(AgentState)(values),
      ),
    )
    .addEdge(START, "begin")
    .addEdge("begin", END)
    .compile({ checkpointer: new MemorySaver() });
  const state = await graph.invoke(
    { messages: [{ role: "user", content: "sea" }] },
    { configurable: { thread_id: "t" } },
  );
  expect(state.task_user_input).toBe("sea");
});
