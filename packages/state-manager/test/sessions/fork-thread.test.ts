import { type BaseCheckpointSaver, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { forkThread } from "@tidemark/state-manager/internal/langgraph";
import { describe, expect, test } from "vitest";
import { Trip } from "../trip.ts";
import { breaking, gate } from "./breaking-saver.ts";
import { putPoints } from "./raw-thread.ts";
import { tripSession } from "./session-graph.ts";

const namespaceOf = ({ config }: CheckpointTuple): string => String(config.configurable?.["checkpoint_ns"] ?? "");

/** Checkpoints of a thread in the order of their ids, which count up. */
async function listThread(saver: BaseCheckpointSaver, threadId: string): Promise<readonly CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) tuples.push(tuple);
  return tuples.toSorted((one, other) => (one.checkpoint.id < other.checkpoint.id ? -1 : 1));
}

const isLowest = process.env["LOWEST_PEERS"] !== undefined;

/** True for a saver that lists pending writes in the order in which they are applied with every LangGraph. */
const isOrdered = (saver: BaseCheckpointSaver): boolean => !(saver instanceof MemorySaver);

/** Content of a thread, without its id, namespaces and leases. */
const contentOf = async (saver: BaseCheckpointSaver, threadId: string) =>
  (await listThread(saver, threadId)).map((tuple) => {
    const { checkpoint, metadata, parentConfig, pendingWrites } = tuple;
    const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
    const noted = Object.entries(metadata ?? {}).filter(([name]) => !name.startsWith("tidemark_fence"));
    return { namespace: namespaceOf(tuple), checkpoint, noted, parent, pendingWrites };
  });
