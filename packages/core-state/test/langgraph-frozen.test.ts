import { AIMessage } from "@langchain/core/messages";
import { MemorySaver, Overwrite, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { field, fieldGroup, fields } from "../src/kernel/field.ts";
import { toStateSchema } from "../src/langgraph.ts";
import { messagesField } from "../src/kernel/messages.ts";
import { defineState } from "../src/state/state.ts";

const State = defineState({
  version: 1,
  fields: {
    ...fieldGroup("conversation", { messages: messagesField({ description: "The conversation." }) }),
    ...fields("trip", {
      city: field({
        description: "Destination of the trip.",
        schema: z.string().nullable(),
        default: () => null,
        lifetime: "thread",
      }),
      bag: field({
        description: "Packed things by owner.",
        schema: z.record(z.string(), z.array(z.string())),
        default: () => ({}),
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
  },
});
const schema = toStateSchema(State);
type Value = typeof schema.State;
const thread = (id: string) => ({ configurable: { thread_id: id } });
const graphOf = (node: () => object) =>
  new StateGraph(toStateSchema(State)).addNode("work", node).addEdge(START, "work");

/** Writes values, then lets the next node, and a node of the next run, change them. */
const changing = (write: () => object, change: (state: Value) => void) => {
  const graph = new StateGraph(toStateSchema(State))
    .addNode("write", (state) => (state.trip_city === "again" ? {} : write()))
    .addNode("change", (state) => {
      expect(() => change(state)).toThrow(TypeError);
      return {};
    })
    .addEdge(START, "write")
    .addEdge("write", "change")
    .compile({ checkpointer: new MemorySaver() });
  return async () => {
    await graph.invoke({ trip_city: "Oslo" }, thread("t"));
    // A checkpoint returns new objects.
    return await graph.invoke({ trip_city: "again" }, thread("t"));
  };
};

describe("toStateSchema, changes in place", () => {
  test("a replaced value cannot be changed, neither as written nor as restored from a checkpoint", async () => {
    const bag = { alice: ["hat"] };
    const run = changing(
      () => ({ trip_bag: bag }),
      (state) => state.trip_bag["alice"]?.push("coat"),
    );
    expect((await run()).trip_bag).toEqual({ alice: ["hat"] });
    expect(() => bag.alice.push("coat")).toThrow(TypeError);
  });

  test("the result of an application's reducer cannot be changed", async () => {
    const run = changing(
      () => ({ trip_log: ["a"] }),
      (state) => state.trip_log.push("b"),
    );
    expect((await run()).trip_log).toEqual(["a"]);
  });

  test("an overwritten value and a transient value cannot be changed", async () => {
    const lines = ["a"];
    const run = changing(
      () => ({ trip_log: new Overwrite(lines) }),
      (state) => state.trip_log.push("b"),
    );
    expect((await run()).trip_log).toEqual(["a"]);
    const Scratch = defineState({
      version: 1,
      fields: fields("scratch", {
        pad: field({ description: "Notes.", schema: z.array(z.string()), default: () => [], lifetime: "transient" }),
      }),
    });
    const graph = new StateGraph(toStateSchema(Scratch))
      .addNode("write", () => ({ scratch_pad: ["a"] }))
      .addNode("change", (state) => {
        expect(() => state.scratch_pad.push("b")).toThrow(TypeError);
        return {};
      })
      .addEdge(START, "write")
      .addEdge("write", "change")
      .compile();
    expect((await graph.invoke({ scratch_pad: [] })).scratch_pad).toEqual(["a"]);
  });

  test("the input of a caller is not frozen", async () => {
    const input = { trip_bag: { alice: ["hat"] }, trip_log: new Overwrite(["a"]) };
    const result = await graphOf(() => ({}))
      .compile()
      .invoke(input);
    input.trip_bag.alice.push("coat");
    expect([result.trip_bag, result.trip_log]).toEqual([{ alice: ["hat"] }, ["a"]]);
    expect(() => result.trip_bag["alice"]?.push("coat")).toThrow(TypeError);
  });

  test("unchanged parts are shared", async () => {
    const seen: unknown[] = [];
    const graph = new StateGraph(toStateSchema(State))
      .addNode("write", () => ({ trip_bag: { alice: ["hat"] } }))
      .addNode("add", (state) => (seen.push(state.trip_bag["alice"]), { trip_bag: { ...state.trip_bag, bob: [] } }))
      .addNode("read", (state) => (seen.push(state.trip_bag["alice"]), {}))
      .addEdge(START, "write")
      .addEdge("write", "add")
      .addEdge("add", "read")
      .compile();
    await graph.invoke({ trip_city: null });
    expect(seen[0]).toBe(seen[1]);
  });

  test("messages are not frozen, because LangGraph changes them", async () => {
    const message = new AIMessage("hi");
    const { messages } = await graphOf(() => ({ messages: message }))
      .compile()
      .invoke({ trip_city: null });
    expect([Object.isFrozen(messages), messages[0] === message, typeof message.id]).toEqual([false, true, "string"]);
  });
});
