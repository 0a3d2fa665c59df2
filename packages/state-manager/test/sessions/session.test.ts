import { DatabaseSync } from "node:sqlite";
import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { defineState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import { type ThreadLocks } from "@tidemark/state-manager";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Trip } from "../trip.ts";
import { untyped } from "../untyped.ts";
import { tripGraph, tripSession } from "./session-graph.ts";
import { having, textLike } from "../matchers.ts";

const notesOf = (result: { readonly outcome: string }): unknown =>
  "state" in result ? Reflect.get(Object(result.state), "trip_notes") : result.outcome;

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("a session on %s", (_, makeSaver) => {
  test("history lists the turns, and a fork can start at the end of any turn", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    for (const content of ["sea", "hills", "snow"]) await session.send(content);
    const history = await session.history();
    expect(await session.history({ limit: 1 })).toEqual(history.slice(0, 1));
    await expect(session.history({ limit: 0 })).rejects.toThrow("at least 1");
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

  test("a fork contains a pending interrupt", async () => {
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

  test("a deleted thread has no state", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    expect(await session.delete()).toEqual({ outcome: "deleted" });
    expect([await session.state(), await session.history()]).toEqual([null, []]);
  });
});

describe("a session", () => {
  test("works with clients that call the graph directly", async () => {
    const { session, graph } = tripSession({ asks: true });
    await graph.invoke({ messages: [{ role: "user", content: "sea" }] }, { configurable: { thread_id: "t" } });
    const [question] = await session.pending();
    await graph.invoke(new Command({ resume: "yes" }), { configurable: { thread_id: "t" } });
    expect(await session.resume(question?.id ?? "", "no")).toMatchObject({ outcome: "alreadyResolved" });
    expect((await session.state())?.trip_tasks).toEqual([{ id: "answer", status: '"yes"' }]);
  });

  test("a graph without a checkpointer is refused", () => {
    expect(() => openSession({ graph: tripGraph(undefined), state: Trip, threadId: "t" })).toThrow(
      /needs a checkpointer/,
    );
  });

  test("an empty thread has no state", async () => {
    const { session } = tripSession();
    expect([await session.state(), await session.pending(), await session.history()]).toEqual([null, [], []]);
    expect(await session.continue()).toEqual({
      outcome: "nothingToContinue",
      status: "nothingToContinue",
      threadId: "t",
    });
  });
});

describe("invalid calls of a session", () => {
  const graph = tripGraph(new MemorySaver());
  const open = (options: object = {}) => openSession({ graph, state: Trip, threadId: "t", ...options });

  test.each([
    ["onBusy", { onBusy: "wiat" }],
    ["unfinished", { unfinished: "drop" }],
  ])("refuses an unknown value of %s, before it locks the thread", async (option, options) => {
    const session = open();
    const calls = [
      () => session.send("sea", untyped(options)),
      () => session.resume("id", "yes", untyped(options)),
      () => session.continue(untyped(options)),
      () => session.delete(untyped(options)),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: "state-manager/invalidOption", details: { option } });
    }
    expect(await session.state()).toBeNull();
  });

  test.each([null, 7, [], undefined])("refuses %j instead of an object", async (value) => {
    const session = open();
    const wrong = untyped(value);
    const calls = [
      () => session.send(wrong),
      () => session.decide(wrong, { userId: "ann" }),
      () => session.decide({}, wrong),
      () => session.update(wrong, { author: "user:ann" }),
      () => session.update({}, wrong),
      () => session.propose(wrong, { userId: "ann", reason: "" }),
      () => session.propose({}, wrong),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: "state-manager/invalidArgument" });
    }
  });

  test("refuses a thread id that Postgres cannot store, and an unknown value of turnStart", () => {
    expect(() => open({ threadId: "a\u0000b" })).toThrow(/NUL/);
    expect(() => open({ threadId: undefined })).toThrow(/The thread id is nothing/);
    expect(() => open({ turnStart: "nome" })).toThrow('"turnStart" cannot be "nome". Use one of: "required", "none".');
  });

  test("throws a failure of the checkpointer as a typed error with its cause", async () => {
    const saver = new MemorySaver();
    saver.put = () => Promise.reject(new TypeError("Connection terminated unexpectedly"));
    await expect(open({ graph: tripGraph(saver) }).send("sea")).rejects.toMatchObject({
      code: "state-manager/notStored",
      cause: having({ message: "Connection terminated unexpectedly" }),
    });
  });
});

