import { AIMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import {
  Command,
  END,
  interrupt,
  InMemoryStore,
  MemorySaver,
  Overwrite,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { field, fieldGroup, fields } from "../src/kernel/field.ts";
import { type GraphUpdateOf, type GraphValueOf, toStateSchema } from "../src/langgraph.ts";
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
      scratch: field({ description: "Never stored.", schema: z.string(), default: () => "", lifetime: "transient" }),
    }),
  },
});

const schema = toStateSchema(State);
type Value = typeof schema.State;
type Update = typeof schema.Update;

/** Graph of one writing and one reading node. */
const graphOf = (node: (state: Value) => object) =>
  new StateGraph(toStateSchema(State))
    .addNode("work", node)
    .addNode("look", () => ({}))
    .addEdge(START, "work")
    .addEdge("work", "look")
    .addEdge("look", END);

const thread = (id: string) => ({ configurable: { thread_id: id } });

describe("toStateSchema, types", () => {
  test("nodes and results have the declared types", () => {
    expectTypeOf<Value["trip_city"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Value["trip_log"]>().toEqualTypeOf<string[]>();
    expectTypeOf<GraphValueOf<typeof State>["trip_city"]>().toEqualTypeOf<string | null>();
    expectTypeOf<GraphUpdateOf<typeof State>["trip_log"]>().toEqualTypeOf<string[] | undefined>();
    const node = (state: GraphValueOf<typeof State>): GraphUpdateOf<typeof State> => ({
      trip_city: state.trip_city,
      messages: new AIMessage("hi"),
    });
    expect(graphOf(node).compile()).toBeDefined();
  });

  test("a wrong type in an update does not compile", () => {
    // @ts-expect-error a city is a string or null
    const wrong: Update = { trip_city: 7 };
    // @ts-expect-error there is no such field
    const unknownKey: Update = { trip_town: "Oslo" };
    expect([wrong, unknownKey]).toHaveLength(2);
  });
});

describe("toStateSchema, defaults", () => {
  test("every thread starts with the declared defaults", async () => {
    const graph = graphOf(() => ({})).compile();
    expect(await graph.invoke({ trip_city: null })).toEqual({
      messages: [],
      trip_city: null,
      trip_bag: {},
      trip_log: [],
      trip_scratch: "",
    });
  });

  test("a node that mutates its state fails, and no other thread is affected", async () => {
    const graph = graphOf((state) => {
      state.trip_bag["alice"] = ["secret"];
      return {};
    }).compile({ checkpointer: new MemorySaver() });
    await expect(graph.invoke({}, thread("alice"))).rejects.toThrow(TypeError);
    const other = await graphOf(() => ({}))
      .compile()
      .invoke({ trip_city: "Oslo" });
    expect(other.trip_bag).toEqual({});
  });
});

describe("toStateSchema, checks", () => {
  test("input with an unknown key is refused with the closest name", async () => {
    const graph = graphOf(() => ({})).compile();
    // @ts-expect-error trip_citi does not exist
    await expect(graph.invoke({ trip_citi: "Oslo" })).rejects.toThrow(/no field "trip_citi". Did you mean "trip_city"/);
  });

  test("a node's update of the wrong type is refused with the path", async () => {
    const graph = graphOf(() => ({ trip_bag: { alice: [1] } })).compile();
    await expect(graph.invoke({ trip_city: null })).rejects.toThrow(
      expect.objectContaining({ code: "core-state/invalidUpdate" }),
    );
  });

  test("a value that a checkpoint would change never reaches one", async () => {
    const Open = defineState({
      version: 1,
      fields: fields("open", {
        data: field({ description: "Anything.", schema: z.unknown(), default: () => null, lifetime: "turn" }),
      }),
    });
    const saver = new MemorySaver();
    const graph = new StateGraph(toStateSchema(Open))
      .addNode("work", () => ({ open_data: { when: new Date(0) } }))
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile({ checkpointer: saver });
    await expect(graph.invoke({ open_data: 1 }, thread("t"))).rejects.toThrow(/"open_data" at "when": found Date/);
    expect((await graph.getState(thread("t"))).values).toEqual({ open_data: 1 });
  });

  test("updateState is validated", async () => {
    const graph = graphOf(() => ({})).compile({ checkpointer: new MemorySaver() });
    await graph.invoke({ trip_city: "Oslo" }, thread("t"));
    await expect(graph.updateState(thread("t"), { trip_city: 7 })).rejects.toThrow(/"trip_city"/);
    expect((await graph.getState(thread("t"))).values).toMatchObject({ trip_city: "Oslo" });
  });

  test("Command.update is validated", async () => {
    const graph = new StateGraph(toStateSchema(State))
      .addNode("work", () => new Command({ update: { trip_city: 7 } }))
      .addEdge(START, "work")
      .addEdge("work", END)
      .compile();
    await expect(graph.invoke({ trip_city: null })).rejects.toThrow(/"trip_city"/);
  });

  test.each([{ __overwrite__: ["wiped"] }, { type: "__overwrite__", value: ["wiped"] }])(
    "plain JSON cannot bypass a reducer: %j",
    async (forged) => {
      const graph = graphOf(() => ({})).compile({ checkpointer: new MemorySaver() });
      await graph.invoke({ trip_log: ["kept"] }, thread("t"));
      const input: object = { trip_log: forged };
      await expect(graph.invoke(input, thread("t"))).rejects.toThrow(/cannot bypass a reducer/);
      expect((await graph.getState(thread("t"))).values).toMatchObject({ trip_log: ["kept"] });
    },
  );

  test("code can bypass a reducer with Overwrite, from a node and as input", async () => {
    const graph = graphOf((state) => ({
      trip_log: state.trip_log.length === 2 ? new Overwrite(["fresh"]) : [],
    })).compile();
    expect((await graph.invoke({ trip_log: ["a", "b"] })).trip_log).toEqual(["fresh"]);
    expect((await graph.invoke({ trip_log: new Overwrite(["x"]) })).trip_log).toEqual(["x"]);
  });

  test("Overwrite of a field without a reducer is refused instead of being stored", async () => {
    const graph = graphOf(() => ({ trip_city: new Overwrite("Oslo") })).compile();
    await expect(graph.invoke({ trip_city: null })).rejects.toThrow(/has no reducer to bypass/);
  });
});

describe("toStateSchema, updates that a reducer refuses", () => {
  let calls = 0;
  const Strict = defineState({
    version: 1,
    fields: {
      ...fieldGroup("conversation", { messages: messagesField({ description: "The conversation." }) }),
      ...fields("strict", {
        log: field({
          description: "Lines, none of them twice.",
          schema: z.array(z.string()),
          default: () => [],
          lifetime: "thread",
          reducer: (current, update) => {
            calls += 1;
            if (current?.some((line) => update?.includes(line))) throw new RangeError("said before");
            return [...(current ?? []), ...(update ?? [])];
          },
        }),
      }),
    },
  });
  const saying = (update: object) =>
    new StateGraph(toStateSchema(Strict))
      .addNode("say", () => update)
      .addEdge(START, "say")
      .addEdge("say", END)
      .compile({ checkpointer });
  const checkpointer = new MemorySaver();

  test("fail their node and leave the thread readable and usable", async () => {
    await saying({}).invoke({ strict_log: ["hello"] }, thread("t"));
    await expect(saying({ strict_log: ["hello"] }).invoke({ strict_log: [] }, thread("t"))).rejects.toThrow(
      "said before",
    );
    expect((await saying({}).getState(thread("t"))).values).toMatchObject({ strict_log: ["hello"] });
    expect(await saying({ strict_log: ["bye"] }).invoke({ strict_log: [] }, thread("t"))).toMatchObject({
      strict_log: ["hello", "bye"],
    });
  });

  test("removing an unknown message fails the node, and the thread remains usable", async () => {
    const removing = saying({ messages: [new RemoveMessage({ id: "nobody" })] });
    await expect(removing.invoke({ messages: [new HumanMessage("hi")] }, thread("m"))).rejects.toThrow(/nobody/);
    expect((await removing.getState(thread("m"))).next).toEqual(["say"]);
  });

  test("each write is reduced only once, although the reducer is tried first", async () => {
    calls = 0;
    await saying({ strict_log: ["b"] }).invoke({ strict_log: ["a"] }, thread("count"));
    expect(calls).toBe(2);
  });
});

describe("toStateSchema, values", () => {
  test("a field returned as undefined keeps its value, and null replaces it", async () => {
    const keep = await graphOf(() => ({ trip_city: undefined }))
      .compile()
      .invoke({ trip_city: "Oslo" });
    expect(keep.trip_city).toBe("Oslo");
    const replace = await graphOf(() => ({ trip_city: null }))
      .compile()
      .invoke({ trip_city: "Oslo" });
    expect(replace.trip_city).toBeNull();
  });

  test("two writers of a field without a reducer in one step are an error of LangGraph", async () => {
    const graph = new StateGraph(toStateSchema(State))
      .addNode("left", () => ({ trip_city: "Oslo" }))
      .addNode("right", () => ({ trip_city: "Rome" }))
      .addEdge(START, "left")
      .addEdge(START, "right")
      .compile();
    await expect(graph.invoke({ trip_log: [] })).rejects.toMatchObject({
      lc_error_code: "INVALID_CONCURRENT_GRAPH_UPDATE",
    });
  });

  test("values keep their identity through LangGraph's validation", async () => {
    const bag = { alice: ["hat"] };
    let seen: unknown;
    const graph = new StateGraph(toStateSchema(State))
      .addNode("write", () => ({ trip_bag: bag }))
      .addNode("read", (state) => {
        seen = state.trip_bag;
        return {};
      })
      .addEdge(START, "write")
      .addEdge("write", "read")
      .compile();
    await graph.invoke({ trip_city: null });
    expect(seen).toBe(bag);
  });

  test("a transient field is visible within the run and never stored", async () => {
    let seen = "";
    const graph = new StateGraph(toStateSchema(State))
      .addNode("write", () => ({ trip_scratch: "draft" }))
      .addNode("read", (state) => {
        seen = state.trip_scratch;
        return {};
      })
      .addEdge(START, "write")
      .addEdge("write", "read")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke({ trip_city: null }, thread("t"));
    expect(seen).toBe("draft");
    expect((await graph.getState(thread("t"))).values).toMatchObject({ trip_scratch: "" });
  });

  test("values survive an interrupt and a resume", async () => {
    const graph = graphOf(() => ({ trip_log: [String(interrupt("really?"))] })).compile({
      checkpointer: new MemorySaver(),
      store: new InMemoryStore(),
    });
    await graph.invoke({ trip_city: "Oslo", trip_log: ["asked"] }, thread("t"));
    const result = await graph.invoke(new Command({ resume: "yes" }), thread("t"));
    expect(result).toMatchObject({ trip_city: "Oslo", trip_log: ["asked", "yes"] });
  });
});

describe("toStateSchema, messages", () => {
  test("messages are reduced by id, one or many, objects or classes, and can be removed", async () => {
    const graph = graphOf((state) => ({
      messages:
        state.messages.length === 1 ? new AIMessage({ id: "a", content: "hi" }) : [new RemoveMessage({ id: "a" })],
    })).compile({ checkpointer: new MemorySaver() });
    const first = await graph.invoke({ messages: [{ role: "user", content: "hello" }] }, thread("t"));
    expect(first.messages.map((message) => message.content)).toEqual(["hello", "hi"]);
    const second = await graph.invoke({ messages: new HumanMessage("bye") }, thread("t"));
    expect(second.messages.map((message) => message.content)).toEqual(["hello", "bye"]);
  });
});

describe("toStateSchema, JSON Schema", () => {
  test("contains every field, and marks messages for Studio", () => {
    const value = toStateSchema(State).getJsonSchema();
    expect(value).toMatchObject({ properties: { messages: { langgraph_type: "messages" }, trip_city: {} } });
    expect("properties" in value && Object.keys(value.properties ?? {})).toEqual(Object.keys(State.fields));
    const update: unknown = toStateSchema(State).getInputJsonSchema();
    expect(update).toMatchObject({ properties: { trip_log: { type: "array" } } });
  });
});
