import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { listThreads } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { putPoints } from "../sessions/raw-thread.ts";
import { tripSession } from "../sessions/session-graph.ts";

const namesOf = async (saver: BaseCheckpointSaver) => (await listThreads(saver)).map(({ threadId }) => threadId);

const ts = (hour: number) => `2030-01-31T0${hour}:00:00.000Z`;

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("listThreads on %s", (_, makeSaver) => {
  test("lists the threads of a checkpointer, the most recently changed first", async () => {
    const saver = makeSaver();
    for (const threadId of ["a", "b", "a"]) await tripSession({ saver, threadId }).session.send("sea");
    expect(await namesOf(saver)).toEqual(["a", "b"]);
  });

  test("returns the newest checkpoint of each thread and its time", async () => {
    const saver = makeSaver();
    await putPoints(saver, "a", [
      { id: "1", ts: ts(1) },
      { id: "4", ts: ts(4) },
      { id: "2", ts: ts(2) },
    ]);
    await putPoints(saver, "b", [{ id: "3", ts: ts(3) }]);
    expect(await listThreads(saver)).toEqual([
      { threadId: "a", updatedAt: ts(4), checkpointId: "4" },
      { threadId: "b", updatedAt: ts(3), checkpointId: "3" },
    ]);
  });

  test("checkpoints of subgraphs count neither as changes nor as threads", async () => {
    const saver = makeSaver();
    await putPoints(saver, "a", [{ id: "1" }, { id: "9", namespace: "sub" }]);
    await putPoints(saver, "b", [{ id: "2" }]);
    await putPoints(saver, "inside only", [{ id: "3", namespace: "sub" }]);
    expect((await listThreads(saver)).map(({ threadId, checkpointId }) => [threadId, checkpointId])).toEqual([
      ["b", "2"],
      ["a", "1"],
    ]);
  });

  test("an empty checkpointer has no threads, and a deleted thread is not listed", async () => {
    const saver = makeSaver();
    expect(await listThreads(saver)).toEqual([]);
    await putPoints(saver, "a", [{ id: "1" }]);
    expect(await namesOf(saver)).toEqual(["a"]);
    await saver.deleteThread("a");
    expect(await listThreads(saver)).toEqual([]);
  });

  test("special characters in ids have no effect", async () => {
    const saver = makeSaver();
    const names = ["toString", "naïve 🚂", "'; DROP TABLE checkpoints; --"];
    for (const [index, name] of names.entries()) await putPoints(saver, name, [{ id: String(index) }]);
    expect(await namesOf(saver)).toEqual(names.toReversed());
  });
});

test("checkpoints without a thread id are ignored", async () => {
  class Odd extends MemorySaver {
    override async *list(...args: Parameters<MemorySaver["list"]>) {
      for await (const tuple of super.list(...args)) {
        yield { ...tuple, config: {} };
        yield { ...tuple, config: { configurable: { thread_id: 7 } } };
        yield { ...tuple, config: { configurable: { thread_id: "a" } } };
      }
    }
  }
  const saver = new Odd();
  await putPoints(saver, "a", [{ id: "1" }]);
  expect(await namesOf(saver)).toEqual(["a"]);
});
