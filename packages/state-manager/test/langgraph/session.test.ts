import { Command, MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { Trip } from "../trip.ts";
import { tripGraph, tripSession } from "./session-graph.ts";

const notesOf = (result: { readonly outcome: string }): unknown =>
  "state" in result ? Reflect.get(Object(result.state), "trip_notes") : result.outcome;

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("a session on %s", (_, makeSaver) => {
  test("history tells the turns, and a fork parts at the end of any of them", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    for (const said of ["sea", "hills", "snow"]) await session.send(said);
    const history = await session.history();
    expect(history.map(({ turnId, userInput, status }) => [turnId, userInput, status])).toEqual([
      ["turn_3", "snow", "ended"],
      ["turn_2", "hills", "ended"],
      ["turn_1", "sea", "ended"],
    ]);
    const fork = await session.fork({ threadId: "other", checkpointId: history[1]?.checkpointId ?? "" });
    expect((await fork.state())?.trip_notes).toEqual(["sea", "hills"]);
    expect(notesOf(await fork.send("rain"))).toEqual(["sea", "hills", "rain"]);
    expect(notesOf(await session.send("sun"))).toEqual(["sea", "hills", "snow", "sun"]);
    await expect(session.fork({ threadId: "other" })).rejects.toMatchObject({ code: "state-manager/threadExists" });
    await expect(session.fork({ threadId: "new", checkpointId: "none" })).rejects.toMatchObject({
      code: "state-manager/noSuchCheckpoint",
    });
  });

  test("a fork takes a pending question along", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    const fork = await session.fork({ threadId: "other" });
    const [question] = await fork.pending();
    expect(await fork.resume(question?.id ?? "", "yes")).toMatchObject({
      outcome: "done",
      state: { trip_notes: ["sea"] },
    });
    expect((await session.pending()).length).toBe(1);
  });

  test("a deleted thread is gone", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    expect(await session.delete()).toEqual({ outcome: "deleted" });
    expect([await session.state(), await session.history()]).toEqual([null, []]);
  });
});

describe("a session", () => {
  test("works beside clients that know nothing of it", async () => {
    const { session, graph } = tripSession({ asks: true });
    await graph.invoke({ messages: [{ role: "user", content: "sea" }] }, { configurable: { thread_id: "t" } });
    const [question] = await session.pending();
    await graph.invoke(new Command({ resume: "yes" }), { configurable: { thread_id: "t" } });
    expect(await session.resume(question?.id ?? "", "no")).toMatchObject({ outcome: "alreadyResolved" });
    expect((await session.state())?.trip_tasks).toEqual([{ id: "answer", status: '"yes"' }]);
  });

  test("a graph without a checkpointer is refused at once", () => {
    expect(() => openSession({ graph: tripGraph(undefined), state: Trip, threadId: "t" })).toThrow(
      /needs a checkpointer/,
    );
  });

  test("a thread that nobody has written to has no state", async () => {
    const { session } = tripSession();
    expect([await session.state(), await session.pending(), await session.history()]).toEqual([null, [], []]);
    expect(await session.continue()).toEqual({ outcome: "nothingToContinue", threadId: "t" });
  });
});
