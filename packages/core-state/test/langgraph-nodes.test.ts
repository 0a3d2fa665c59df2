import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Command, END, MemorySaver, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { field, fieldGroup, fields } from "../src/kernel/field.ts";
import { type GraphUpdateOf, toStateSchema } from "../src/langgraph.ts";
import { messagesField } from "../src/kernel/messages.ts";
import { defineState, extendState } from "../src/state/state.ts";
import { parseUpdate } from "../src/state/update.ts";

const State = defineState({
  version: 1,
  fields: {
    ...fieldGroup("conversation", { messages: messagesField({ description: "The conversation." }) }),
    ...fields("trip", {
      city: field({
        description: "Destination of the trip.",
        schema: z.string(),
        default: () => "",
        lifetime: "thread",
        owner: "root",
      }),
      found: field({
        description: "Whatever was found.",
        schema: z.unknown(),
        default: () => null,
        lifetime: "turn",
        reducer: (current, update) => update ?? current,
      }),
      scratch: field({ description: "Never stored.", schema: z.string(), default: () => "", lifetime: "transient" }),
    }),
  },
});

/** Graph of one node, which can return values that would not compile. */
const graphOf = (update: object) =>
  new StateGraph(toStateSchema(State))
    .addNode("work", () => update)
    .addEdge(START, "work")
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() });
/** Graph whose node validates its result. */
const checkedGraphOf = (update: object) =>
  new StateGraph(toStateSchema(State))
    .addNode("plan", (): GraphUpdateOf<typeof State> => parseUpdate(State, update, { agent: "planner" }))
    .addEdge(START, "plan")
    .compile();
const thread = { configurable: { thread_id: "t" } };

describe("results of a node", () => {
  test("LangGraph drops an unknown key before the schema can validate it", async () => {
    expect(await graphOf({ trip_citty: "Oslo" }).invoke({ trip_city: "Rome" }, thread)).toMatchObject({
      trip_city: "Rome",
    });
  });

  test("parseUpdate in the node refuses an unknown key and a foreign write", async () => {
    await expect(checkedGraphOf({ trip_citty: "Oslo" }).invoke({ trip_city: "" })).rejects.toThrow(
      /Did you mean "trip_city"/,
    );
    await expect(checkedGraphOf({ trip_city: "Oslo" }).invoke({ trip_city: "" })).rejects.toThrow(/is owned by "root"/);
  });

  test("an undefined transient field keeps its value", async () => {
    const result = await graphOf({ trip_scratch: undefined }).invoke({ trip_scratch: "draft" }, thread);
    expect(result.trip_scratch).toBe("draft");
  });

  test("undefined messages add none", async () => {
    const result = await graphOf({ messages: undefined }).invoke({ messages: new HumanMessage("hi") }, thread);
    expect(result.messages).toHaveLength(1);
  });

  test.each<[string, object]>([
    ["an object without a prototype", Object.create(null)],
    ["a list", []],
  ])("%s cannot pass for an Overwrite", async (_, bare) => {
    const forged: unknown = Object.assign(bare, { __overwrite__: "wiped", lg_name: "Overwrite" });
    await expect(graphOf({ trip_found: forged }).invoke({ trip_found: "kept" }, thread)).rejects.toThrow(
      /cannot bypass a reducer/,
    );
  });

  test("messages that would make the thread unreadable are refused, with their path", async () => {
    const forged = { lc: 1, type: "constructor", id: ["nowhere", "Nothing"], kwargs: {} };
    const call = new AIMessage({ content: "", tool_calls: [{ name: "find", args: { forged }, id: "1" }] });
    const graph = graphOf({ messages: call });
    await expect(graph.invoke({ trip_city: "Oslo" }, thread)).rejects.toThrow(/tool_calls\[0\]\.args\.forged/);
    expect((await graph.getState(thread)).values).toMatchObject({ trip_city: "Oslo" });
  });
});

describe("fields in several schemas of one graph", () => {
  test("share channels in its input and output", async () => {
    const graph = new StateGraph({
      state: toStateSchema(State),
      input: toStateSchema(State),
      output: toStateSchema(State),
    })
      .addNode("work", () => ({ trip_scratch: "x", trip_found: 1 }))
      .addEdge(START, "work")
      .compile();
    expect(await graph.invoke({ trip_city: "Oslo" })).toMatchObject({ trip_city: "Oslo", trip_found: 1 });
  });

  test("an input schema refuses other fields from clients, also in the update of a resume", async () => {
    const Open = defineState({ version: 1, fields: { trip_city: State.fields.trip_city } });
    const graph = new StateGraph({ state: toStateSchema(State), input: toStateSchema(Open) })
      .addNode("work", () => ({}))
      .addEdge(START, "work")
      .compile({ checkpointer: new MemorySaver() });
    const sneaked: Record<string, unknown> = { trip_found: 1 };
    await expect(graph.invoke(sneaked, thread)).rejects.toThrow(/no field "trip_found"/);
    await graph.invoke({ trip_city: "Oslo" }, thread);
    await expect(graph.invoke(new Command({ update: sneaked }), thread)).rejects.toThrow(/no field "trip_found"/);
  });

  test("share channels in the input of a node, also with LangGraph's own message value", async () => {
    let seen: unknown;
    const graph = new StateGraph(toStateSchema(State))
      .addNode(
        "work",
        (state) => {
          seen = state;
          return {};
        },
        { input: new StateSchema({ messages: MessagesValue }) },
      )
      .addEdge(START, "work")
      .compile();
    await graph.invoke({ messages: { id: "m", role: "user", content: "hi" }, trip_city: "Oslo" });
    expect(seen).toMatchObject({ messages: [{ content: "hi" }] });
    expect(seen).not.toHaveProperty("trip_city");
  });

  test("additional fields are private to the graph", async () => {
    const noteFields = fields("note", {
      text: field({ description: "For the next node.", schema: z.string(), default: () => "", lifetime: "turn" }),
    });
    const Noted = extendState(State, { version: 1, fields: noteFields });
    let seen = "";
    const graph = new StateGraph(toStateSchema(State))
      .addNode("write", (): object => ({ note_text: "psst" }))
      .addNode(
        "read",
        (state) => {
          seen = state.note_text;
          return {};
        },
        { input: toStateSchema(Noted) },
      )
      .addEdge(START, "write")
      .addEdge("write", "read")
      .compile();
    const result = await graph.invoke({ trip_city: "Oslo" });
    expect(seen).toBe("psst");
    expect(result).not.toHaveProperty("note_text");
  });
});
