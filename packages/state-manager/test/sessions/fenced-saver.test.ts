import { DatabaseSync } from "node:sqlite";
import { BaseCheckpointSaver, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import { stateManagerErrors } from "@tidemark/state-manager";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { fencedSaver } from "@tidemark/state-manager/internal/langgraph";
import { expect, test } from "vitest";
import { acquired } from "./lock-contract.ts";
import { Trip } from "../trip.ts";
import { having } from "../matchers.ts";

const graphOn = (checkpointer: BaseCheckpointSaver, work: () => Promise<unknown> = () => Promise.resolve()) =>
  new StateGraph(toStateSchema(Trip))
    .addNode("work", async () => {
      await work();
      return { trip_notes: ["sea"] };
    })
    .addEdge(START, "work")
    .addEdge("work", END)
    .compile({ checkpointer });

const config = { configurable: { thread_id: "t" }, durability: "sync" as const };

test("writes under a lease contain its token, and the graph reads them as before", async () => {
  const saver = new MemorySaver();
  const lease = await acquired(sqliteLocks(new DatabaseSync(":memory:")));
  const fenced = fencedSaver(saver, lease);
  expect(fenced).toBeInstanceOf(BaseCheckpointSaver);
  const state = await graphOn(fenced).invoke({}, config);
  expect(state.trip_notes).toEqual(["sea"]);
  const listed: unknown[] = [];
  for await (const { metadata } of fenced.list(config)) listed.push(metadata);
  expect(listed).toMatchObject([{ tidemark_fence: 1, source: "loop" }, { tidemark_fence: 1 }, { tidemark_fence: 1 }]);
  await fenced.deleteThread("t");
  expect(await saver.getTuple(config)).toBeUndefined();
  await lease.release();
});

test("an in-process lease leaves no token", async () => {
  const saver = new MemorySaver();
  await graphOn(fencedSaver(saver, await acquired(memoryLocks()))).invoke({}, config);
  expect((await saver.getTuple(config))?.metadata).not.toHaveProperty("tidemark_fence");
});

test("nothing is stored once the lease is lost, and the run fails with a typed error", async () => {
  const saver = new MemorySaver();
  const lease = await acquired(memoryLocks());
  const running = graphOn(fencedSaver(saver, lease), () => lease.release()).invoke({}, config);
  await expect(running).rejects.toMatchObject({ code: "state-manager/fenced", details: { threadId: "t", token: 1 } });
  const tuple = await saver.getTuple(config);
  expect(tuple?.checkpoint.channel_values["trip_notes"]).toEqual([]);
  expect(tuple?.pendingWrites).toEqual([]);
});

test("a checkpoint contains the token of its lease, even if LangGraph copies the metadata of its parent", async () => {
  const saver = new MemorySaver();
  const locks = sqliteLocks(new DatabaseSync(":memory:"));
  const first = await acquired(locks);
  await graphOn(fencedSaver(saver, first)).invoke({}, config);
  await first.release();
  const second = await acquired(locks);
  await graphOn(fencedSaver(saver, second)).updateState(config, null, END);
  await second.release();
  const tuple = await saver.getTuple(config);
  expect(tuple?.metadata).toMatchObject({
    source: "update",
    tidemark_fence: 2,
    tidemark_fence_of: tuple?.checkpoint.id,
  });
});

test("an error of the saver is thrown as a typed error", async () => {
  class Broken extends MemorySaver {
    override put(): Promise<never> {
      return Promise.reject(new Error("disk full"));
    }
  }
  const lease = await acquired(memoryLocks());
  await expect(graphOn(fencedSaver(new Broken(), lease)).invoke({}, config)).rejects.toMatchObject({
    code: "state-manager/notStored",
    details: { threadId: "t", problem: "disk full" },
    cause: having({ message: "disk full" }),
  });
});

test("a typed error of the saver is rethrown unchanged", async () => {
  const saver = new MemorySaver();
  const typed = stateManagerErrors.threadExists({ threadId: "t" });
  saver.put = () => Promise.reject(typed);
  const lease = await acquired(memoryLocks());
  await expect(graphOn(fencedSaver(saver, lease)).invoke({}, config)).rejects.toBe(typed);
});

test("a thread is not deleted under a lost lease, and its saver receives the token of an active one", async () => {
  const saver = new MemorySaver();
  const asked: unknown[][] = [];
  saver.deleteThread = (...given: unknown[]) => {
    asked.push(given);
    return Promise.resolve();
  };
  const locks = sqliteLocks(new DatabaseSync(":memory:"));
  const lease = await acquired(locks);
  await fencedSaver(saver, lease).deleteThread("t");
  await lease.release();
  await expect(fencedSaver(saver, lease).deleteThread("t")).rejects.toMatchObject({ code: "state-manager/fenced" });
  expect(asked).toEqual([["t", { fence: 1 }]]);
});

test("subgraph checkpoints hidden by a clock are detected like those of the graph", async () => {
  const saver = fencedSaver(new MemorySaver(), await acquired(memoryLocks()));
  const put = (id: string, namespace: string) =>
    saver.put(
      { configurable: { thread_id: "t", checkpoint_ns: namespace } },
      { ...emptyCheckpoint(), id },
      { source: "loop", step: 0, parents: {} },
      {},
    );
  await put("5", "sub");
  await put("3", "other");
  await put("6", "sub");
  await expect(put("4", "sub")).rejects.toMatchObject({
    code: "state-manager/superseded",
    details: { threadId: "t", checkpointId: "4", newestId: "6" },
  });
});