/** Checkpoint of a subgraph that ran in the step after this one. */
const inside = (parent: string) => ({
  namespace: "sub",
  metadata: { source: "loop", step: 0, parents: { "": parent } },
});
const idsOf = async (saver: BaseCheckpointSaver, threadId: string) =>
  (await listThread(saver, threadId)).map((tuple) => `${namespaceOf(tuple)}${tuple.checkpoint.id}`);

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["sqliteSaver", () => sqliteSaver()],
])("forkThread on %s", (_, makeSaver) => {
  test("copies every checkpoint with its values and pending writes, and does not change the thread", async () => {
    const { session, saver } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    const before = await contentOf(saver, "t");
    await forkThread(saver, "t", { threadId: "copy" });
    expect(before.some(({ pendingWrites }) => (pendingWrites ?? []).length > 0)).toBe(true);
    expect(await contentOf(saver, "copy")).toEqual(before);
    expect(await contentOf(saver, "t")).toEqual(before);
  });

  test("copies no lease marks", async () => {
    const { session, saver } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    await forkThread(saver, "t", { threadId: "copy" });
    const noted = (await listThread(saver, "copy")).flatMap(({ metadata }) => Object.keys(metadata ?? {}));
    // Who sent a message stays true in a copy.
    const sender = ["tidemark_sender", "tidemark_sender_of"];
    expect(new Set(noted)).toEqual(new Set(["parents", "source", "step", ...sender]));
  });

  test("copies up to the given checkpoint with its ancestors", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [{ id: "1" }, { id: "2", parent: "1" }, { id: "3", parent: "2" }]);
    await forkThread(saver, "t", { threadId: "copy", checkpointId: "2" });
    expect(await idsOf(saver, "copy")).toEqual(["1", "2"]);
  });

  test("leaves out branches that were not taken", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [
      { id: "1" },
      { id: "2", parent: "1" },
      { id: "3", parent: "1" },
      { id: "4", parent: "3" },
    ]);
    await forkThread(saver, "t", { threadId: "copy" });
    expect(await idsOf(saver, "copy")).toEqual(["1", "3", "4"]);
  });

  test("copies the subgraphs of earlier steps and of the last step", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [
      { id: "1" },
      { id: "2", ...inside("1") },
      { id: "3", parent: "1" },
      { id: "4", ...inside("3") },
      { id: "5", parent: "3" },
      { id: "6", ...inside("5") },
    ]);
    await forkThread(saver, "t", { threadId: "copy", checkpointId: "3" });
    expect(await idsOf(saver, "copy")).toEqual(["1", "sub2", "3", "sub4"]);
  });

  test("a subgraph checkpoint without a parent in its metadata does not fail the fork", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [{ id: "1" }, { id: "2", namespace: "sub", metadata: {} }]);
    await forkThread(saver, "t", { threadId: "copy" });
    expect(await idsOf(saver, "copy")).toEqual(["1"]);
  });

  test("a thread whose checkpoints form a cycle is copied", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [
      { id: "1", parent: "2" },
      { id: "2", parent: "1" },
    ]);
    await forkThread(saver, "t", { threadId: "copy" });
    expect(await idsOf(saver, "copy")).toEqual(["1", "2"]);
    await putPoints(saver, "self", [{ id: "1", parent: "1" }]);
    await forkThread(saver, "self", { threadId: "copy of self" });
    expect(await idsOf(saver, "copy of self")).toEqual(["1"]);
  });

  test("a pruned thread is copied from its oldest checkpoint", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [
      { id: "2", parent: "gone" },
      { id: "3", parent: "2" },
    ]);
    await forkThread(saver, "t", { threadId: "copy" });
    expect(await idsOf(saver, "copy")).toEqual(["2", "3"]);
  });

  test.each([
    ["a missing thread", "nobody", undefined],
    ["a missing checkpoint", "t", "9"],
    ["a checkpoint of a subgraph", "t", "2"],
    ["an empty id", "t", ""],
  ])("%s is refused, and nothing is written", async (__, from, checkpointId) => {
    const saver = makeSaver();
    await putPoints(saver, "t", [{ id: "1" }, { id: "2", namespace: "sub" }]);
    const forking = forkThread(saver, from, { threadId: "copy", ...(checkpointId !== undefined && { checkpointId }) });
    await expect(forking).rejects.toMatchObject({
      code: "state-manager/noSuchCheckpoint",
      details: { threadId: from, checkpointId: checkpointId ?? null },
    });
    expect(await idsOf(saver, "copy")).toEqual([]);
  });

  test("an id in use is refused, also the thread's own, and its thread is unchanged", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [{ id: "1" }]);
    await putPoints(saver, "other", [{ id: "7" }]);
    for (const threadId of ["other", "t"]) {
      await expect(forkThread(saver, "t", { threadId })).rejects.toMatchObject({ code: "state-manager/threadExists" });
    }
    expect([await idsOf(saver, "t"), await idsOf(saver, "other")]).toEqual([["1"], ["7"]]);
  });

  test.each(["toString", "naïve 🚂", "'; DROP TABLE checkpoints; --"])(
    "special characters in the id %j have no effect",
    async (threadId) => {
      const saver = makeSaver();
      await putPoints(saver, "t", [{ id: "1", values: { trip_city: "Oslo" } }]);
      await forkThread(saver, "t", { threadId });
      expect(await contentOf(saver, threadId)).toEqual(await contentOf(saver, "t"));
    },
  );

  test("the newest checkpoint stays the newest and its ancestors come first, even if ids do not follow the time", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [
      { id: "5", values: { trip_city: "Oslo" } },
      { id: "3", parent: "5" },
      { id: "7", parent: "3", values: { trip_city: "Bergen" } },
    ]);
    await forkThread(saver, "t", { threadId: "copy" });
    expect(await idsOf(saver, "copy")).toEqual(["3", "5", "7"]);
    const newest = await saver.getTuple({ configurable: { thread_id: "copy" } });
    expect(newest?.checkpoint).toMatchObject({ id: "7", channel_values: { trip_city: "Bergen" } });
    expect(await contentOf(saver, "copy")).toEqual(await contentOf(saver, "t"));
  });

  test("of two concurrent forks to one id, one is stored completely, and the other is refused", async () => {
    const saver = makeSaver();
    const [one, other] = ["one", "other"].map((threadId) => tripSession({ saver, threadId }).session);
    for (const content of ["sea", "hills"]) await one?.send(content);
    await other?.send("snow");
    const both = await Promise.allSettled([one?.fork({ threadId: "copy" }), other?.fork({ threadId: "copy" })]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(both[1]).toMatchObject({ reason: { code: "state-manager/threadExists" } });
    expect(await contentOf(saver, "copy")).toEqual(await contentOf(saver, "one"));
  });

  test("pending writes keep the order in which they are applied", async () => {
    const saver = makeSaver();
    const writes = ["z", "a", "m"].map((task) => [task, "trip_notes", task] as const);
    await putPoints(saver, "t", [{ id: "1", writes }]);
    await forkThread(saver, "t", { threadId: "copy" });
    const orderOf = async (threadId: string) =>
      (await listThread(saver, threadId)).map(({ pendingWrites = [] }) => pendingWrites.map(([task]) => task));
    const order = await orderOf("t");
    // LangGraph before 1.5 lists them as they arrived, and applies them by task id.
    const isSorted = isLowest && !isOrdered(saver);
    expect(await orderOf("copy")).toEqual(isSorted ? order.map((tasks) => tasks.toSorted()) : order);
  });

  test("a subgraph that waits for an answer waits in the copy too", async () => {
    const saver = makeSaver();
    const inner = new StateGraph(toStateSchema(Trip))
      .addNode("ask", () => ({ trip_notes: [String(interrupt("Where?"))] }))
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile();
    const graph = new StateGraph(toStateSchema(Trip))
      .addNode("inner", inner)
      .addEdge(START, "inner")
      .addEdge("inner", END)
      .compile({ checkpointer: saver });
    await graph.invoke({}, { configurable: { thread_id: "t" } });
    await forkThread(saver, "t", { threadId: "copy" });
    const of = (threadId: string) => graph.getState({ configurable: { thread_id: threadId } }, { subgraphs: true });
    const [original, copy] = [await of("t"), await of("copy")];
    expect(copy.tasks[0]?.interrupts).toEqual(original.tasks[0]?.interrupts);
    expect(copy.tasks[0]?.interrupts).toMatchObject([{ value: "Where?" }]);
    expect(await contentOf(saver, "copy")).toEqual(await contentOf(saver, "t"));
  });
});

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("a fork on %s, which is stored in steps,", (_, makeSaver) => {
  test("leaves nothing behind if any write fails, and the next one succeeds", async () => {
    for (let writes = 0; ; writes += 1) {
      const { session, saver } = tripSession({ saver: makeSaver(), asks: true });
      await session.send("sea");
      const repair = breaking(saver, writes, ["put", "putWrites"]);
      const broken: unknown = await session.fork({ threadId: "copy" }).catch((error: unknown) => error);
      repair();
      if (!(broken instanceof Error)) break;
      expect(broken.message).toBe("the saver broke");
      expect(await idsOf(saver, "copy")).toEqual([]);
      await session.fork({ threadId: "copy" });
      expect(await contentOf(saver, "copy")).toEqual(await contentOf(saver, "t"));
    }
  });

  test("leaves no thread if its process is killed at any write, and the next one succeeds", async () => {
    for (let writes = 1; ; writes += 1) {
      const { session, saver } = tripSession({ saver: makeSaver(), asks: true });
      await session.send("sea");
      const repair = breaking(saver, writes, ["put", "putWrites", "deleteThread"]);
      const broken: unknown = await session.fork({ threadId: "copy" }).catch((error: unknown) => error);
      repair();
      if (!(broken instanceof Error)) break;
      const { session: left } = tripSession({ saver, threadId: "copy" });
      expect([await left.state(), await left.pending()]).toEqual([null, []]);
      await session.fork({ threadId: "copy" });
      expect(await contentOf(saver, "copy")).toEqual(await contentOf(saver, "t"));
    }
  });

  test("makes a turn on its id wait, and is complete when the turn starts", async () => {
    const { session, saver } = tripSession({ saver: makeSaver() });
    for (const content of ["sea", "hills"]) await session.send(content);
    const opened = gate(saver, 4);
    const forking = session.fork({ threadId: "copy" });
    await opened.reached;
    const { session: copy } = tripSession({ saver, threadId: "copy" });
    const turn = copy.send("snow");
    expect(await copy.send("rain", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
    opened.open();
    await forking;
    expect(await turn).toMatchObject({
      outcome: "done",
      turnId: "turn_3",
      state: { trip_notes: ["sea", "hills", "snow"] },
    });
  });
});

test("a fork on a saver with transactions is atomic", async () => {
  const { session, saver } = tripSession({ saver: sqliteSaver() });
  await session.send("sea");
  const repair = breaking(saver, 0, ["put", "putWrites", "deleteThread"]);
  await session.fork({ threadId: "copy" });
  repair();
  expect(await contentOf(saver, "copy")).toEqual(await contentOf(saver, "t"));
});

test("a fork under a lost lease is refused, and leaves nothing behind", async () => {
  for (const makeSaver of [() => new MemorySaver(), () => sqliteSaver()]) {
    const { session, saver } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    const lease = {
      threadId: "copy",
      token: 7,
      durable: false,
      signal: new AbortController().signal,
      holds: () => Promise.resolve(false),
      release: () => Promise.resolve(),
    };
    const locks = { acquire: () => Promise.resolve({ outcome: "acquired", lease } as const) };
    await expect(forkThread(saver, "t", { threadId: "copy" }, { locks })).rejects.toMatchObject({
      code: "state-manager/fenced",
    });
    expect(await idsOf(saver, "copy")).toEqual([]);
  }
});

test("a fork whose id is locked is refused as busy", async () => {
  const { session, saver } = tripSession();
  await session.send("sea");
  const locks = { acquire: () => Promise.resolve({ outcome: "busy", threadId: "copy", until: null } as const) };
  await expect(forkThread(saver, "t", { threadId: "copy" }, { locks })).rejects.toMatchObject({
    code: "state-manager/threadBusy",
  });
});
