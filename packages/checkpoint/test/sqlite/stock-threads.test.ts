import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { HumanMessage } from "@langchain/core/messages";
import {
  Annotation,
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { expect, test } from "vitest";
import { importThreads } from "../../src/index.ts";
import type { ThreadSource } from "../../src/threads/thread-store.ts";
import { sqliteSaver, stockThreads } from "../../src/sqlite.ts";

const State = Annotation.Root({ ...MessagesAnnotation.spec, name: Annotation<string> });

const graph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("ask", () => ({ name: String(interrupt("name?")) }))
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile({ checkpointer });

const thread = (id: string) => ({ configurable: { thread_id: id } });

async function all(from: ThreadSource): Promise<CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of from.list({ configurable: {} })) tuples.push(tuple);
  return tuples;
}

const facts = ({ config, checkpoint, metadata, parentConfig }: CheckpointTuple) => ({
  config,
  checkpoint,
  metadata,
  parentConfig,
});

test("what the stock saver has written comes over whole, and what waits can be answered", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stock-threads-"));
  try {
    const file = path.join(folder, "stock.db");
    const stock = SqliteSaver.fromConnString(file);
    for (const id of ["a", "b"]) {
      await graph(stock).invoke({ messages: [new HumanMessage({ id: "1", content: "hi" })] }, thread(id));
    }
    await graph(stock).invoke(new Command({ resume: "ann" }), thread("a"));
    const written = await all(stock);
    // oxlint-disable-next-line typescript/no-unsafe-call, typescript/no-unsafe-member-access -- the addon comes without types
    stock.db.close();

    const database = new DatabaseSync(file, { readOnly: true });
    const read = await all(stockThreads(database));
    expect(read.map(facts)).toEqual(written.map(facts));
    expect(read.map((each) => each.pendingWrites?.length)).toEqual(written.map((each) => each.pendingWrites?.length));

    const saver = sqliteSaver();
    const { imported } = await importThreads(stockThreads(database), saver);
    expect(imported.toSorted()).toEqual(["a", "b"]);
    expect((await graph(saver).invoke(new Command({ resume: "bob" }), thread("b"))).name).toBe("bob");
    expect((await graph(saver).getState(thread("a"))).values).toMatchObject({ name: "ann" });
    database.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a database without the tables has no threads", async () => {
  expect(await importThreads(stockThreads(new DatabaseSync(":memory:")), new MemorySaver())).toEqual({
    imported: [],
    skipped: [],
  });
});

test("a row that is not a checkpoint is named as unreadable, and nothing comes over", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec(`
    CREATE TABLE checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata);
    CREATE TABLE writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value);
    INSERT INTO checkpoints VALUES ('a', '', '1', NULL, 'json', '[]', '{}');`);
  const saver = new MemorySaver();
  await expect(importThreads(stockThreads(database), saver)).rejects.toThrow(/it is not a checkpoint/);
  expect(await all(saver)).toEqual([]);
});
