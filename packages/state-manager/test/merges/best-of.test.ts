import { MemorySaver } from "@langchain/langgraph";
import { listThreads } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { untyped } from "../untyped.ts";
import { deskSession, writing } from "./merge-graph.ts";

async function started() {
  const saver = new MemorySaver();
  const session = deskSession({ saver });
  await session.send(writing({ desk_cost: 1 }));
  const threads = async () => (await listThreads(saver)).map(({ threadId }) => threadId).toSorted();
  return { session, threads };
}

const broken = (): Promise<null> => Promise.reject(new Error("no idea"));

const input = writing({ desk_city: "Oslo", desk_cost: 2 });

test.each([
  ["all", ["t", "t:id_1", "t:id_2", "t:id_3"]],
  ["chosen", ["t", "t:id_2"]],
  ["none", ["t"]],
] as const)("several forks run one input, the chosen one is merged, and %s are kept", async (keep, kept) => {
  const { session, threads } = await started();
  const best = await session.bestOf(3, input, (forks) => forks[1]?.threadId ?? null, { keep });
  expect(best).toMatchObject({
    outcome: "chosen",
    threadId: "t:id_2",
    result: { outcome: "done", state: { desk_city: "Oslo" } },
    merged: { taken: ["desk_city", "desk_cost"] },
    candidates: [{ threadId: "t:id_1" }, { threadId: "t:id_2" }, { threadId: "t:id_3" }],
  });
  expect(await session.state()).toMatchObject({ desk_city: "Oslo", desk_cost: 3 });
  expect(await threads()).toEqual(kept);
});

test("without a choice nothing is merged, and all forks are kept", async () => {
  const { session, threads } = await started();
  const before = await session.state();
  expect(await session.bestOf(2, input, () => null, { keep: "none" })).toMatchObject({ outcome: "noneChosen" });
  expect(await session.state()).toEqual(before);
  expect((await threads()).length).toBe(3);
});

test("a judge sees no fork whose turn waits or has failed, and is not asked without any other", async () => {
  const { session } = await started();
  expect(await session.bestOf(2, writing({ ask: "Shall I?" }), broken)).toMatchObject({
    outcome: "noneChosen",
    candidates: [{ result: { outcome: "interrupted" } }, { result: { outcome: "interrupted" } }],
  });
  expect(await session.bestOf(1, writing({ fail: true }), broken)).toMatchObject({
    outcome: "noneChosen",
    candidates: [{ result: null, error: { message: "power cut" } }],
  });
});

test("an error of the judge is thrown, and so is an unknown choice; the forks stay", async () => {
  const { session, threads } = await started();
  await expect(session.bestOf(1, input, broken, { keep: "none" })).rejects.toThrow("no idea");
  await expect(session.bestOf(1, input, () => "t")).rejects.toMatchObject({ code: "state-manager/invalidArgument" });
  expect(await session.state()).toMatchObject({ desk_cost: 1 });
  expect((await threads()).length).toBe(3);
});

test("a thread that goes on while its forks run is merged by its fields", async () => {
  const { session } = await started();
  const best = await session.bestOf(2, input, async (forks) => {
    await session.send(writing({ desk_color: "red", desk_cost: 4 }));
    return forks[0]?.threadId ?? null;
  });
  expect(best).toMatchObject({ outcome: "chosen", merged: { taken: ["desk_city"], combined: ["desk_cost"] } });
  expect(await session.state()).toMatchObject({ desk_city: "Oslo", desk_color: "red", desk_cost: 7 });
});

test("an empty thread, a thread that waits, and other counts run nothing", async () => {
  const { session, threads } = await started();
  for (const count of [0, 1.5, 33, Number.NaN]) {
    await expect(session.bestOf(count, input, () => null)).rejects.toMatchObject({
      code: "state-manager/invalidArgument",
      details: { argument: "count" },
    });
  }
  await expect(session.bestOf(1, input, untyped("f"))).rejects.toMatchObject({ details: { argument: "judge" } });
  await expect(session.bestOf(1, input, () => null, { keep: untyped("some") })).rejects.toMatchObject({
    code: "state-manager/invalidOption",
  });
  await expect(deskSession().bestOf(1, input, () => null)).rejects.toMatchObject({
    code: "state-manager/noSuchCheckpoint",
  });
  await session.send(writing({ ask: "Shall I?" }));
  expect(await session.bestOf(1, input, () => null)).toMatchObject({ outcome: "interrupted" });
  expect(await threads()).toEqual(["t"]);
});
