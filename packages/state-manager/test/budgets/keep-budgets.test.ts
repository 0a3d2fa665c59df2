import type { Budgets } from "../../src/budgets/budget.ts";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineBudgets } from "@tidemark/state-manager";
import { keepBudgets } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { now, Trip } from "../trip.ts";

const config = { configurable: { thread_id: "t" } };
const graphWith = (budgets: Budgets<typeof Trip>) =>
  new StateGraph(toStateSchema(Trip))
    .addNode("keep_budgets", keepBudgets(Trip, defineBudgets(Trip, budgets), { clock: fixedClock(now) }))
    .addEdge(START, "keep_budgets")
    .addEdge("keep_budgets", END)
    .compile({ checkpointer: new MemorySaver() });

const summarize = (dropped: readonly unknown[]) => ({
  role: "system",
  content: `${dropped.length} messages before`,
});

describe("keepBudgets", () => {
  test("removes messages with LangGraph's reducer, tool calls with their results", async () => {
    const graph = graphWith({ messages: { entries: 2, policy: "dropOldest" } });
    const call = new AIMessage({ id: "call", content: "", tool_calls: [{ id: "c1", name: "search", args: {} }] });
    const answer = new ToolMessage({ id: "found", content: "42", tool_call_id: "c1" });
    const rest = [new AIMessage({ id: "a", content: "42" }), new HumanMessage({ id: "b", content: "Thanks" })];
    const { messages } = await graph.invoke({ messages: [call, answer, ...rest] }, config);
    expect(messages.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("puts a summary in place of the oldest messages", async () => {
    const graph = graphWith({ messages: { entries: 2, policy: { summarize } } });
    const humanMessages = ["a", "b", "c"].map((id) => new HumanMessage({ id, content: id }));
    const { messages } = await graph.invoke({ messages: humanMessages }, config);
    expect(messages.map(({ text }) => text)).toEqual(["2 messages before", "c"]);
  });

  test("removes entries of lists and contexts and records them", async () => {
    const graph = graphWith({
      trip_notes: { entries: 1, policy: "dropOldest" },
      capability_context_data: { entries: 1, policy: "dropOldest" },
    });
    const state = await graph.invoke(
      { trip_notes: ["a", "b"], capability_context_data: { A: { one: { v: 1 } }, B: { two: { v: 2 } } } },
      config,
    );
    expect([state.trip_notes, state.capability_context_data]).toEqual([["b"], { B: { two: { v: 2 } } }]);
    expect(state.runtime_audit_log).toMatchObject([
      { action: "prune", field: "trip_notes", entries: 1 },
      { action: "prune", field: "capability_context_data", entries: 1 },
    ]);
  });

  test("with `refuse` the run fails and stores nothing", async () => {
    const graph = graphWith({ trip_notes: { entries: 1, policy: "refuse" } });
    await expect(graph.invoke({ trip_notes: ["a", "b"] }, config)).rejects.toMatchObject({
      code: "state-manager/overBudget",
      details: { field: "trip_notes", size: "2 entries" },
    });
  });

  test("writes nothing when everything fits", async () => {
    const state = await graphWith({ trip_notes: { entries: 2, policy: "refuse" } }).invoke(
      { trip_notes: ["a"] },
      config,
    );
    expect(state.runtime_audit_log).toEqual([]);
  });
});
