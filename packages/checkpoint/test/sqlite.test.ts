import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { strictSerializer } from "../src/index.ts";
import { sqliteSaver } from "../src/sqlite.ts";
import { all, count, long, put, thread, values } from "./sqlite/written.ts";

const keptIn = (state: unknown): unknown => (state instanceof Object && "kept" in state ? state.kept : null);

test("an option that does not exist is refused: a misspelled file would store threads in memory", () => {
  // @ts-expect-error -- the option is misspelled
  expect(() => sqliteSaver({ path: "threads.db" })).toThrow('"path" is not an option. The options are: file,');
});

describe("values", () => {
  test("are stored once: by identity, by content, in another thread, after a reopening", async () => {
    const saver = sqliteSaver();
    const first = await put(saver, "a", { list: [long("x"), long("y")] });
    await put(saver, "a", { list: [long("x"), long("y"), long("z")], copy: { deep: { text: long("x") } } }, first);
    await put(sqliteSaver({ database: saver.database }), "b", { other: [long("z")] });
    expect(count(saver, "tidemark_values")).toBe(3);
  });

  test("that were changed in place are stored as they are now", async () => {
    const saver = sqliteSaver();
    const state = {
      entries: [
        { text: long("a"), done: false },
        { text: long("b"), done: false },
      ],
    };
    const first = await put(saver, "a", { state });
    const [entry] = state.entries;
    if (entry !== undefined) entry.done = true;
    state.entries.push({ text: long("c"), done: false });
    const second = await put(saver, "a", { state }, first);
    const cold = sqliteSaver({ database: saver.database });
    expect(await values(cold, "a", second)).toEqual({ state });
    expect(await values(cold, "a", first)).toEqual({
      state: {
        entries: [
          { text: long("a"), done: false },
          { text: long("b"), done: false },
        ],
      },
    });
  });

  test("that a reader changes in place are read again as they were stored", async () => {
    const saver = sqliteSaver();
    await put(saver, "a", { state: { list: [1, 2], text: long("a") } });
    const read = await values(saver, "a");
    Object.assign(Object(read?.["state"]), { list: "gone" });
    expect(await values(saver, "a")).toEqual({ state: { list: [1, 2], text: long("a") } });
  });

  test("come back the same from every history of changes", async () => {
    const key = fc.constantFrom("a", "b", "c", "__proto__", "1", "lc");
    const leaf = fc.constantFrom<unknown>(
      1,
      null,
      "s",
      undefined,
      NaN,
      long("p"),
      long("q"),
      { small: true },
      new Date(3),
      new Set([long("r")]),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        leaf,
        fc.array(tie("any"), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie("any")), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
      ),
    })).any;
    const history = fc.array(
      fc.record({
        from: fc.nat(),
        values: fc.dictionary(fc.constantFrom("x", "y", "z"), value, { noNullPrototype: true }),
        reopen: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        let saver = sqliteSaver();
        const stored: { id: string; values: Record<string, unknown> }[] = [];
        for (const each of steps) {
          const parent = stored.length === 0 ? undefined : stored[each.from % stored.length];
          const next = { ...parent?.values, ...each.values };
          stored.push({ id: await put(saver, "t", next, parent?.id), values: next });
          if (each.reopen) saver = sqliteSaver({ database: saver.database });
        }
        for (const reader of [saver, sqliteSaver({ database: saver.database })]) {
          for (const each of stored) assert.deepStrictEqual(await values(reader, "t", each.id), each.values);
          const listed = await all(reader, "t");
          assert.deepStrictEqual(
            listed.map((tuple) => tuple.checkpoint.channel_values),
            stored.toReversed().map((each) => each.values),
          );
        }
        saver.database.close();
      }),
    );
  });

  test("of a history are made once: what two checkpoints have in common is one object", async () => {
    const saver = sqliteSaver();
    const state = { kept: { text: long("k"), list: [long("a")] }, log: [long("b")] };
    const first = await put(saver, "t", { state });
    const second = await put(saver, "t", { state: { ...state, log: [long("b"), long("c")] } }, first);
    await put(saver, "t", { state: { ...state, log: [long("b")], more: true } }, second);
    const listed = await all(sqliteSaver({ database: saver.database }), "t");
    const states = listed.map(({ checkpoint }) => checkpoint.channel_values["state"]);
    expect(states).toEqual([{ ...state, more: true }, { ...state, log: [long("b"), long("c")] }, state]);
    expect(new Set(states.map(keptIn)).size).toBe(1);
    expect(new Set(listed.map(({ checkpoint }) => checkpoint.channel_values)).size).toBe(3);
  });

  test("that cannot be stored are refused with their path, and leave nothing behind", async () => {
    const saver = sqliteSaver();
    const good = await put(saver, "a", { x: 1 });
    const rows = ["tidemark_values", "tidemark_documents", "checkpoints"].map((table) => count(saver, table));
    await expect(put(saver, "a", { text: long("new"), tools: [{ run: () => 1 }] }, good)).rejects.toThrow(
      /"tools\[0\]\.run" holds the function/,
    );
    await expect(put(saver, "a", { rows: new (class Rows extends Array {})() }, good)).rejects.toThrow(/of Rows/);
    expect(["tidemark_values", "tidemark_documents", "checkpoints"].map((table) => count(saver, table))).toEqual(rows);
    expect(await values(saver, "a")).toEqual({ x: 1 });
  });
});

