import assert from "node:assert/strict";
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { type BaseCheckpointSaver, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { checkpointErrors, importThreads, strictSerializer } from "@tidemark/checkpoint";
import { postgresLocks, postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { stateManagerErrors } from "@tidemark/state-manager";
import { fencedSaver } from "@tidemark/state-manager/internal/langgraph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, at, long, openStore, put, reason, type TestStore, values } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

describe("values", () => {
  test("are stored once, found by identity, by content, in another thread and in another process", async () => {
    const { saver, schema } = store.fresh();
    const first = await put(saver, "a", { list: [long("x"), long("y")] });
    await put(saver, "a", { list: [long("x"), long("y"), long("z")], copy: { deep: { text: long("x") } } }, first);
    await put(postgresSaver(store.pool, { schema }), "b", { other: [long("z")] });
    expect(await store.count(schema, "tidemark_values")).toBe(3);
  });

  test("are stored as they were when they were passed, even if LangGraph changes them later", async () => {
    const { saver, schema } = store.fresh();
    const state = { entries: [{ text: long("a"), done: false }], small: [1] };
    const writing = put(saver, "a", { state });
    state.small.push(2);
    Object.assign(state.entries[0] ?? {}, { done: true, text: long("b") });
    const first = await writing;
    const second = await put(saver, "a", { state }, first);
    const cold = postgresSaver(store.pool, { schema });
    expect(await values(cold, "a", first)).toEqual({
      state: { entries: [{ text: long("a"), done: false }], small: [1] },
    });
    expect(await values(cold, "a", second)).toEqual({ state });
    expect(await values(saver, "a", second)).toEqual({ state });
  });

  test("that a reader changes in place are read again as they were stored", async () => {
    const { saver } = store.fresh();
    await put(saver, "a", { state: { list: [1, 2], text: long("a") } });
    const read = await values(saver, "a");
    Object.assign(Object(read?.["state"]), { list: "gone" });
    expect(await values(saver, "a")).toEqual({ state: { list: [1, 2], text: long("a") } });
  });

  test("that cannot be stored are refused with their path, and leave nothing behind", async () => {
    const { saver, schema } = store.fresh();
    const good = await put(saver, "a", { x: 1 });
    const bad = put(saver, "a", { text: long("new"), tools: [{ run: () => 1 }] }, good);
    await expect(bad).rejects.toThrow(/"tools\[0\]\.run" holds the function/);
    expect([await store.count(schema, "tidemark_values"), await store.count(schema, "tidemark_checkpoints")]).toEqual([
      0, 1,
    ]);
    const next = await put(saver, "a", { text: long("new") }, good);
    expect(await values(postgresSaver(store.pool, { schema }), "a", next)).toEqual({ text: long("new") });
  });

  test("that another process has removed are stored again, not referenced", async () => {
    const { saver, schema } = store.fresh();
    const other = postgresSaver(store.pool, { schema });
    const list = [long("x"), { text: long("y"), at: new Date(3) }, new Set([long("z")])];
    const first = await put(saver, "a", { list });
    await other.deleteThread("a");
    await put(saver, "b", { list });
    await put(saver, "a", { list }, first);
    const cold = postgresSaver(store.pool, { schema });
    expect([await values(cold, "a"), await values(cold, "b")]).toEqual([{ list }, { list }]);
    expect(await store.count(schema, "tidemark_values")).toBe(3);
  });
});

describe("threads", () => {
  test("have ids without a meaning", async () => {
    const { saver, schema } = store.fresh();
    const ids = ["__proto__", "'; DROP TABLE checkpoints; --", "%", "\u0001", "\ud800", "constructor", "$1", "é"];
    for (const id of ids) await put(saver, id, { id });
    const cold = postgresSaver(store.pool, { schema });
    for (const id of ids) expect(await values(cold, id)).toEqual({ id });
    const listed: unknown[] = [];
    for await (const { config } of cold.list({ configurable: {} })) listed.push(config.configurable?.["thread_id"]);
    expect(listed).toEqual(ids.toReversed());
    await saver.deleteThread("%");
    expect(await store.count(schema, "tidemark_checkpoints")).toBe(ids.length - 1);
  });

  test("keep the parent of a checkpoint that LangGraph puts again, also as its own parent", async () => {
    const { saver, schema } = store.fresh();
    const first = await put(saver, "a", { x: 1 });
    const second = await put(saver, "a", { x: 2 }, first);
    const again = await saver.getTuple(at("a", second));
    assert.ok(again?.metadata !== undefined);
    await saver.put(again.config, again.checkpoint, again.metadata, {});
    const cold = postgresSaver(store.pool, { schema });
    expect((await cold.getTuple(at("a", second)))?.parentConfig).toEqual(at("a", first));
    expect(await cold.getDeltaChannelHistory({ config: at("a", second), channels: ["nothing"] })).toHaveProperty(
      "nothing",
    );
  });

  test("leave nothing behind when they are deleted, and take nothing with them", async () => {
    const { saver, schema } = store.fresh();
    const first = await put(saver, "a", { list: [long("x"), long("y")] });
    await put(saver, "a", { list: [long("x"), long("z")] }, first);
    await saver.putWrites(at("a", first), [["list", [long("w")]]], "task");
    await put(saver, "b", { list: [long("x")] });
    await saver.deleteThread("a");
    expect(await values(saver, "b")).toEqual({ list: [long("x")] });
    const left = ["tidemark_values", "tidemark_checkpoints", "tidemark_writes"].map((table) =>
      store.count(schema, table),
    );
    expect(await Promise.all(left)).toEqual([1, 1, 0]);
  });
});

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (current, update) => [...current, ...update], default: () => [] }),
  name: Annotation<string>,
});

