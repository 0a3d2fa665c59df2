// Records that more than one checkpoint shows or depends on, in Postgres.
import assert from "node:assert/strict";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, at, long, openStore, put, type TestStore, values } from "@tidemark/test-fixtures/stores";
import { waste } from "./waste.ts";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

describe("a copy", () => {
  const texts = ["a", "b", "c", "d", "e", "f"].map(long);

  /** A thread "a" that gets longer, its copy "b", and the copy of that, "c". */
  async function copied() {
    const { saver, schema } = store.fresh();
    let parent: string | undefined;
    for (const [n] of texts.entries()) {
      parent = await put(saver, "a", { list: texts.slice(0, n + 1), n }, parent);
      await saver.putWrites(at("a", parent), [["list", long(`w${n}`)]], "task");
    }
    await saver.copyThread("a", "b");
    await saver.copyThread("b", "c");
    return { saver, schema, parent };
  }

  test("stores no value and no tree again, and is as long as what it was made of", async () => {
    const { saver, schema } = await copied();
    expect(await store.count(schema, "tidemark_checkpoints WHERE body IS NOT NULL")).toBe(6);
    expect(await store.count(schema, "tidemark_values")).toBe(12);
    const { turns, ...size } = await saver.stats("a");
    expect(await saver.stats("c")).toEqual({ ...size, turns });
    const tuples = await all(postgresSaver(store.pool, { schema }), "c");
    expect(tuples.map(({ checkpoint }) => checkpoint)).toEqual((await all(saver, "a")).map((each) => each.checkpoint));
  });

  test.each([
    ["is deleted", (saver: PostgresSaver) => saver.deleteThread("a")],
    ["is pruned", (saver: PostgresSaver) => saver.prune("a", { keepLast: 1 })],
    [
      "is deleted with the copy between",
      async (saver: PostgresSaver) => {
        await saver.deleteThread("b");
        await saver.deleteThread("a");
      },
    ],
    [
      "is pruned as the copy is, and deleted",
      async (saver: PostgresSaver) => {
        await saver.prune("b", { keepLast: 2 });
        await saver.prune("a", { keepLast: 3 });
        await saver.deleteThread("a");
        await saver.vacuum();
      },
    ],
  ])("stays as it was when what it was made of %s, and goes on", async (_, remove) => {
    const { saver, schema, parent } = await copied();
    const before = await all(saver, "c");
    await remove(saver);
    expect(await all(postgresSaver(store.pool, { schema }), "c")).toEqual(before);
    expect(await store.value(waste(schema))).toBe(0);
    const next = await put(saver, "c", { list: [...texts, long("new")], n: 9 }, parent);
    expect(await values(postgresSaver(store.pool, { schema }), "c", next)).toEqual({
      list: [...texts, long("new")],
      n: 9,
    });
    expect(await saver.prune("c", { keepLast: 1 })).toBe(6);
    expect(await values(postgresSaver(store.pool, { schema }), "c")).toEqual({ list: [...texts, long("new")], n: 9 });
    expect(await store.value(waste(schema))).toBe(0);
    for (const threadId of ["a", "b", "c"]) await saver.deleteThread(threadId);
    for (const table of ["tidemark_values", "tidemark_checkpoints", "tidemark_writes", "tidemark_threads"])
      expect(await store.count(schema, table)).toBe(0);
  });
});

describe("a checkpoint", () => {
  test("that is stored again takes the place of the old one, and what depends on that stays as it was", async () => {
    const { saver, schema } = store.fresh();
    const first = await put(saver, "a", { list: [long("x")] });
    const second = await put(saver, "a", { list: [long("x"), long("y")] }, first);
    const again = { ...emptyCheckpoint(), id: first, channel_values: { list: [long("z")] } };
    await saver.put(at("a"), again, { source: "fork", step: 0, parents: {} }, {});
    const cold = postgresSaver(store.pool, { schema });
    expect(await values(cold, "a", first)).toEqual({ list: [long("z")] });
    expect(await values(cold, "a", second)).toEqual({ list: [long("x"), long("y")] });
    await saver.put(at("a"), again, { source: "fork", step: 1, parents: {} }, {});
    expect(await all(cold, "a")).toHaveLength(2);
    expect(await store.value(waste(schema))).toBe(0);
    await saver.prune("a", { keepLast: 1 });
    expect(await values(postgresSaver(store.pool, { schema }), "a")).toEqual({ list: [long("x"), long("y")] });
    expect(await store.value(waste(schema))).toBe(0);
  });

  test("is found by ids of every kind, and listed in the order in which it was stored, whatever its id", async () => {
    const { saver, schema } = store.fresh();
    const uuid = uuid6(1);
    const ids = ["z", "A", "9", `${uuid} `, uuid, "1e", "0", "00000000-0000-0000-0000-000000000000", "\ud800", ""];
    for (const id of ids) {
      const checkpoint = { ...emptyCheckpoint(), id, channel_values: { id } };
      await saver.put(at("a"), checkpoint, { source: "loop", step: 0, parents: {} }, {});
    }
    const cold = postgresSaver(store.pool, { schema });
    for (const id of ids.slice(0, -1)) expect(await values(cold, "a", id)).toEqual({ id });
    const listed = (await all(cold, "a")).map(({ checkpoint }) => checkpoint.id);
    expect(listed).toEqual(ids.toReversed());
  });
});

describe("a thread", () => {
  test("is imported from a document whose trees are shared, stood on by nothing but others, or stood on by what a task sent", async () => {
    const { saver, schema } = store.fresh();
    const first = await put(saver, "a", { list: [long("x")] });
    await put(saver, "a", { list: [long("x"), long("y")] }, first);
    await saver.putWrites(at("a", first), [["list", long("w")]], "task");
    const document = await saver.exportThread("a");
    const [oldest, newest] = document.checkpoints;
    const [sent] = document.writes;
    assert.ok(newest !== undefined && oldest !== undefined && sent !== undefined);
    const trees = [...document.trees, { base: sent.tree, tree: { p: { "1": { a: [["list"], [2]] } } } }];
    const checkpoints = [newest, { ...newest, id: "twin", parent: null }];
    const writes = [{ ...sent, id: "twin", tree: trees.length - 1 }];
    await saver.importThread({ ...document, trees, checkpoints, writes }, { threadId: "b" });
    const list = [long("x"), long("y")];
    const cold = postgresSaver(store.pool, { schema });
    expect((await all(cold, "b")).map(({ checkpoint }) => checkpoint.channel_values)).toEqual([{ list }, { list }]);
    expect((await cold.getTuple(at("b", "twin")))?.pendingWrites).toEqual([
      ["task", "list", long("w")],
      ["task", "list", 2],
    ]);
    expect(await store.value(waste(schema))).toBe(0);
    await saver.deleteThread("a");
    await saver.deleteThread("b");
    expect([await store.count(schema, "tidemark_checkpoints"), await store.count(schema, "tidemark_values")]).toEqual([
      0, 0,
    ]);
  });
});
