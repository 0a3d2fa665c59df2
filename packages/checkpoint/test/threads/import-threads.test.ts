import { HumanMessage } from "@langchain/core/messages";
import {
  Annotation,
  Command,
  END,
  interrupt,
  MessagesAnnotation,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { expect, test } from "vitest";
import { importThreads, strictSerializer } from "../../src/index.ts";
import { sqliteSaver } from "../../src/sqlite.ts";

const State = Annotation.Root({ ...MessagesAnnotation.spec, name: Annotation<string> });

const graph = (saver: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("ask", () => ({ name: String(interrupt("name?")) }))
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: saver });

const thread = (id: string) => ({ configurable: { thread_id: id } });

async function all(saver: BaseCheckpointSaver): Promise<CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list({ configurable: {} })) tuples.push(tuple);
  return tuples.toSorted((one, other) => (one.checkpoint.id < other.checkpoint.id ? -1 : 1));
}

/** Expected thread. Savers return pending writes in different orders. */
const facts = async (saver: BaseCheckpointSaver) =>
  (await all(saver)).map(({ checkpoint, pendingWrites = [], parentConfig }) => ({
    checkpoint,
    pendingWrites: pendingWrites.map((write) => JSON.stringify(write)).toSorted(),
    parent: parentConfig?.configurable,
  }));

test("threads of a stock saver arrive whole and go on", async () => {
  const stock = new MemorySaver();
  for (const id of ["a", "b"]) {
    await graph(stock).invoke({ messages: [new HumanMessage({ id: "1", content: "hi" })] }, thread(id));
  }
  await graph(stock).invoke(new Command({ resume: "ann" }), thread("a"));
  const saver = sqliteSaver();
  expect(await importThreads(stock, saver)).toEqual({ imported: ["a", "b"], skipped: [] });
  expect((await all(saver)).map(({ checkpoint, metadata }) => ({ checkpoint, metadata }))).toEqual(
    (await all(stock)).map(({ checkpoint, metadata }) => ({ checkpoint, metadata })),
  );
  expect(await importThreads(stock, saver)).toEqual({ imported: [], skipped: ["a", "b"] });
  const cold = graph(sqliteSaver({ database: saver.database }));
  expect((await cold.invoke(new Command({ resume: "bob" }), thread("b"))).name).toBe("bob");
});

test("an import that was ended midway begins again, and a thread that has gone on is left alone", async () => {
  const stock = new MemorySaver(strictSerializer());
  for (const name of ["x", "y"]) {
    await graph(stock).invoke({ name }, thread("a"));
    await graph(stock).invoke(new Command({ resume: name }), thread("a"));
  }
  await graph(stock).invoke({ name: "z" }, thread("a"));
  const whole = await facts(stock);
  for (let calls = 1; ; calls += 1) {
    const saver = sqliteSaver();
    let left = calls;
    // A process that ends there: nothing is cleared up.
    const ending = new Proxy(saver, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== "function") return found;
        return (...given: unknown[]): unknown => {
          if (["put", "putWrites", "deleteThread"].includes(String(name)) && (left -= 1) < 0)
            return Promise.reject(new Error("ended"));
          return Reflect.apply(found, target, given);
        };
      },
    });
    const ended = await importThreads(stock, ending).then(
      () => false,
      () => true,
    );
    const again = await importThreads(stock, saver);
    expect(again).toEqual(ended ? { imported: ["a"], skipped: [] } : { imported: [], skipped: ["a"] });
    expect(await facts(saver)).toEqual(whole);
    if (ended) continue;
    await graph(saver).invoke(new Command({ resume: "new" }), thread("a"));
    await saver.prune("a", { keepLast: 2 });
    const before = await facts(saver);
    expect(await importThreads(stock, saver)).toEqual({ imported: [], skipped: ["a"] });
    expect(await facts(saver)).toEqual(before);
    return;
  }
});

test("a thread that does not arrive as it was sent is taken out again", async () => {
  const stock = new MemorySaver(strictSerializer());
  await graph(stock).invoke({ name: "x" }, thread("a"));
  class Lossy extends MemorySaver {
    override async getTuple(...given: Parameters<MemorySaver["getTuple"]>) {
      const tuple = await super.getTuple(...given);
      if (tuple !== undefined) tuple.checkpoint.channel_values = {};
      return tuple;
    }
  }
  const lossy = new Lossy();
  await expect(importThreads(stock, lossy)).rejects.toThrow(/differs from the source/);
  expect(await all(lossy)).toEqual([]);
});
