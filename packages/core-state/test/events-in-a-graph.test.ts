import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { SeedState } from "../src/fields/agent-state.ts";
import { toStateSchema } from "../src/langgraph.ts";
import { createProgressEvent } from "../src/schemas/progress-event.ts";
import { createStatusUpdate } from "../src/schemas/status-update.ts";

const timestamp = 1_767_904_200;
const says = (message: string) => () => createStatusUpdate(message, 0, { timestamp });

test("EVT-16 two nodes in sequence add two entries, in order", async () => {
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("first", says("first"))
    .addNode("second", says("second"))
    .addEdge(START, "first")
    .addEdge("first", "second")
    .addEdge("second", END)
    .compile();
  const { status_updates } = await graph.invoke({ messages: [] });
  expect(status_updates.map((event) => event.message)).toEqual(["first", "second"]);
});

test("EVT-17 two parallel nodes add two entries without an error", async () => {
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("left", () => createProgressEvent(1, 2, "left", { timestamp }))
    .addNode("right", () => createProgressEvent(1, 2, "right", { timestamp }))
    .addEdge(START, "left")
    .addEdge(START, "right")
    .addEdge("left", END)
    .addEdge("right", END)
    .compile();
  const { progress_events } = await graph.invoke({ messages: [] });
  expect(progress_events.map((event) => event.operation).toSorted()).toEqual(["left", "right"]);
});

test("EVT-19 a node that returns undefined or an empty list changes nothing", async () => {
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("speaks", says("only"))
    // @ts-expect-error a node in plain JavaScript can do this
    .addNode("leaves_open", () => ({ status_updates: undefined }))
    .addNode("adds_none", () => ({ status_updates: [] }))
    .addEdge(START, "speaks")
    .addEdge("speaks", "leaves_open")
    .addEdge("leaves_open", "adds_none")
    .addEdge("adds_none", END)
    .compile();
  const { status_updates } = await graph.invoke({ messages: [] });
  expect(status_updates.map((event) => event.message)).toEqual(["only"]);
});

test("events are restored unchanged from a checkpoint", async () => {
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("speaks", () => createStatusUpdate("m", Number.NaN, { timestamp, metadata: { node: "speaks" } }))
    .addEdge(START, "speaks")
    .addEdge("speaks", END)
    .compile({ checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: "thread-1" } };
  await graph.invoke({ messages: [] }, thread);
  const snapshot = await graph.getState(thread);
  expect(snapshot).toHaveProperty("values.status_updates", [
    { message: "m", progress: 0, complete: false, timestamp, node: "speaks" },
  ]);
});
