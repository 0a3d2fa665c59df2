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

/** What the host does with threads on its own: sessions, locks and migrations make up for it, or stand on it. */

const log = new ReducedValue(
  z.array(z.string()).default(() => []),
  { reducer: (current, update) => [...current, ...update] },
);
const State = new StateSchema({ log, said: z.string().default("") });
const thread = (id: string) => ({ configurable: { thread_id: id }, durability: "sync" as const });

/** Two nodes at once: `left` always ends, `right` does what it is given. */
const twoAtOnce = (right: () => unknown, checkpointer = new MemorySaver()) =>
  new StateGraph(State)
    .addNode("left", ({ said }) => ({ log: [`left: ${said}`] }))
    .addNode("right", async ({ said }) => ({ log: [`right: ${said} ${String(await right())}`] }))
    .addEdge(START, "left")
    .addEdge(START, "right")
    .addEdge("left", END)
    .addEdge("right", END)
    .compile({ checkpointer });

const powerCut = () => Promise.reject(new Error("power cut"));

describe("a step that broke off", () => {
  test("is shown as if its finished nodes had been stored, and their writes are dropped at the next input", async () => {
    let works = false;
    const graph = twoAtOnce(() => (works ? "" : powerCut()));
    await expect(graph.invoke({ said: "sea" }, thread("a"))).rejects.toThrow("power cut");
    expect((await graph.getState(thread("a"))).values).toMatchObject({ log: ["left: sea"] });
    works = true;
    expect((await graph.invoke({ said: "hills" }, thread("a"))).log).toEqual(["left: hills", "right: hills "]);
  });

  test("is stored by `updateState(null, END)`, which runs nothing and leaves nothing to run twice", async () => {
    let works = false;
    const graph = twoAtOnce(() => (works ? "" : powerCut()));
    await expect(graph.invoke({ said: "sea" }, thread("a"))).rejects.toThrow("power cut");
    await graph.updateState(thread("a"), null, END);
    works = true;
    const { log: kept } = await graph.invoke({ said: "hills" }, thread("a"));
    expect(kept).toEqual(["left: sea", "left: hills", "right: hills "]);
  });
});

describe("one thread", () => {
  test("loses a turn when two run at once", async () => {
    const graph = twoAtOnce(() => "");
    await Promise.all(["sea", "hills"].map((said) => graph.invoke({ said }, thread("a"))));
    expect((await graph.getState(thread("a"))).values).toMatchObject({ log: { length: 2 } });
  });

  test("acts on two answers to one question, and the later one hides the other", async () => {
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

  test("that waits at a node which is gone returns as if all were well", async () => {
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

  test("that another schema wrote is read as it is", async () => {
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

test("a checkpointer in the config of a run takes the place of the graph's own", async () => {
  const [own, other] = [new MemorySaver(), new MemorySaver()];
  const graph = twoAtOnce(() => "", own);
  const { configurable } = thread("a");
  await graph.invoke({ said: "sea" }, { configurable: { ...configurable, __pregel_checkpointer: other } });
  expect(await own.getTuple(thread("a"))).toBeUndefined();
  expect(await other.getTuple(thread("a"))).toBeDefined();
});

test("on stock Postgres a branch within a thread reads what another branch had stored under the same version", async () => {
  const postgres = await startPostgres();
  const pool = new pg.Pool({ connectionString: postgres.connectionString });
  pool.on("error", () => {});
  const checkpointer = new PostgresSaver(pool);
  await checkpointer.setup();
  const graph = new StateGraph(State)
    .addNode("work", ({ said }) => ({ log: [said] }))
    .addEdge(START, "work")
    .addEdge("work", END)
    .compile({ checkpointer });
  await graph.invoke({ said: "sea" }, thread("a"));
  const { config } = await graph.getState(thread("a"));
  await graph.invoke({ said: "hills" }, thread("a"));
  const branch = { configurable: { ...config.configurable } };
  expect((await graph.invoke({ said: "lake" }, branch)).log).toEqual(["sea", "lake"]);
  expect((await graph.getState(thread("a"))).values).toMatchObject({ log: ["sea", "hills"], said: "hills" });
  await pool.end();
  await postgres.stop();
});
