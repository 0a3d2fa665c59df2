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
import { importThreads, strictSerializer } from "../src/index.ts";
import { sqliteSaver } from "../src/sqlite.ts";

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
  await expect(importThreads(stock, lossy)).rejects.toThrow(/did not arrive as it was sent/);
  expect(await all(lossy)).toEqual([]);
});