const asking = (saver: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("one", () => ({ log: ["one"] }))
    .addNode("ask", () => ({ log: [String(interrupt("name?"))] }))
    .addEdge(START, "one")
    .addEdge("one", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: saver });

describe("a graph", () => {
  test("waits at an interrupt, and another process resumes it", async () => {
    const { saver, schema } = store.fresh();
    await asking(saver).invoke({ name: "x" }, at("a"));
    const other = asking(postgresSaver(store.pool, { schema }));
    expect((await other.getState(at("a"))).tasks[0]?.interrupts[0]?.value).toBe("name?");
    expect(await other.invoke(new Command({ resume: "ann" }), at("a"))).toEqual({ log: ["one", "ann"], name: "x" });
  });

  test("that goes on from an older checkpoint shares nothing with the branch it left", async () => {
    const { saver, schema } = store.fresh();
    const app = new StateGraph(State)
      .addNode("echo", ({ name }) => ({ log: [name] }))
      .addEdge(START, "echo")
      .addEdge("echo", END)
      .compile({ checkpointer: saver });
    await app.invoke({ name: "first" }, at("a"));
    const [fork] = await all(saver, "a");
    assert.ok(fork !== undefined);
    await app.invoke({ name: "left" }, at("a"));
    const [left] = await all(saver, "a");
    await app.invoke({ name: "right" }, fork.config);
    const cold = postgresSaver(store.pool, { schema });
    const right = await cold.getTuple(at("a"));
    expect(right?.checkpoint.channel_values["log"]).toEqual(["first", "right"]);
    expect((await values(cold, "a", left?.checkpoint.id))?.["log"]).toEqual(["first", "left"]);
    expect(right?.checkpoint.channel_versions["log"]).not.toBe(left?.checkpoint.channel_versions["log"]);
  });

  test("whose process ended between a checkpoint and what tasks sent runs only the tasks whose writes are missing", async () => {
    const { saver, schema } = store.fresh();
    const ran: string[] = [];
    const node = (name: string) => () => {
      ran.push(name);
      return { log: [name] };
    };
    const app = (checkpointer: BaseCheckpointSaver) =>
      new StateGraph(State)
        .addNode("left", node("left"))
        .addNode("right", node("right"))
        .addEdge(START, "left")
        .addEdge(START, "right")
        .addEdge("left", END)
        .addEdge("right", END)
        .compile({ checkpointer });
    await app(saver).invoke({ name: "x" }, { ...at("a"), durability: "sync" });
    // As after a crash: the last checkpoint and the writes of one task never arrived.
    await store.pool.query(
      `DELETE FROM ${schema}.tidemark_checkpoints WHERE id = (SELECT max(id) FROM ${schema}.tidemark_checkpoints);
       DELETE FROM ${schema}.tidemark_writes WHERE seq = (SELECT max(seq) FROM ${schema}.tidemark_writes)`,
    );
    ran.length = 0;
    const resumed = await app(postgresSaver(store.pool, { schema })).invoke(null, at("a"));
    expect(resumed.log.toSorted()).toEqual(["left", "right"]);
    expect(ran).toHaveLength(1);
  });
});

