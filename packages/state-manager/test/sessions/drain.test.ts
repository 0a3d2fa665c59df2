import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { expect, test } from "vitest";
import { openSession, turnStart } from "../../src/langgraph.ts";
import { Trip } from "../trip.ts";

/** A graph of four steps, the third of which is a graph of three. In `at`, the process begins to stop. */
function stepsThatStop(at: string) {
  const ran: string[] = [];
  const stopping = new AbortController();
  const step = (name: string) => () => {
    ran.push(name);
    if (name === at) stopping.abort();
    return { trip_notes: [name] };
  };
  const inner = new StateGraph(toStateSchema(Trip))
    .addNode("a", step("a"))
    .addNode("b", step("b"))
    .addNode("c", step("c"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .addEdge("c", END)
    .compile();
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode("one", step("one"))
    .addNode("two", step("two"))
    .addNode("inside", async () => {
      await inner.invoke({});
      return {};
    })
    .addNode("four", step("four"))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "one")
    .addEdge("one", "two")
    .addEdge("two", "inside")
    .addEdge("inside", "four")
    .addEdge("four", END)
    .compile({ checkpointer: new MemorySaver() });
  const open = (drain?: AbortSignal) => openSession({ graph, threadId: "t", ...(drain !== undefined && { drain }) });
  return { ran, stopping: open(stopping.signal), other: open() };
}

test.for(["one", "two", "a", "b", "c"])(
  "a turn of a process that stops ends after the step %s, and is continued elsewhere without a step that runs twice",
  async (at) => {
    const { ran, stopping, other } = stepsThatStop(at);
    expect(await stopping.send("go")).toMatchObject({ outcome: "aborted", threadId: "t" });
    expect(ran.at(-1)).toBe(at);
    expect(await other.unfinished()).not.toBeNull();
    expect((await other.continue()).outcome).toBe("done");
    expect(ran).toEqual(["one", "two", "a", "b", "c", "four"]);
  },
);

test("the next message elsewhere finishes a turn that was stopped for it", async () => {
  const { ran, stopping, other } = stepsThatStop("two");
  await stopping.send("go");
  expect(await other.send("on")).toMatchObject({ outcome: "done", previous: { outcome: "finished" } });
  expect(ran.slice(0, 6)).toEqual(["one", "two", "a", "b", "c", "four"]);
});

test("a call of a process that stops begins nothing, and stores nothing", async () => {
  const { ran, stopping, other } = stepsThatStop("one");
  await stopping.send("go");
  expect(await stopping.continue()).toMatchObject({ outcome: "aborted", threadId: "t" });
  expect(await stopping.send("on")).toMatchObject({ outcome: "aborted", threadId: "t" });
  expect(ran).toEqual(["one"]);
  expect((await other.history()).length).toBe(1);
});

test("a node that asks LangGraph for a drain stops its turn", async () => {
  const ran: string[] = [];
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode("one", (_, { control }) => {
      ran.push("one");
      control?.requestDrain("deployment");
      return {};
    })
    .addNode("two", () => {
      ran.push("two");
      return {};
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "one")
    .addEdge("one", "two")
    .addEdge("two", END)
    .compile({ checkpointer: new MemorySaver() });
  for (const drain of [undefined, new AbortController().signal]) {
    const session = openSession({
      graph,
      threadId: drain === undefined ? "plain" : "drained",
      ...(drain !== undefined && { drain }),
    });
    expect((await session.send("go")).outcome).toBe("aborted");
    expect((await session.continue()).outcome).toBe("done");
  }
  expect(ran).toEqual(["one", "two", "one", "two"]);
});