const plain = () =>
  new StateGraph(toStateSchema(Trip))
    .addNode("note", ({ task_user_input }) => ({ trip_notes: [task_user_input ?? ""] }))
    .addEdge(START, "note")
    .addEdge("note", END)
    .compile({ checkpointer: new MemorySaver() });

describe("a session on a graph without a turn start", () => {
  test("throws at the first message, with the remedy, and stores nothing", async () => {
    const session = openSession({ graph: plain(), state: Trip, threadId: "t" });
    await expect(session.send("sea")).rejects.toMatchObject({
      code: "state-manager/missingTurnStart",
      message: textLike("turnStart(state) right after START"),
    });
    expect([await session.state(), await session.continue()]).toMatchObject([null, { outcome: "nothingToContinue" }]);
  });

  test("accepts messages when it was opened without turns", async () => {
    const session = openSession({ graph: plain(), state: Trip, threadId: "t", turnStart: "none" });
    expect(await session.send("sea")).toMatchObject({ outcome: "done" });
  });

  test("accepts messages when its state has no turn fields", async () => {
    const Notes = defineState({
      version: 1,
      fields: fields("notes", {
        list: field({ description: "Notes.", schema: z.array(z.string()), default: () => [], lifetime: "thread" }),
      }),
    });
    const graph = new StateGraph(toStateSchema(Notes))
      .addNode("note", () => ({ notes_list: ["sea"] }))
      .addEdge(START, "note")
      .addEdge("note", END)
      .compile({ checkpointer: new MemorySaver() });
    const session = openSession({ graph, state: Notes, threadId: "t" });
    expect(await session.send({})).toMatchObject({ outcome: "done", state: { notes_list: ["sea"] } });
  });
});

describe("a session that deletes its thread", () => {
  test("is fenced and deletes nothing when another caller owns the thread", async () => {
    const [saver, leases] = [new MemorySaver(), new DatabaseSync(":memory:")];
    const other = tripSession({ saver, locks: sqliteLocks(leases) }).session;
    const own = sqliteLocks(leases);
    const frozen: ThreadLocks = {
      async acquire(...given) {
        const acquisition = await own.acquire(...given);
        leases.exec("UPDATE tidemark_leases SET expires_at = 0");
        expect(await other.send("hills")).toMatchObject({ outcome: "done" });
        return acquisition;
      },
    };
    const { session } = tripSession({ saver, locks: frozen });
    expect(await session.delete()).toEqual({ outcome: "fenced", threadId: "t", token: 1, stored: false });
    expect((await other.state())?.trip_notes).toEqual(["hills"]);
  });
});

describe("history after time travel", () => {
  test("lists the current branch with each turn once", async () => {
    const { session, graph } = tripSession();
    for (const content of ["sea", "hills", "snow"]) await session.send(content);
    const first = (await session.history()).at(-1);
    const past = { configurable: { thread_id: "t", checkpoint_id: first?.checkpointId } };
    await graph.invoke({ messages: [{ role: "user", content: "rain" }] }, past);
    expect((await session.state())?.trip_notes).toEqual(["sea", "rain"]);
    expect((await session.history()).map(({ turnId, userInput }) => [turnId, userInput])).toEqual([
      ["turn_2", "rain"],
      ["turn_1", "sea"],
    ]);
  });
});