describe("a thread", () => {
  test("moves between both savers as one document, and comes back as it was", async () => {
    const [{ saver }, sqlite, { saver: third }] = [store.fresh(), sqliteSaver(), store.fresh()];
    await asking(sqlite).invoke({ name: long("x") }, at("a"));
    await saver.importThread(JSON.parse(JSON.stringify(await sqlite.exportThread("a"))), { threadId: "b" });
    await asking(saver).invoke(new Command({ resume: long("ann") }), at("b"));
    await sqlite.importThread(JSON.parse(JSON.stringify(await saver.exportThread("b"))), { threadId: "a again" });
    await third.importThread(JSON.parse(JSON.stringify(await sqlite.exportThread("a again"))), { threadId: "b" });
    expect(await all(third, "b")).toEqual(await all(saver, "b"));
    expect((await all(third, "b"))[0]?.checkpoint.channel_values["log"]).toEqual(["one", long("ann")]);
    await expect(third.importThread(await saver.exportThread("b"))).rejects.toThrow(/exists already/);
  });

  test("is brought over from a stock saver with its whole history", async () => {
    const [{ saver, schema }, stock] = [store.fresh(), new MemorySaver(strictSerializer())];
    await asking(stock).invoke({ name: "x" }, at("a"));
    await asking(stock).invoke(new Command({ resume: "ann" }), at("a"));
    expect(await importThreads(stock, saver)).toEqual({ imported: ["a"], skipped: [] });
    const cold = postgresSaver(store.pool, { schema });
    expect((await all(cold, "a")).map(({ checkpoint }) => checkpoint.id)).toEqual(
      (await all(stock, "a")).map(({ checkpoint }) => checkpoint.id),
    );
    expect((await asking(cold).getState(at("a"))).values).toEqual({ log: ["one", "ann"], name: "x" });
  });
});

