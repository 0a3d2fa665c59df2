import { type BaseCheckpointSaver, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, field, fields, type StateDeclaration } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineMigrations } from "@tidemark/state-manager";
import {
  importThread,
  migratingSaver,
  migrationReport,
  openSession,
  turnStart,
} from "@tidemark/state-manager/langgraph";
import { openStateStore } from "@tidemark/state-manager/seeds";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { untyped } from "../untyped.ts";

const typing = field({
  description: "Typing user.",
  schema: z.string().nullable(),
  default: () => null,
  lifetime: "transient",
});
const name = field({ description: "Name.", schema: z.string(), default: () => "", lifetime: "thread" });
const names = field({ description: "Names.", schema: z.array(z.string()), default: () => [], lifetime: "thread" });
const One = extendState(AgentState, { version: 1, fields: fields("desk", { typing, name }) });
const Two = extendState(AgentState, { version: 2, fields: fields("desk", { typing, name: names }) });
const migrations = defineMigrations(Two, [
  { to: 2, description: "Several names.", change: { desk_name: (one) => [one] } },
]);

/** Writes the transient field in one node, and records the value that the next one reads. */
function deskGraph(state: StateDeclaration, saver: BaseCheckpointSaver, content: unknown, seen: unknown[] = []) {
  return new StateGraph(toStateSchema(state))
    .addNode("turn_start", turnStart(state, { check: "always" }))
    .addNode("write", () => untyped({ desk_typing: "ann", desk_name: content }))
    .addNode("look", (values) => {
      seen.push(Reflect.get(values, "desk_typing"));
      return {};
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "write")
    .addEdge("write", "look")
    .addEdge("look", END)
    .compile({ checkpointer: saver });
}

const sessionOf = (saver: BaseCheckpointSaver, threadId = "t") =>
  openSession({ graph: deskGraph(Two, saver, ["Bob"]), state: Two, threadId, migrations });

describe.each<[string, () => BaseCheckpointSaver]>([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["sqliteSaver", () => sqliteSaver()],
])("a transient field on %s", (_, makeSaver) => {
  async function written(): Promise<BaseCheckpointSaver> {
    const saver = makeSaver();
    const seen: unknown[] = [];
    const session = openSession({ graph: deskGraph(One, saver, "Ann", seen), state: One, threadId: "t" });
    await session.send("hi");
    // The value exists within the run, and in no checkpoint.
    expect(seen).toEqual(["ann"]);
    const tuple = await saver.getTuple({ configurable: { thread_id: "t" } });
    expect(tuple?.checkpoint.channel_values["desk_typing"]).toBeUndefined();
    return saver;
  }

  test("does not prevent a migration: in the report, when it is read, and at the next turn", async () => {
    const saver = await written();
    const { counts, threads } = await migrationReport(saver, migrations);
    expect(counts).toEqual({ current: 0, migrates: 1, newer: 0, older: 0, fails: 0 });
    expect(threads[0]).toMatchObject({ outcome: "migrates", fields: ["desk_name", "runtime_field_versions"] });
    expect(await sessionOf(saver).state()).toMatchObject({ desk_name: ["Ann"], desk_typing: null });
    expect(await sessionOf(saver).send("again")).toMatchObject({ outcome: "done", state: { desk_name: ["Bob"] } });
    const { checkpoint } =
      (await migratingSaver(saver, migrations).getTuple({ configurable: { thread_id: "t" } })) ?? {};
    expect(checkpoint?.channel_values["desk_typing"]).toBeUndefined();
  });

  test("is absent after an export, an import, and a migration in between", async () => {
    const saver = await written();
    const document: unknown = JSON.parse(
      JSON.stringify(await openSession({ graph: deskGraph(One, saver, "Ann"), state: One, threadId: "t" }).export()),
    );
    for (const make of [makeSaver, () => new MemorySaver(), () => sqliteSaver()]) {
      const to = make();
      await importThread(document, { checkpointer: to, state: One });
      expect(await openSession({ graph: deskGraph(One, to, "Ann"), state: One, threadId: "t" }).state()).toMatchObject({
        desk_name: "Ann",
        desk_typing: null,
      });
      await importThread(document, { checkpointer: to, state: Two, migrations, threadId: "imported" });
      for await (const { checkpoint } of to.list({ configurable: { thread_id: "imported" } }))
        expect(Object.keys(checkpoint.channel_values)).not.toContain("desk_typing");
      expect(await sessionOf(to, "imported").state()).toMatchObject({ desk_name: ["Ann"], desk_typing: null });
      expect(await sessionOf(to, "imported").send("again")).toMatchObject({
        outcome: "done",
        state: { desk_name: ["Bob"] },
      });
    }
  });

  test("is absent in a fork, which is migrated and continues like the thread", async () => {
    const saver = await written();
    const fork = await sessionOf(saver).fork({ threadId: "copy" });
    expect(await fork.state()).toMatchObject({ desk_name: ["Ann"], desk_typing: null });
    expect(await fork.send("again")).toMatchObject({ outcome: "done", state: { desk_name: ["Bob"] } });
    expect(await sessionOf(saver).state()).toMatchObject({ desk_name: ["Ann"] });
  });

  test("has its default in a state store on the thread, and after an edit", async () => {
    const saver = await written();
    const session = openSession({ graph: deskGraph(One, saver, "Ann"), state: One, threadId: "t" });
    expect(await session.update({ desk_name: "Eve" }, { author: "user:bob" })).toMatchObject({ outcome: "saved" });
    expect(await session.state()).toMatchObject({ desk_name: "Eve", desk_typing: null });
    await session.fork({ threadId: "state_t" });
    const store = openStateStore({ state: One, sessionId: "t", checkpointer: saver });
    expect(await store.getState()).toMatchObject({ desk_name: "Eve", desk_typing: null });
  });
});
