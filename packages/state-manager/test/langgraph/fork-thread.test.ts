import { type BaseCheckpointSaver, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { forkThread } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { Trip } from "../trip.ts";
import { putPoints } from "./raw-thread.ts";
import { tripSession } from "./session-graph.ts";

const namespaceOf = ({ config }: CheckpointTuple): string => String(config.configurable?.["checkpoint_ns"] ?? "");

/** The checkpoints of a thread in the order of their ids, which the tests count. */
async function listThread(saver: BaseCheckpointSaver, threadId: string): Promise<readonly CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) tuples.push(tuple);
  return tuples.toSorted((one, other) => (one.checkpoint.id < other.checkpoint.id ? -1 : 1));
}

/** What a thread holds, without the names that a copy has for itself, and the leases that it was written under. */
const contentOf = async (saver: BaseCheckpointSaver, threadId: string) =>
  (await listThread(saver, threadId)).map((tuple) => {
    const { checkpoint, metadata, parentConfig, pendingWrites } = tuple;
    const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
    const noted = Object.entries(metadata ?? {}).filter(([name]) => !name.startsWith("tidemark_fence"));
    return { namespace: namespaceOf(tuple), checkpoint, noted, parent, pendingWrites };
  });
/** A checkpoint of a subgraph that ran in the step after this one. */
const inside = (parent: string) => ({
  namespace: "sub",
  metadata: { source: "loop", step: 0, parents: { "": parent } },
});
const idsOf = async (saver: BaseCheckpointSaver, threadId: string) =>
  (await listThread(saver, threadId)).map((tuple) => `${namespaceOf(tuple)}${tuple.checkpoint.id}`);

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("forkThread on %s", (_, makeSaver) => {
  test("copies every checkpoint with all that is in it and pending on it, and leaves the thread alone", async () => {
    const { session, saver } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    const before = await contentOf(saver, "t");
    await forkThread(saver, "t", { threadId: "copy" });
    expect(before.some(({ pendingWrites }) => (pendingWrites ?? []).length > 0)).toBe(true);
    expect(await contentOf(saver, "copy")).toEqual(before);
    expect(await contentOf(saver, "t")).toEqual(before);
  });

  test("copies no lease: the copy was written under none", async () => {
    const { session, saver } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    await forkThread(saver, "t", { threadId: "copy" });
    const noted = (await listThread(saver, "copy")).map(({ metadata }) => Object.keys(metadata ?? {}).toSorted());
    expect(new Set(noted.map((each) => each.join()))).toEqual(new Set(["parents,source,step"]));
  });

  test("copies up to the checkpoint that is named, and what leads there", async () => {
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

  test("takes the subgraphs along: those that ran before, and those of the last step", async () => {
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

  test("a checkpoint of a subgraph whose metadata does not say where it belongs is no reason to fail", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [{ id: "1" }, { id: "2", namespace: "sub", metadata: {} }]);
    await forkThread(saver, "t", { threadId: "copy" });
    expect(await idsOf(saver, "copy")).toEqual(["1"]);
  });

  test("a thread whose checkpoints name each other in a circle is copied, and ends", async () => {
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

  test("a thread whose beginning was pruned is copied from where it begins now", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [
      { id: "2", parent: "gone" },
      { id: "3", parent: "2" },
    ]);
    await forkThread(saver, "t", { threadId: "copy" });
    expect(await idsOf(saver, "copy")).toEqual(["2", "3"]);
  });

  test.each([
    ["a thread that is not there", "nobody", undefined],
    ["a checkpoint that is not there", "t", "9"],
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

  test("an id that is taken is refused, also the thread's own, and what is there stays", async () => {
    const saver = makeSaver();
    await putPoints(saver, "t", [{ id: "1" }]);
    await putPoints(saver, "other", [{ id: "7" }]);
    for (const threadId of ["other", "t"]) {
      await expect(forkThread(saver, "t", { threadId })).rejects.toMatchObject({ code: "state-manager/threadExists" });
    }
    expect([await idsOf(saver, "t"), await idsOf(saver, "other")]).toEqual([["1"], ["7"]]);
  });

  test.each(["toString", "naïve 🚂", "'; DROP TABLE checkpoints; --"])("the id %j is just text", async (threadId) => {
    const saver = makeSaver();
    await putPoints(saver, "t", [{ id: "1", values: { trip_city: "Oslo" } }]);
    await forkThread(saver, "t", { threadId });
    expect(await contentOf(saver, threadId)).toEqual(await contentOf(saver, "t"));
  });

  test("a real subgraph that waits for an answer waits in the copy too", async () => {
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
