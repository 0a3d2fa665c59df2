import assert from "node:assert/strict";
import type { PostgresPool } from "@tidemark/checkpoint/internal";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, at, long, openStore, put, reason, type TestStore, values } from "@tidemark/test-fixtures/stores";
import { waste } from "./waste.ts";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

/** More than four slices can remove. */
const MANY = 1_100;

async function filled(): Promise<{ saver: PostgresSaver; schema: string; ids: readonly string[] }> {
  const { saver, schema } = store.fresh();
  const ids: string[] = [];
  for (let index = 0; index < MANY; index += 1)
    ids.push(await put(saver, "t", { index, text: long(String(index % 7)) }, ids.at(-1)));
  return { saver, schema, ids };
}

const inThread = async (schema: string): Promise<number> =>
  Number(
    await store.value(
      `SELECT count(*) FROM ${schema}.tidemark_checkpoints c JOIN ${schema}.tidemark_threads t ON t.id = c.thread WHERE t.thread_id = 't'`,
    ),
  );

/** Does something again and again until a promise is settled, and gives back what it has seen. */
async function seenUntil<Seen>(settled: Promise<unknown>, look: () => Promise<Seen>): Promise<ReadonlySet<Seen>> {
  const state = { isOver: false };
  const end = () => {
    state.isOver = true;
  };
  void settled.then(end, end);
  const seen = new Set<Seen>();
  while (!state.isOver) seen.add(await look());
  return seen;
}

/** Fails unless a thread is whole: what its checkpoints came after is there, and says what was written. */
async function requireWhole(schema: string, ids: readonly string[]): Promise<void> {
  const tuples = await all(postgresSaver(store.pool, { schema }), "t");
  const there = new Set<unknown>(tuples.map(({ checkpoint }) => checkpoint.id));
  for (const { checkpoint, parentConfig } of tuples) {
    const index = ids.indexOf(checkpoint.id);
    assert.deepEqual(checkpoint.channel_values, { index, text: long(String(index % 7)) });
    assert.ok(parentConfig === undefined || there.has(parentConfig.configurable?.["checkpoint_id"]));
  }
  expect(tuples[0]?.checkpoint.id).toBe(ids.at(-1));
}

describe("a prune of a long thread on Postgres", () => {
  test("lets others write between its transactions, to the thread as well", async () => {
    const { saver, schema, ids } = await filled();
    const other = postgresSaver(store.pool, { schema });
    const pruned = saver.prune("t", { keepLast: 3 });
    const seen = await seenUntil(pruned, async () => {
      await put(other, "other", { n: 1 });
      await other.putWrites(at("t", ids.at(-1)), [["index", 1]], "task");
      return inThread(schema);
    });
    expect(await pruned).toBe(MANY - 3);
    // How many of them are seen depends on the machine.
    expect([...seen].filter((count) => count < MANY && count > 3)).not.toEqual([]);
    await requireWhole(schema, ids);
    await other.deleteThread("other");
    expect(await store.value(waste(schema))).toBe(0);
  });

  test("spares what somebody has used meanwhile, with all that it came after", async () => {
    const { saver, schema, ids } = await filled();
    const other = postgresSaver(store.pool, { schema });
    const pruned = saver.prune("t", { keepLast: 3 });
    while ((await inThread(schema)) === MANY) await put(other, "other", {});
    const fork = await put(other, "t", { index: 7, text: "forked" }, ids[20]);
    await other.putWrites(at("t", ids[10]), [["index", 1]], "task");
    const removed = await pruned;
    const left = new Set((await all(other, "t")).map(({ checkpoint }) => checkpoint.id));
    expect(left).toEqual(new Set([...ids.slice(0, 21), ...ids.slice(-3), fork]));
    expect(removed).toBe(MANY - 21 - 3);
    expect(await values(other, "t", fork)).toEqual({ index: 7, text: "forked" });
    expect(await other.prune("t", { keepLast: 1 })).toBe(left.size - 1);
    await other.deleteThread("other");
    expect(await store.value(waste(schema))).toBe(0);
  });

  test.each(["prune", "delete"])(
    "that ends midway (%s) leaves a whole thread, and goes on when it is asked again",
    async (act) => {
      const { schema, ids } = await filled();
      let transactions = 0;
      const ending: PostgresPool = {
        query: (text, given) => store.pool.query(text, given),
        on: (event, listener) => store.pool.on(event, listener),
        connect: () => {
          transactions += 1;
          return transactions > 5 ? Promise.reject(new Error("ended")) : store.pool.connect();
        },
      };
      const saver = postgresSaver(ending, { schema });
      const ended = await reason(act === "prune" ? saver.prune("t", { keepLast: 3 }) : saver.deleteThread("t"));
      expect(ended).toMatchObject({ message: "ended" });
      expect(await inThread(schema)).toBeLessThan(MANY);
      expect(await inThread(schema)).toBeGreaterThan(3);
      await requireWhole(schema, ids);
      expect(await store.value(waste(schema))).toBe(0);
      const again = postgresSaver(store.pool, { schema });
      await (act === "prune" ? again.prune("t", { keepLast: 3 }) : again.deleteThread("t"));
      expect(await inThread(schema)).toBe(act === "prune" ? 3 : 0);
      expect(await store.value(waste(schema))).toBe(0);
    },
  );

  test("is one of two at the same time, with different policies", async () => {
    const { saver, schema, ids } = await filled();
    const other = postgresSaver(store.pool, { schema });
    await Promise.all([saver.prune("t", { keepLast: 300 }), other.prune("t", { keepLast: 2 })]);
    expect((await all(saver, "t")).map(({ checkpoint }) => checkpoint.id)).toEqual(ids.slice(-2).toReversed());
    expect(await store.value(waste(schema))).toBe(0);
  });

  test("and its expiry leave nothing", async () => {
    const { saver, schema } = await filled();
    await saver.expireThread("t", "2026-01-01T00:00:00Z");
    expect(await saver.removeExpired("2026-01-02T00:00:00Z")).toEqual(["t"]);
    for (const table of ["tidemark_checkpoints", "tidemark_values", "tidemark_writes", "tidemark_threads"])
      expect(await store.count(schema, table)).toBe(0);
  });
});
