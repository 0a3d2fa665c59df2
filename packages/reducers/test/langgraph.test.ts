import {
  Annotation,
  DeltaValue,
  END,
  MemorySaver,
  MessagesValue,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { append, type ContextData, mergeCapabilityContextData, type ContextDataUpdate } from "@tidemark/reducers";
import { batch, clearContextType } from "@tidemark/reducers/internal";
import { expect, test } from "vitest";

const Contexts = Annotation.Root({
  contexts: Annotation<ContextData, ContextDataUpdate | null | undefined>({
    reducer: mergeCapabilityContextData,
    default: () => ({}),
  }),
});

const thread = { configurable: { thread_id: "t" } };

test("PS-24 LangGraph's own reducer accepts a single message, so messages need no other reducer", async () => {
  const answers = [
    { role: "assistant", content: "hello" },
    { role: "assistant", id: "a2", content: "still here" },
    { role: "assistant", id: "a2", content: "here again" },
  ];
  const graph = new StateGraph(new StateSchema({ messages: MessagesValue }))
    .addNode("answer", () => ({ messages: answers.shift() ?? [] }))
    .addEdge(START, "answer")
    .addEdge("answer", END)
    .compile({ checkpointer: new MemorySaver() });
  const conversation = async () => {
    const { messages } = await graph.invoke({ messages: { role: "user", content: "hi" } }, thread);
    return messages.map((message) => [message.type, message.content]);
  };
  const first = [
    ["human", "hi"],
    ["ai", "hello"],
  ];
  expect(await conversation()).toEqual(first);
  expect(await conversation()).toEqual([...first, ["human", "hi"], ["ai", "still here"]]);
  // A message with an existing id replaces that message, as it does in a list.
  expect(await conversation()).toEqual([...first, ["human", "hi"], ["ai", "here again"], ["human", "hi"]]);
});

test("the context data of parallel nodes in one step is kept", async () => {
  const graph = new StateGraph(Contexts)
    .addNode("weather", () => ({ contexts: { WEATHER: { oslo: { celsius: 4 } } } }))
    .addNode("events", () => ({ contexts: { EVENT: { game: { at: "2030-01-01T18:00:00Z" } } } }))
    .addEdge(START, "weather")
    .addEdge(START, "events")
    .compile();
  expect(await graph.invoke({ contexts: { WEATHER: { rome: { celsius: 19 } } } })).toEqual({
    contexts: {
      WEATHER: { rome: { celsius: 19 }, oslo: { celsius: 4 } },
      EVENT: { game: { at: "2030-01-01T18:00:00Z" } },
    },
  });
});

test.each([null, undefined])("a node that returns %s for the field changes nothing", async (contexts) => {
  const graph = new StateGraph(Contexts)
    .addNode("nothing", () => ({ contexts }))
    .addEdge(START, "nothing")
    .compile();
  expect(await graph.invoke({ contexts: { T: { k: {} } } })).toEqual({ contexts: { T: { k: {} } } });
});

test("a later turn deletes context data loaded from a checkpoint", async () => {
  const graph = new StateGraph(Contexts)
    .addNode("keep", () => ({}))
    .addEdge(START, "keep")
    .compile({ checkpointer: new MemorySaver() });
  await graph.invoke({ contexts: { T: { k: { v: 1 } }, U: { l: {} } } }, thread);
  expect(await graph.invoke({ contexts: clearContextType("T") }, thread)).toEqual({ contexts: { U: { l: {} } } });
});

test("a node cannot change the state in place", async () => {
  const graph = new StateGraph(Contexts)
    .addNode("vandal", ({ contexts }) => {
      Reflect.set(contexts["T"]?.["k"] ?? {}, "v", "broken");
      return {};
    })
    .addEdge(START, "vandal")
    .compile();
  expect(await graph.invoke({ contexts: { T: { k: { v: 1 } } } })).toEqual({ contexts: { T: { k: { v: 1 } } } });
});

/** Schema that accepts every value, so that this test needs no schema library. */
const anything = <Value>(initial: Value) => ({
  "~standard": {
    version: 1 as const,
    vendor: "test",
    validate: (value: unknown) => ({ value: (value ?? initial) as Value }), // oxlint-disable-line typescript/no-unsafe-type-assertion -- accepts every value
    jsonSchema: { input: () => ({}), output: () => ({}) },
  },
});

test("batch makes a reducer work with DeltaValue, which replays writes in different batches", async () => {
  const log = new DeltaValue<readonly string[], readonly string[]>(anything<readonly string[]>([]), {
    inputSchema: anything<readonly string[]>([]),
    reducer: batch(append<string>({ cap: 3 })),
  });
  const graph = new StateGraph(new StateSchema({ log }))
    .addNode("one", () => ({ log: ["b"] }))
    .addNode("two", () => ({ log: ["c", "d"] }))
    .addEdge(START, "one")
    .addEdge("one", "two")
    .compile({ checkpointer: new MemorySaver() });
  await graph.invoke({ log: ["a"] }, thread);
  expect(await graph.getState(thread)).toHaveProperty("values", { log: ["b", "c", "d"] });
});
