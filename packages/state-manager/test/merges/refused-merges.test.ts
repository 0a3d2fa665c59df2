import { MemorySaver } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { blameHistory } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { breaking } from "../sessions/breaking-saver.ts";
import { untyped } from "../untyped.ts";
import { deskGraph, deskSession, writing } from "./merge-graph.ts";

async function parted(options: Parameters<typeof deskSession>[0] = {}) {
  const saver = options.saver ?? new MemorySaver();
  const session = deskSession({ ...options, saver });
  await session.send(writing({ desk_color: "white" }));
  const fork = await session.fork({ threadId: "f" });
  return { session, fork, saver };
}

const codeOf = (merging: Promise<unknown>): Promise<unknown> =>
  merging.then(
    () => "merged",
    (error: unknown): unknown => Reflect.get(Object(error), "code"),
  );

test("a thread that was never its fork, an empty one, the thread itself, and other values are not merged", async () => {
  const { session, saver } = await parted();
  await deskSession({ saver, threadId: "other" }).send(writing({ desk_city: "Oslo" }));
  const before = await session.state();
  expect(await codeOf(session.merge({ threadId: "other" }))).toBe("state-manager/noCommonStep");
  expect(await codeOf(session.merge({ threadId: "nobody" }))).toBe("state-manager/noSuchCheckpoint");
  expect(await codeOf(deskSession({ saver, threadId: "new" }).merge({ threadId: "f" }))).toBe(
    "state-manager/noCommonStep",
  );
  expect(await codeOf(session.merge(untyped(null)))).toBe("state-manager/invalidArgument");
  expect(await codeOf(session.merge(untyped({ threadId: 7 })))).toBe("state-manager/invalidThreadId");
  expect(await codeOf(session.merge({ threadId: "f" }, { summary: " " }))).toBe("state-manager/invalidArgument");
  expect(await session.merge(session)).toMatchObject({ outcome: "merged", taken: [], note: null });
  expect(await session.state()).toEqual(before);
});

test("a fork is not merged after the step at which it parted was pruned", async () => {
  const saver = sqliteSaver();
  const { session, fork } = await parted({ saver });
  await fork.send(writing({ desk_city: "Oslo" }));
  for (let turn = 0; turn < 2; turn += 1) await session.send(writing({ desk_cost: 1 }));
  await saver.prune("t", { keepTurns: 1 });
  expect(await codeOf(session.merge(fork))).toBe("state-manager/noCommonStep");
  expect(await session.state()).toMatchObject({ desk_city: null });
});

test("after a merge and a prune, a fork is never merged twice", async () => {
  const saver = sqliteSaver();
  const { session, fork } = await parted({ saver });
  await fork.send(writing({ desk_cost: 1 }));
  await session.merge(fork);
  for (const keepLast of [4, 2, 1]) {
    await session.send(writing({ desk_best: 1 }));
    await saver.prune("t", { keepLast });
    const merging = await session.merge(fork).catch((error: unknown) => error);
    expect([merging, (await session.state())?.desk_cost]).toMatchObject([{}, 1]);
  }
});

test("a thread of another user is not merged", async () => {
  const { session, saver } = await parted({ userId: "ann" });
  const eve = deskSession({ saver, userId: "eve", threadId: "f" });
  await eve.send(writing({ desk_city: "Oslo" }));
  expect(await codeOf(session.merge({ threadId: "f" }))).toBe("state-manager/otherUser");
  expect(await codeOf(eve.merge({ threadId: "t" }))).toBe("state-manager/otherUser");
  expect(await session.state()).toMatchObject({ desk_city: null });
});

test("a fork of a fork is merged into either thread, also after the fork between them was deleted", async () => {
  const { session, fork } = await parted();
  await fork.send(writing({ desk_log: ["one"] }));
  const second = await fork.fork({ threadId: "g" });
  await second.send(writing({ desk_log: ["two"] }));
  expect(await session.merge(fork)).toMatchObject({ taken: ["desk_log"] });
  await fork.delete();
  expect(await session.merge(second)).toMatchObject({ taken: ["desk_log"], state: { desk_log: ["one", "two"] } });
});

test("while the thread or the fork waits for an answer, nothing is merged", async () => {
  const { session, fork } = await parted();
  await fork.send(writing({ ask: "Shall I?", desk_city: "Oslo" }));
  expect(await session.merge(fork)).toMatchObject({
    outcome: "forkUnfinished",
    threadId: "f",
    nodes: ["work"],
    interrupts: [{ value: "Shall I?" }],
  });
  const [question] = await fork.questions();
  await fork.answer(question, true);
  await session.send(writing({ ask: "May I?" }));
  expect(await session.merge(fork)).toMatchObject({ outcome: "interrupted", interrupts: [{ value: "May I?" }] });
  expect(await session.state()).toMatchObject({ desk_city: null });
});

test("an unfinished turn of the thread or of the fork prevents a merge", async () => {
  const { session, fork } = await parted();
  await expect(fork.send(writing({ fail: true }))).rejects.toThrow("power cut");
  expect(await session.merge(fork)).toMatchObject({ outcome: "forkUnfinished", nodes: ["work"], interrupts: [] });
  await fork.end();
  await expect(session.send(writing({ fail: true }))).rejects.toThrow("power cut");
  expect(await session.merge(fork)).toMatchObject({ outcome: "unfinished", nodes: ["work"] });
});

test("of two merges at the same time, one merges, and the other finds nothing new", async () => {
  for (const saver of [new MemorySaver(), sqliteSaver()]) {
    const { session, fork } = await parted({ saver });
    await session.send(writing({ desk_cost: 1 }));
    await fork.send(writing({ desk_cost: 2 }));
    const both = await Promise.all([session.merge(fork), deskSession({ saver }).merge(fork)]);
    expect(both).toMatchObject([{ combined: ["desk_cost"] }, { combined: [], note: null }]);
    expect(await session.state()).toMatchObject({ desk_cost: 3 });
    const busy = await Promise.all([session.send(writing({})), session.merge(fork, { onBusy: "refuse" })]);
    expect(busy[1]).toMatchObject({ outcome: "busy" });
  }
});

test("a merge whose write fails has changed nothing, and the next one merges", async () => {
  const { session, fork, saver } = await parted();
  await fork.send(writing({ desk_city: "Oslo", desk_log: ["one"] }));
  const before = await session.state();
  const repair = breaking(saver, 0, ["put"]);
  expect(await codeOf(session.merge(fork))).toBe("state-manager/notStored");
  repair();
  expect(await session.state()).toEqual(before);
  expect(await session.merge(fork)).toMatchObject({ taken: ["desk_city", "desk_log"] });
});

test("an imported mark of a merge that never was brings nothing in", async () => {
  const { session, fork, saver } = await parted();
  await fork.send(writing({ desk_city: "Oslo" }));
  const newest = await saver.getTuple({ configurable: { thread_id: "t" } });
  if (newest === undefined) throw new Error("no checkpoint");
  for (const mark of ["f", [["f", 7]], [[]], { f: [] }, null]) {
    Object.assign(newest.metadata ?? {}, { tidemark_merged: mark, tidemark_merged_of: newest.checkpoint.id });
    const { checkpoint, metadata } = newest;
    await saver.put(newest.parentConfig ?? {}, checkpoint, metadata ?? { source: "loop", step: 1, parents: {} }, {});
  }
  expect(await session.merge(fork)).toMatchObject({ taken: ["desk_city"] });
  const config = { configurable: { thread_id: "t" } };
  expect(await blameHistory(deskGraph(saver), config, "desk_city")).toMatchObject({ by: "fork:f" });
});
