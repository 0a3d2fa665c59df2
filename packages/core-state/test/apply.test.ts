import { MemorySaver, START, StateGraph } from "@langchain/langgraph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { applyUpdate } from "../src/state/apply.ts";
import { field, fields } from "../src/kernel/field.ts";
import { toStateSchema } from "../src/langgraph.ts";
import { defineState, initialState, type UpdateOf } from "../src/state/state.ts";

const State = defineState({
  version: 1,
  fields: fields("trip", {
    city: field({
      description: "Destination of the trip.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "thread",
    }),
    log: field({
      description: "What happened.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "turn",
      reducer: (current, update) => (update ? [...(current ?? []), ...update] : (current ?? [])),
    }),
  }),
});

test("replaces or reduces the written fields, and shares the others", () => {
  const first = initialState(State);
  const next = applyUpdate(State, first, { trip_city: "Oslo" });
  expect(next).toEqual({ trip_city: "Oslo", trip_log: [] });
  expect(next.trip_log).toBe(first.trip_log);
  expect(applyUpdate(State, next, { trip_log: ["landed"] }).trip_log).toEqual(["landed"]);
});

test("returns the same values when nothing changed", () => {
  const first = initialState(State);
  expect(applyUpdate(State, first, {})).toBe(first);
  const nothing: object = { trip_city: undefined, trip_log: undefined };
  expect(applyUpdate(State, first, nothing)).toBe(first);
});

test.each(["constructor", "__proto__", "nope"])("ignores the unknown name %s", (name) => {
  const update = Object.fromEntries([[name, { isAdmin: true }]]);
  const first = initialState(State);
  expect(applyUpdate(State, first, update)).toBe(first);
});

test("passes null to the reducer as LangGraph does, instead of the default", () => {
  const Bids = defineState({
    version: 1,
    fields: fields("bid", {
      top: field({
        description: "The highest bid.",
        schema: z.number().nullable(),
        default: () => 10,
        lifetime: "turn",
        reducer: (current, update) => (typeof update !== "number" ? null : Math.max(current ?? 0, update)),
      }),
    }),
  });
  const cleared = applyUpdate(Bids, initialState(Bids), { bid_top: null });
  expect(applyUpdate(Bids, cleared, { bid_top: 3 })).toEqual({ bid_top: 3 });
});

test("gives the same result as LangGraph for any updates", async () => {
  const update: fc.Arbitrary<UpdateOf<typeof State>> = fc.record(
    { trip_city: fc.constantFrom("Oslo", null), trip_log: fc.array(fc.constantFrom("a", "b")) },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(update, { minLength: 1, maxLength: 4 }), async (updates) => {
      const queue = [...updates];
      const graph = new StateGraph(toStateSchema(State))
        .addNode("work", () => ({ ...queue.shift() }))
        .addEdge(START, "work")
        .addConditionalEdges("work", () => (queue.length > 0 ? "work" : "__end__"))
        .compile({ checkpointer: new MemorySaver() });
      const host = await graph.invoke({ trip_log: [] }, { configurable: { thread_id: "t" } });
      let values = initialState(State);
      for (const each of updates) values = applyUpdate(State, values, each);
      expect(values).toEqual(host);
    }),
    { numRuns: 30 },
  );
});