describe("threads", () => {
  test("have ids without a meaning", async () => {
    const saver = sqliteSaver();
    const ids = [
      "__proto__",
      "'; DROP TABLE checkpoints; --",
      "%",

      "constructor",
      "\u0001",
    ];
    // Halves of characters, which a database would take for each other, and for what it puts in their place.
    for (const id of [...ids, "\ud800", "\udfff", "\ufffd", '\u0001"\\ud800"']) {
      const parent = await put(saver, id, { id }, undefined);
      await saver.putWrites(thread(id, parent), [[id, id]], id);
      await put(saver, id, { id, more: 1 }, parent);
    }
    const cold = sqliteSaver({ database: saver.database });
    for (const id of [...ids, "\ud800", "\udfff", "\ufffd", '\u0001"\\ud800"']) {
      const [newest, first] = await all(cold, id);
      expect(newest?.config.configurable?.["thread_id"]).toBe(id);
      expect(newest?.checkpoint.channel_values).toEqual({ id, more: 1 });
      expect(first?.pendingWrites).toEqual([[id, id, id]]);
      expect((await cold.exportThread(id)).threadId).toBe(id);
      expect(await cold.prune(id, { keepLast: 1 })).toBe(1);
      await cold.copyThread(id, `copy of ${id}`);
      await cold.expireThread(id, "2030-01-01T00:00:00Z");
      expect(await cold.removeExpired("2031-01-01T00:00:00Z")).toEqual([id]);
      expect(await values(cold, `copy of ${id}`)).toEqual({ id, more: 1 });
    }
    expect(count(saver, "checkpoints")).toBe(ids.length + 4);
  });

  test("leave nothing behind when they are deleted, and take nothing with them", async () => {
    const saver = sqliteSaver();
    const first = await put(saver, "a", { list: [long("x"), long("y")] });
    await put(saver, "a", { list: [long("x"), long("z")] }, first);
    await saver.putWrites(thread("a", first), [["list", [long("w")]]], "task");
    await put(saver, "b", { list: [long("x")] });
    await saver.deleteThread("a");
    expect(await values(saver, "b")).toEqual({ list: [long("x")] });
    expect([
      count(saver, "tidemark_values"),
      count(saver, "tidemark_documents"),
      count(saver, "tidemark_writes"),
    ]).toEqual([1, 1, 0]);
    await saver.deleteThread("b");
    for (const table of ["tidemark_values", "tidemark_documents", "tidemark_uses", "checkpoints"])
      expect(count(saver, table)).toBe(0);
  });

  test("are copied without a value, and live on without each other", async () => {
    const saver = sqliteSaver();
    const first = await put(saver, "a", { list: [long("x")] });
    const second = await put(saver, "a", { list: [long("x"), long("y")] }, first);
    await saver.putWrites(thread("a", second), [["list", long("w")]], "task");
    const before = count(saver, "tidemark_values");
    await saver.copyThread("a", "b");
    expect(count(saver, "tidemark_values")).toBe(before);
    const tuples = (await all(saver, "a")).map(({ checkpoint, pendingWrites, metadata }) => ({
      checkpoint,
      pendingWrites,
      metadata,
    }));
    await saver.deleteThread("a");
    expect(
      (await all(saver, "b")).map(({ checkpoint, pendingWrites, metadata }) => ({
        checkpoint,
        pendingWrites,
        metadata,
      })),
    ).toEqual(tuples);
    await expect(saver.copyThread("nobody", "c")).rejects.toThrow(/"nobody" does not exist/);
    await put(saver, "c", {});
    await expect(saver.copyThread("b", "c")).rejects.toThrow(/exists already/);
  });

  test("say what they take up", async () => {
    const saver = sqliteSaver();
    await put(saver, "a", { list: [long("x")], n: 1 });
    expect(await saver.stats("a")).toMatchObject({ checkpoints: 1, values: 1, channels: { list: 604, n: 1 } });
    expect(await saver.stats("nobody")).toEqual({
      checkpoints: 0,
      values: 0,
      valueBytes: 0,
      documentBytes: 0,
      channels: {},
      turns: [],
    });
  });

  test("say how they grow from turn to turn", async () => {
    const saver = sqliteSaver();
    const app = graph(saver);
    await app.invoke({ name: long("x") }, thread("a"));
    await app.invoke(new Command({ resume: long("ann") }), thread("a"));
    await app.invoke({ name: long("y") }, thread("a"));
    const { turns, valueBytes, documentBytes } = await saver.stats("a");
    expect(turns).toHaveLength(2);
    expect(turns.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(valueBytes + documentBytes);
    const inputs = (await all(saver, "a")).filter(({ metadata }) => metadata?.source === "input");
    expect(turns.map(({ checkpointId }) => checkpointId)).toEqual(
      inputs.map(({ checkpoint }) => checkpoint.id).toReversed(),
    );
  });

  test("go when their time has come, unless they wait for an answer or their time was removed", async () => {
    const saver = sqliteSaver();
    for (const id of ["gone", "later", "kept for ever", "kept"]) await put(saver, id, { text: long(id) });
    await graph(saver).invoke({ name: "x" }, thread("waits"));
    for (const id of ["gone", "kept for ever", "waits"]) await saver.expireThread(id, "2026-01-01T00:00:00Z");
    await saver.expireThread("later", "2026-01-03T00:00:00Z");
    await saver.expireThread("kept for ever", null);
    expect(await saver.removeExpired("2026-01-02T00:00:00.000Z")).toEqual(["gone"]);
    expect(await values(saver, "gone")).toBeUndefined();
    expect(await saver.removeExpired("2026-01-02T00:00:00Z", { waiting: "remove" })).toEqual(["waits"]);
    expect(await saver.removeExpired("2026-01-02T00:00:00Z")).toEqual([]);
    await saver.deleteThread("later");
    await put(saver, "later", {});
    expect(await saver.removeExpired("2027-01-01T00:00:00Z")).toEqual([]);
    await expect(saver.expireThread("nobody", "2026-01-01T00:00:00Z")).rejects.toThrow(/"nobody" does not exist/);
    await expect(saver.expireThread("kept", "tomorrow")).rejects.toThrow(/is not an instant/);
  });
});

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (current, update) => [...current, ...update], default: () => [] }),
  name: Annotation<string>,
});

