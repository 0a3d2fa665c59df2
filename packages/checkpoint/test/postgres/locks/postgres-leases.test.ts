import { postgresLocks, postgresSaver } from "@tidemark/checkpoint/postgres";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { leaseMarks } from "@tidemark/checkpoint/internal";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";

let postgres: TestPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await startPostgres();
  pool = new pg.Pool({ connectionString: postgres.connectionString });
  pool.on("error", () => {});
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

describe("postgresLocks", () => {
  test("ten processes that start at once make the tables once", async () => {
    const all = Array.from({ length: 10 }, () => postgresLocks(pool));
    const acquisitions = await Promise.all(all.map((locks, index) => locks.acquire(`start ${index}`)));
    expect(new Set(acquisitions.map(({ outcome }) => outcome))).toEqual(new Set(["acquired"]));
    for (const each of acquisitions) if (each.outcome === "acquired") await each.lease.release();
  });

  test("two locks on one database know of each other, and tokens grow", async () => {
    const [one, other] = [postgresLocks(pool), postgresLocks(pool)];
    const first = await one.acquire("t");
    expect(await other.acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
    if (first.outcome === "acquired") await first.lease.release();
    const second = await other.acquire("t");
    expect([first, second]).toMatchObject([{ lease: { token: 1 } }, { lease: { token: 2 } }]);
    if (second.outcome === "acquired") await second.lease.release();
  });

  test("a lease that runs out goes to the next", async () => {
    // Its heartbeats never arrive.
    const cutOff = {
      query: (text: string, values?: unknown[]) =>
        text.startsWith("UPDATE") ? new Promise<never>(() => {}) : pool.query(text, values),
    };
    const first = await postgresLocks(cutOff, { leaseMilliseconds: 60 }).acquire("silent");
    const second = await postgresLocks(pool).acquire("silent");
    expect(first.outcome === "acquired" && (await first.lease.holds())).toBe(false);
    expect(second.outcome === "acquired" && (await second.lease.holds())).toBe(true);
    if (second.outcome === "acquired") await second.lease.release();
  });

  test("a lease that was taken while the clock was ahead ends one duration from now", async () => {
    const first = await postgresLocks(pool).acquire("ahead");
    // As a process leaves it that is killed: nothing renews it.
    await pool.query(
      "UPDATE tidemark_leases SET token = 7, milliseconds = 300, expires_at = expires_at + interval '1 hour' WHERE thread_id = 'ahead'",
    );
    const next = await postgresLocks(pool).acquire("ahead");
    expect(next).toMatchObject({ outcome: "acquired", lease: { token: 8 } });
    for (const each of [first, next]) if (each.outcome === "acquired") await each.lease.release();
  });

  test("a connection that the server has ended throws a typed error with its cause", async () => {
    const closed = new pg.Pool({ connectionString: postgres.connectionString });
    await closed.end();
    await expect(postgresLocks(closed).acquire("t")).rejects.toMatchObject({
      code: "checkpoint/locksUnavailable",
      cause: { message: "Cannot use a pool after calling end on the pool" },
    });
  });

  test("another schema has separate leases", async () => {
    await pool.query(`CREATE SCHEMA "odd ""name"`);
    const here = await postgresLocks(pool).acquire("schemas");
    const there = await postgresLocks(pool, { schema: 'odd "name' }).acquire("schemas", { onBusy: "refuse" });
    expect(there.outcome).toBe("acquired");
    for (const each of [here, there]) if (each.outcome === "acquired") await each.lease.release();
  });

  test("savers in two schemas of one database have separate locks, each in a schema that the lock has created", async () => {
    const [one, other] = ["first app", "second app"].map((schema) => postgresSaver(pool, { schema }).locks);
    const held = await one?.acquire("same id", { onBusy: "refuse" });
    const beside = await other?.acquire("same id", { onBusy: "refuse" });
    expect([held?.outcome, beside?.outcome]).toEqual(["acquired", "acquired"]);
    expect((await one?.acquire("same id", { onBusy: "refuse" }))?.outcome).toBe("busy");
    const { rows } = await pool.query(
      "SELECT schemaname FROM pg_tables WHERE tablename = 'tidemark_leases' AND schemaname LIKE '% app' ORDER BY 1",
    );
    expect(rows).toEqual([{ schemaname: "first app" }, { schemaname: "second app" }]);
    for (const each of [held, beside]) if (each?.outcome === "acquired") await each.lease.release();
  });

  test("a role that may use only its own schema locks and writes there", async () => {
    await pool.query("CREATE ROLE tenant LOGIN PASSWORD 'tenant'");
    await pool.query("CREATE SCHEMA tenant AUTHORIZATION tenant");
    await pool.query("REVOKE ALL ON SCHEMA public FROM PUBLIC");
    const address = new URL(postgres.connectionString);
    address.username = "tenant";
    address.password = "tenant";
    const own = new pg.Pool({ connectionString: address.href });
    own.on("error", () => {});
    try {
      const saver = postgresSaver(own, { schema: "tenant" });
      const lease = await saver.locks.acquire("t");
      expect(lease.outcome).toBe("acquired");
      if (lease.outcome === "acquired") await lease.lease.release();
      await saver.setup();
    } finally {
      await own.end();
      await pool.query("GRANT ALL ON SCHEMA public TO PUBLIC");
    }
  });

  test("a saver in its own schema refuses the checkpoint of a lease that was lost", async () => {
    const saver = postgresSaver(pool, { schema: "fenced" });
    const first = await saver.locks.acquire("t");
    if (first.outcome !== "acquired") throw new TypeError("the thread is taken");
    // As another process leaves it that took the thread after the lease had ended.
    await pool.query("UPDATE fenced.tidemark_leases SET token = token + 1, expires_at = '-infinity'");
    const checkpoint = emptyCheckpoint();
    const metadata = {
      source: "input",
      step: -1,
      parents: {},
      ...leaseMarks(first.lease.token, checkpoint.id),
    } as const;
    const config = { configurable: { thread_id: "t", checkpoint_ns: "" } };
    await expect(saver.put(config, checkpoint, metadata, {})).rejects.toMatchObject({ code: "checkpoint/fenced" });
    await first.lease.release();
  });

  test.each(["__proto__", "'; DROP TABLE tidemark_leases; --", ""])(
    "the thread id %j is just text",
    async (threadId) => {
      const acquisition = await postgresLocks(pool).acquire(threadId);
      expect(acquisition.outcome).toBe("acquired");
      if (acquisition.outcome === "acquired") await acquisition.lease.release();
    },
  );
});
