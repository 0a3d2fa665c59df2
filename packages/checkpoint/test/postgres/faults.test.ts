import assert from "node:assert/strict";
import { inspect } from "node:util";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "@tidemark/checkpoint";
import type { PostgresPool } from "@tidemark/checkpoint/internal";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { all, at, long, openStore, put, reason, type TestStore, values } from "@tidemark/test-fixtures/stores";
import { waste } from "./waste.ts";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

const isOutage = (error: unknown): boolean =>
  checkpointErrors.connectionLost.is(error) || checkpointErrors.unavailable.is(error);

/** When the connection of a statement breaks: before the server has it, or when it was done and no answer was sent. */
type Moment = "before" | "after";

/** A pool whose connection breaks at the statement that is pointed at; only those that write count. */
function breaking(moment: Moment): PostgresPool & { breakAt(statement: number): void; readonly writes: number } {
  let left = Infinity;
  let writes = 0;
  return {
    get writes() {
      return writes;
    },
    breakAt(statement) {
      left = statement;
    },
    connect: () => store.pool.connect(),
    on: () => {},
    async query(text, parameters) {
      if (!text.includes("tidemark_store")) return store.pool.query(text, parameters);
      writes += 1;
      left -= 1;
      if (left !== 0) return store.pool.query(text, parameters);
      const client = await store.pool.connect();
      client.on("error", () => {});
      if (moment === "after") await client.query(text, parameters);
      const broken = client.query("SELECT pg_terminate_backend(pg_backend_pid())");
      return broken.finally(() => client.release(true));
    },
  };
}

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (current, update) => [...current, ...update], default: () => [] }),
});

const three = (checkpointer: BaseCheckpointSaver, ran: string[]) => {
  const node = (name: string) => () => {
    ran.push(name);
    return { log: [long(name)] };
  };
  return new StateGraph(State)
    .addNode("a", node("a"))
    .addNode("b", node("b"))
    .addNode("c", node("c"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .addEdge("c", END)
    .compile({ checkpointer });
};

test.each(["before", "after"] as const)(
  "a connection that breaks %s any statement of a turn is a typed error, and the turn goes on without a step twice",
  async (moment) => {
    for (let statement = 1; ; statement += 1) {
      const { schema } = store.fresh();
      const pool = breaking(moment);
      const ran: string[] = [];
      pool.breakAt(statement);
      const app = three(postgresSaver(pool, { schema }), ran);
      const config = { ...at("t"), durability: "sync" as const };
      const error = await reason(app.invoke({ log: [long("in")] }, config));
      if (error === null) {
        // The input, the writes of the first nodes, and three steps.
        assert.equal(pool.writes, statement - 1);
        assert.ok(pool.writes <= 10);
        return;
      }
      assert.ok(checkpointErrors.connectionLost.is(error), inspect(error));
      const cold = postgresSaver(store.pool, { schema });
      const before = await cold.getTuple(at("t"));
      const again = before === undefined ? { log: [long("in")] } : null;
      const { log } = await three(cold, ran).invoke(again, config);
      expect(log).toEqual([long("in"), long("a"), long("b"), long("c")]);
      expect(await store.value(waste(schema))).toBe(0);
    }
  },
  120_000,
);

test("a connection that is cut while it removes leaves all or nothing", async () => {
  const { saver, schema } = store.fresh();
  let parent: string | undefined;
  for (let turn = 0; turn < 6; turn += 1)
    parent = await put(saver, "t", { list: [long("x"), long(`${turn}`)] }, parent);
  for (let statement = 3; ; statement += 1) {
    let left = statement;
    const pool: PostgresPool = {
      query: (text, parameters) => store.pool.query(text, parameters),
      on: () => {},
      async connect() {
        const client = await store.pool.connect();
        return {
          query: (text, parameters) => {
            left -= 1;
            return client.query(
              left === 0 ? "SELECT pg_terminate_backend(pg_backend_pid())" : text,
              left === 0 ? [] : parameters,
            );
          },
          on: (event, listener) => client.on(event, listener),
          removeListener: (event, listener) => client.removeListener(event, listener),
          release: (broken) => client.release(broken),
        };
      },
    };
    const error = await reason(postgresSaver(pool, { schema }).prune("t", { keepLast: 1 }));
    const tuples = await all(postgresSaver(store.pool, { schema }), "t");
    expect(await store.value(waste(schema))).toBe(0);
    if (error === null) {
      assert.equal(tuples.length, 1);
      return;
    }
    assert.ok(checkpointErrors.connectionLost.is(error), inspect(error));
    expect(tuples).toHaveLength(6);
  }
});

test("a server that restarts in the middle costs typed errors, loses nothing that was acknowledged, and serves again", async () => {
  const { saver, schema } = store.fresh();
  const acknowledged: [string, number][] = [];
  const failures: unknown[] = [];
  let parent: string | undefined = await put(saver, "t", { list: [], n: 0 });
  let restarted: Promise<void> | null = null;
  for (let n = 1; n <= 300 && acknowledged.length < 120; n += 1) {
    if (acknowledged.length === 40) restarted ??= store.postgres.restart();
    try {
      const id: string = await put(
        saver,
        "t",
        { list: Array.from({ length: n % 20 }, (_, at_) => long(`${at_}`)), n },
        parent,
      );
      acknowledged.push([id, n]);
      parent = id;
    } catch (error) {
      failures.push(error);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  await restarted;
  expect(acknowledged.length).toBeGreaterThanOrEqual(120);
  expect(failures.length).toBeGreaterThan(0);
  for (const error of failures) assert.ok(isOutage(error), inspect(error));
  const cold = postgresSaver(store.pool, { schema });
  const stored = new Map(
    (await all(cold, "t")).map(({ checkpoint }) => [checkpoint.id, checkpoint.channel_values["n"]]),
  );
  for (const [id, n] of acknowledged) expect(stored.get(id)).toBe(n);
  expect(await store.value(waste(schema))).toBe(0);
});

test("a database that is not there is said to be unavailable, by reads and writes, and is used when it comes", async () => {
  const pool = new pg.Pool({ connectionString: "postgres://postgres@127.0.0.1:1/none" });
  const saver = postgresSaver(pool);
  for (const act of [
    () => saver.getTuple(at("t")),
    () => put(saver, "t", {}),
    () => saver.prune("t", { keepLast: 1 }),
  ]) {
    const error = await reason(act());
    assert.ok(checkpointErrors.unavailable.is(error), inspect(error));
  }
  await pool.end();
});

test("a statement that the database refuses leaves nothing behind, and the next one is stored", async () => {
  const { saver, schema } = store.fresh();
  const first = await put(saver, "t", { list: [long("x")] });
  await store.pool.query(
    `ALTER TABLE ${schema}.tidemark_checkpoints ADD CONSTRAINT narrow CHECK (length(described) < 10) NOT VALID`,
  );
  const error = await reason(put(saver, "t", { list: [long("x"), long("y")] }, first));
  expect(error).toBeInstanceOf(Error);
  expect(await store.value(`SELECT count(*)::int FROM ${schema}.tidemark_values`)).toBe(1);
  await store.pool.query(`ALTER TABLE ${schema}.tidemark_checkpoints DROP CONSTRAINT narrow`);
  const second = await put(saver, "t", { list: [long("x"), long("y")] }, first);
  expect(await values(postgresSaver(store.pool, { schema }), "t", second)).toEqual({ list: [long("x"), long("y")] });
  expect(await store.value(waste(schema))).toBe(0);
});
