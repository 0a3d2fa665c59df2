import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineMigrations } from "@tidemark/state-manager";
import { migrationReport } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { BareOne, BareTwo, bareToTwo } from "./journeys.ts";

const store = async (saver: MemorySaver, threadId: string, amount: number) => {
  const graph = new StateGraph(toStateSchema(BareOne))
    .addNode("rest", () => ({}))
    .addEdge(START, "rest")
    .addEdge("rest", END)
    .compile({ checkpointer: saver });
  await graph.invoke({ bare_amount: amount }, { configurable: { thread_id: threadId } });
};

test("migrationReport lists and counts every thread", async () => {
  const saver = new MemorySaver();
  await store(saver, "a", 3);
  await store(saver, "b", 0);
  expect(await migrationReport(saver, bareToTwo)).toEqual({
    threads: [
      { threadId: "b", version: 1, interrupts: 0, writes: 0, outcome: "migrates", fields: [] },
      {
        threadId: "a",
        version: 1,
        interrupts: 0,
        writes: 0,
        outcome: "migrates",
        fields: ["bare_amount"],
      },
    ],
    counts: { current: 0, migrates: 2, newer: 0, older: 0, fails: 0 },
  });
});

test("migrationReport continues after a failed migration and rethrows other errors", async () => {
  const saver = new MemorySaver();
  await store(saver, "a", 3);
  await store(saver, "b", 4);
  const picky = defineMigrations(BareTwo, [
    { to: 2, description: "Odd numbers only.", change: { bare_amount: (amount) => (amount === 3 ? 300 : "even") } },
  ]);
  const { threads, counts } = await migrationReport(saver, picky);
  expect(counts).toMatchObject({ migrates: 1, fails: 1 });
  const failed = threads.flatMap((each) => (each.outcome === "fails" ? [each] : []));
  expect(failed.map(({ threadId }) => threadId)).toEqual(["b"]);
  expect(failed[0]?.problem).toContain("bare_amount");
  const late = defineMigrations({ ...BareTwo, version: 5 }, [{ to: 5, description: "Later." }]);
  expect((await migrationReport(saver, late)).counts).toMatchObject({ migrates: 2 });
});