describe("two writers", () => {
  test("on one thread, at the same time, each get what they wrote and nothing of the other", async () => {
    const { saver, schema } = store.fresh();
    const other = postgresSaver(store.pool, { schema });
    const root = await put(saver, "t", { list: [long("root")] });
    const branch = async (writer: BaseCheckpointSaver, name: string) => {
      const written: [string, unknown][] = [];
      let parent = root;
      const list = [long("root")];
      for (let turn = 0; turn < 12; turn += 1) {
        list.push(long(name), `${long(name)}${turn}`);
        await writer.putWrites(at("t", parent), [["list", [long(name)]]], `task-${name}`);
        parent = await put(writer, "t", { list: [...list], by: name }, parent);
        written.push([parent, { list: [...list], by: name }]);
      }
      return written;
    };
    const written = (await Promise.all([branch(saver, "a"), branch(other, "b")])).flat();
    const cold = postgresSaver(store.pool, { schema });
    for (const [id, expected] of written) expect(await values(cold, "t", id)).toEqual(expected);
    // The root, 24 texts of either, and those that are the same for all.
    expect(await store.count(schema, "tidemark_values")).toBe(27);
  });

  test("go on while threads that share their values are pruned, copied and deleted beside them", async () => {
    const { saver, schema } = store.fresh();
    const shared = Array.from({ length: 6 }, (_, index) => long(`s${index}`));
    const write = async (threadId: string) => {
      const writer = postgresSaver(store.pool, { schema });
      let parent: string | undefined;
      for (let turn = 0; turn < 15; turn += 1) {
        const list = shared.slice(turn % 3, 3 + (turn % 4));
        parent = await put(writer, threadId, { list, turn }, parent);
        if (turn % 5 === 4) await writer.prune(threadId, { keepLast: 2 });
      }
    };
    const remove = async (threadId: string) => {
      for (let turn = 0; turn < 8; turn += 1) {
        await put(saver, threadId, { list: shared });
        await saver.copyThread(threadId, `${threadId}-copy`);
        await saver.deleteThread(threadId);
        await saver.deleteThread(`${threadId}-copy`);
        if (turn % 4 === 0) await saver.vacuum();
      }
    };
    await Promise.all([write("a"), write("b"), remove("c"), write("d"), remove("e")]);
    const cold = postgresSaver(store.pool, { schema });
    for (const threadId of ["a", "b", "d"]) {
      const tuples = await all(cold, threadId);
      expect(tuples[0]?.checkpoint.channel_values).toEqual({ list: shared.slice(2, 5), turn: 14 });
    }
    for (const threadId of ["a", "b", "d"]) await cold.deleteThread(threadId);
    for (const table of ["tidemark_values", "tidemark_checkpoints", "tidemark_writes", "tidemark_threads"])
      expect(await store.count(schema, table)).toBe(0);
  });

  test("are distinguished by their leases: a late write is refused in the transaction that would store it", async () => {
    const { saver, schema } = store.fresh();
    await saver.setup();
    const locks = postgresLocks(store.pool, { schema, leaseMilliseconds: 60_000 });
    const held = await locks.acquire("a");
    assert.ok(held.outcome === "acquired");
    // Asked just before, the lease was still there: only the statement itself can tell.
    const late = fencedSaver(saver, { ...held.lease, holds: () => Promise.resolve(true) });
    const place = at("a");
    const metadata = { source: "loop", step: 0, parents: {} } as const;
    const { configurable = {} } = await late.put(place, { ...emptyCheckpoint(), id: "good" }, metadata, {});
    await late.putWrites({ configurable }, [["x", 1]], "early");
    await store.pool.query(`UPDATE ${schema}.tidemark_leases SET token = token + 1`);
    await late.putWrites({ configurable }, [["x", 2]], "late");
    const own = { configurable: { ...configurable, tidemark_fence: held.lease.token } };
    expect(checkpointErrors.fenced.is(await reason(saver.putWrites(own, [["x", 3]], "late")))).toBe(true);
    const refused = await reason(late.put(place, { ...emptyCheckpoint(), id: "late" }, metadata, {}));
    expect(stateManagerErrors.fenced.is(refused)).toBe(true);
    const [only, ...others] = await all(postgresSaver(store.pool, { schema }), "a");
    expect([only?.checkpoint.id, only?.pendingWrites, others]).toEqual(["good", [["early", "x", 1]], []]);
    await held.lease.release();
  });

  test("copies are written under no lease", async () => {
    const { saver, schema } = store.fresh();
    await saver.setup();
    const held = await postgresLocks(store.pool, { schema }).acquire("a");
    assert.ok(held.outcome === "acquired");
    const metadata = { source: "loop", step: 0, parents: {} } as const;
    await fencedSaver(saver, held.lease).put(at("a"), emptyCheckpoint(), metadata, {});
    await saver.copyThread("a", "b");
    expect((await saver.getTuple(at("b")))?.metadata).toEqual(metadata);
    await held.lease.release();
  });
});

describe("the tables", () => {
  test("are created once by concurrent callers", async () => {
    const { schema } = store.fresh();
    const savers = Array.from({ length: 6 }, () => postgresSaver(store.pool, { schema }));
    await Promise.all(savers.map((saver, index) => put(saver, `t${index}`, { index })));
    expect(await store.count(schema, "tidemark_checkpoints")).toBe(6);
    expect(await store.value(`SELECT value FROM ${schema}.tidemark_schema`)).toBe("1");
  });

  test("are not made beside those of another saver, nor touched when they are of the future", async () => {
    const { saver, schema } = store.fresh();
    await store.pool.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.checkpoints (thread_id text)`);
    await expect(saver.setup()).rejects.toThrow(/"checkpoints" of another saver/);
    const { saver: second, schema: future } = store.fresh();
    await second.setup();
    await store.pool.query(`UPDATE ${future}.tidemark_schema SET value = 9`);
    await expect(postgresSaver(store.pool, { schema: future }).setup()).rejects.toThrow(/schema 9/);
  });

  test("are in a schema whose name is quoted", async () => {
    const schema = `it's "odd"; --`;
    const saver = postgresSaver(store.pool, { schema });
    const first = await put(saver, "a", { list: [long("x")] });
    await put(saver, "a", { list: [long("x"), long("y")] }, first);
    expect(await saver.prune("a", { keepLast: 1 })).toBe(1);
    await saver.vacuum();
    expect(await values(postgresSaver(store.pool, { schema }), "a")).toEqual({ list: [long("x"), long("y")] });
    expect(await saver.stats("a")).toMatchObject({ checkpoints: 1, values: 2 });
  });
});
