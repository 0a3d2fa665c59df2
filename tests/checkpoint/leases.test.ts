import assert from "node:assert/strict";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "@tidemark/checkpoint";
import { postgresLocks, postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { stateManagerErrors } from "@tidemark/state-manager";
import { fencedSaver } from "@tidemark/state-manager/internal/langgraph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, at, openStore, put, reason, type TestStore } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

describe("the lease of a thread that is removed", () => {
  const metadata = { source: "loop", step: 0, parents: {} } as const;

  test("goes with it and lets in none of its writers, before the id is used again and after", async () => {
    const { saver, schema } = store.fresh();
    await saver.setup();
    const locks = () => postgresLocks(store.pool, { schema, leaseMilliseconds: 60_000 });
    const first = await locks().acquire("a");
    assert.ok(first.outcome === "acquired");
    await first.lease.release();
    const held = await locks().acquire("a");
    assert.ok(held.outcome === "acquired");
    const frozen = fencedSaver(saver, { ...held.lease, holds: () => Promise.resolve(true) });
    await frozen.put(at("a"), { ...emptyCheckpoint(), id: "one" }, metadata, {});
    const refusals = async () => {
      const own = { configurable: { ...at("a", "one").configurable, tidemark_fence: held.lease.token } };
      return [
        stateManagerErrors.fenced.is(await reason(frozen.put(at("a", "one"), emptyCheckpoint(), metadata, {}))),
        checkpointErrors.fenced.is(await reason(saver.putWrites(own, [["x", 3]], "late"))),
      ];
    };
    expect(await refusals()).toEqual([false, false]);
    await saver.deleteThread("a");
    expect(await store.count(schema, "tidemark_leases")).toBe(0);
    expect(await refusals()).toEqual([true, true]);
    const next = await locks().acquire("a");
    assert.ok(next.outcome === "acquired");
    expect(next.lease.token).toBeGreaterThan(held.lease.token);
    expect(await refusals()).toEqual([true, true]);
    await fencedSaver(saver, next.lease).put(at("a"), { ...emptyCheckpoint(), id: "two" }, metadata, {});
    expect((await all(saver, "a")).map(({ checkpoint }) => checkpoint.id)).toEqual(["two"]);
    await saver.expireThread("a", "2026-01-01T00:00:00Z");
    expect(await saver.removeExpired("2026-01-02T00:00:00Z")).toEqual(["a"]);
    expect(await store.count(schema, "tidemark_leases")).toBe(0);
    for (const each of [held, next]) await each.lease.release();
  });

  test("is asked for again with a greater token, also by a caller that asked while the thread was removed", async () => {
    const { saver, schema } = store.fresh();
    await put(saver, "a", { n: 1 });
    const locks = () => postgresLocks(store.pool, { schema, leaseMilliseconds: 60_000 });
    for (let turn = 0; turn < 3; turn += 1) {
      const held = await locks().acquire("a");
      assert.ok(held.outcome === "acquired");
      await held.lease.release();
    }
    const client = await store.pool.connect();
    await client.query(`BEGIN; SELECT ${schema}.tidemark_remove_lease('a')`);
    const asked = locks().acquire("a");
    const waiting = "SELECT count(*) AS n FROM pg_locks WHERE NOT granted";
    while ((await store.value(waiting)) === "0") await new Promise((resolve) => setImmediate(resolve));
    await client.query("COMMIT");
    client.release();
    const next = await asked;
    assert.ok(next.outcome === "acquired");
    expect(next.lease.token).toBeGreaterThan(3);
    await next.lease.release();
  });
});
