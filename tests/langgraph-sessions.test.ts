import {
  Command,
  END,
  interrupt,
  MemorySaver,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { startPostgres } from "@tidemark/test-fixtures/postgres";

/** Behavior of LangGraph on threads, which sessions, locks and migrations correct or depend on. */

const log = new ReducedValue(
  z.array(z.string()).default(() => []),
  { reducer: (current, update) => [...current, ...update] },
);
const State = new StateSchema({ log, input: z.string().default("") });
const thread = (id: string) => ({ configurable: { thread_id: id }, durability: "sync" as const });

/** Two parallel nodes: `left` always succeeds, `right` runs the given function. */
const twoParallel = (right: () => unknown, checkpointer = new MemorySaver()) =>
  new StateGraph(State)
    .addNode("left", ({ input }) => ({ log: [`left: ${input}`] }))
    .addNode("right", async ({ input }) => ({ log: [`right: ${input} ${String(await right())}`] }))
    .addEdge(START, "left")
    .addEdge(START, "right")
    .addEdge("left", END)
    .addEdge("right", END)
    .compile({ checkpointer });

const powerCut = () => Promise.reject(new Error("power cut"));

describe("an unfinished step", () => {
  test("is shown as if its finished nodes were stored, but their writes are dropped at the next input", async () => {
    let works = false;
    const graph = twoParallel(() => (works ? "" : powerCut()));
    await expect(graph.invoke({ input: "sea" }, thread("a"))).rejects.toThrow("power cut");
    expect((await graph.getState(thread("a"))).values).toMatchObject({ log: ["left: sea"] });
    works = true;
    expect((await graph.invoke({ input: "hills" }, thread("a"))).log).toEqual(["left: hills", "right: hills "]);
  });

  test("is stored by `updateState(null, END)`, which runs nothing and leaves nothing to run twice", async () => {
    let works = false;
    const graph = twoParallel(() => (works ? "" : powerCut()));
    await expect(graph.invoke({ input: "sea" }, thread("a"))).rejects.toThrow("power cut");
    await graph.updateState(thread("a"), null, END);
    works = true;
    const { log: kept } = await graph.invoke({ input: "hills" }, thread("a"));
    expect(kept).toEqual(["left: sea", "left: hills", "right: hills "]);
  });
});

describe("one thread", () => {
  test("loses a turn when two run concurrently", async () => {
    const graph = twoParallel(() => "");
    await Promise.all(["sea", "hills"].map((input) => graph.invoke({ input }, thread("a"))));
    expect((await graph.getState(thread("a"))).values).toMatchObject({ log: { length: 2 } });
  });

  test("executes two answers to one question, and the later one hides the other", async () => {
    const acted: string[] = [];
    const graph = new StateGraph(State)
      .addNode("ask", () => {
        const answer = String(interrupt("Shall I?"));
        acted.push(answer);
        return { log: [answer] };
      })
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke({}, thread("a"));
    await Promise.all(["yes", "no"].map((resume) => graph.invoke(new Command({ resume }), thread("a"))));
    expect(acted.toSorted()).toEqual(["no", "yes"]);
    expect((await graph.getState(thread("a"))).values).toMatchObject({ log: { length: 1 } });
  });

  test("that waits at a removed node returns without an error", async () => {
    const checkpointer = new MemorySaver();
    const graph = (node: string) =>
      new StateGraph(State)
        .addNode(node, () => ({ log: [String(interrupt("Shall I?"))] }))
        .addEdge(START, node)
        .addEdge(node, END)
        .compile({ checkpointer });
    await graph("ask").invoke({}, thread("a"));
    expect(await graph("confirm").invoke(new Command({ resume: "yes" }), thread("a"))).toMatchObject({ log: [] });
  });

  test("that another schema wrote is read unchanged", async () => {
    const checkpointer = new MemorySaver();
    const before = new StateSchema({ amount: z.string().default("") });
    const after = new StateSchema({ amount: z.number().default(0) });
    await new StateGraph(before)
      .addNode("rest", () => ({ amount: "three" }))
      .addEdge(START, "rest")
      .addEdge("rest", END)
      .compile({ checkpointer })
      .invoke({}, thread("a"));
    const graph = new StateGraph(after)
      .addNode("rest", () => ({}))
      .addEdge(START, "rest")
      .addEdge("rest", END)
      .compile({ checkpointer });
    expect((await graph.getState(thread("a"))).values).toEqual({ amount: "three" });
  });
});

test("a checkpointer in the config of a run replaces that of the graph", async () => {
  const [own, other] = [new MemorySaver(), new MemorySaver()];
  const graph = twoParallel(() => "", own);
  const { configurable } = thread("a");
  await graph.invoke({ input: "sea" }, { configurable: { ...configurable, __pregel_checkpointer: other } });
  expect(await own.getTuple(thread("a"))).toBeUndefined();
  expect(await other.getTuple(thread("a"))).toBeDefined();
});

test("with PostgresSaver a branch of a thread reads a value that another branch stored under the same version", async () => {
  const postgres = await startPostgres();
  const pool = new pg.Pool({ connectionString: postgres.connectionString });
  pool.on("error", () => {});
  const checkpointer = new PostgresSaver(pool);
  await checkpointer.setup();
  const graph = new StateGraph(State)
    .addNode("work", ({ input }) => ({ log: [input] }))
    .addEdge(START, "work")
    .addEdge("work", END)
    .compile({ checkpointer });
  await graph.invoke({ input: "sea" }, thread("a"));
  const { config } = await graph.getState(thread("a"));
  await graph.invoke({ input: "hills" }, thread("a"));
  const branch = { configurable: { ...config.configurable } };
  expect((await graph.invoke({ input: "lake" }, branch)).log).toEqual(["sea", "lake"]);
  expect((await graph.getState(thread("a"))).values).toMatchObject({ log: ["sea", "hills"], input: "hills" });
  await pool.end();
  await postgres.stop();
});