const graph = (saver: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("one", () => ({ log: ["one"] }))
    .addNode("ask", () => ({ log: [String(interrupt("name?"))] }))
    .addEdge(START, "one")
    .addEdge("one", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: saver });

const seen = async (saver: BaseCheckpointSaver) => {
  const app = graph(saver);
  await app.invoke({ name: "x" }, thread("a"));
  await app.updateState(thread("a"), { log: ["edit"] });
  await app.invoke(new Command({ resume: "ann" }), thread("a"));
  await app.invoke({ name: "y" }, thread("a"));
  const history = [];
  for await (const each of app.getStateHistory(thread("a"))) {
    const snapshot: { readonly values: unknown } = each;
    history.push({
      values: snapshot.values,
      next: each.next,
      source: each.metadata?.source,
      step: each.metadata?.step,
      tasks: each.tasks.map(({ name, interrupts }) => [name, interrupts.length]),
    });
  }
  return history;
};

describe("a graph", () => {
  test("waits at an interrupt across a reopening, and resumes", async () => {
    const saver = sqliteSaver();
    await graph(saver).invoke({ name: "x" }, thread("a"));
    const other = graph(sqliteSaver({ database: saver.database }));
    expect((await other.getState(thread("a"))).tasks[0]?.interrupts[0]?.value).toBe("name?");
    expect(await other.invoke(new Command({ resume: "ann" }), thread("a"))).toEqual({ log: ["one", "ann"], name: "x" });
  });

  test("that goes on from an older checkpoint shares nothing with the branch it left", async () => {
    const saver = sqliteSaver();
    const app = new StateGraph(State)
      .addNode("echo", ({ name }) => ({ log: [name] }))
      .addEdge(START, "echo")
      .addEdge("echo", END)
      .compile({ checkpointer: saver });
    await app.invoke({ name: "first" }, thread("a"));
    const [fork] = await all(saver, "a");
    assert.ok(fork !== undefined);
    await app.invoke({ name: "left" }, thread("a"));
    const [left] = await all(saver, "a");
    await app.invoke({ name: "right" }, fork.config);
    const cold = sqliteSaver({ database: saver.database });
    const right = await cold.getTuple(thread("a"));
    expect(right?.checkpoint.channel_values["log"]).toEqual(["first", "right"]);
    expect((await values(cold, "a", left?.checkpoint.id))?.["log"]).toEqual(["first", "left"]);
    expect(right?.checkpoint.channel_versions["log"]).not.toBe(left?.checkpoint.channel_versions["log"]);
  });

  test("has the same history as with the stock saver in memory", async () => {
    expect(await seen(sqliteSaver())).toEqual(await seen(new MemorySaver(strictSerializer())));
  });
});
