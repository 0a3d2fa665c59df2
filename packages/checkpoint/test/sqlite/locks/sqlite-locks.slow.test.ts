import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import { checkpointErrors } from "@tidemark/checkpoint";
import { describe, expect, test } from "vitest";
import { acquired, testLocks } from "../../locks/lock-contract.ts";
import { textLike } from "../../matchers.ts";

/** The clock of the database, in milliseconds. */
const unixTime = (database: DatabaseSync): unknown =>
  Object.values(database.prepare("SELECT unixepoch('subsec') * 1000").get() ?? {})[0];

describe("sqliteLocks", () => {
  testLocks(() => sqliteLocks(new DatabaseSync(":memory:")));

  test("two locks on one database know of each other, as two processes do", async () => {
    const database = new DatabaseSync(":memory:");
    const [one, other] = [sqliteLocks(database), sqliteLocks(database)];
    const lease = await acquired(one);
    expect(await other.acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
    const waiting = acquired(other);
    await lease.release();
    const next = await waiting;
    expect([lease.token, next.token]).toEqual([1, 2]);
    await next.release();
  });

  test("a file that somebody writes to for long is busy, and a lease is not lost over it", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "locks-"));
    const file = path.join(folder, "threads.db");
    const [database, writer] = [new DatabaseSync(file), new DatabaseSync(file)];
    const locks = sqliteLocks(database);
    const lease = await acquired(locks);
    writer.exec("BEGIN IMMEDIATE");
    expect(await locks.acquire("other", { onBusy: "refuse" })).toEqual({
      outcome: "busy",
      threadId: "other",
      until: null,
    });
    writer.exec("ROLLBACK");
    expect(await lease.holds()).toBe(true);
    await lease.release();
    database.close();
    writer.close();
    rmSync(folder, { recursive: true });
  });

  test("a lease that has run out goes to the next, and its holder learns it when it asks", async () => {
    const database = new DatabaseSync(":memory:");
    const lease = await acquired(sqliteLocks(database));
    database.exec("UPDATE tidemark_leases SET expires_at = 0");
    const next = await acquired(sqliteLocks(database));
    expect(next.token).toBe(2);
    expect(lease.signal.aborted).toBe(false);
    expect(await lease.holds()).toBe(false);
    expect(lease.signal.reason).toMatchObject({ code: "checkpoint/fenced" });
    await lease.release();
    expect(await next.holds()).toBe(true);
    await next.release();
  });

  test("a lease that was taken while the clock was ahead ends one duration from now", async () => {
    const database = new DatabaseSync(":memory:");
    await acquired(sqliteLocks(database, { leaseMilliseconds: 60_000 }));
    // One that is killed renews nothing.
    database.exec("UPDATE tidemark_leases SET expires_at = expires_at + 3600000, token = 7, milliseconds = 500");
    const started = Number(unixTime(database));
    const next = await acquired(sqliteLocks(database));
    expect(next.token).toBe(8);
    expect(Number(unixTime(database)) - started).toBeGreaterThanOrEqual(500);
    await next.release();
  });

  test("a holder that is alive keeps its lease when the clock goes back", async () => {
    const database = new DatabaseSync(":memory:");
    const lease = await acquired(sqliteLocks(database));
    database.exec("UPDATE tidemark_leases SET expires_at = expires_at + 3600000");
    expect(await sqliteLocks(database).acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
    expect(await lease.holds()).toBe(true);
    await lease.release();
  });

  test("heartbeats keep a lease beyond its first end", async () => {
    const database = new DatabaseSync(":memory:");
    const lease = await acquired(sqliteLocks(database, { leaseMilliseconds: 300 }));
    const endOf = () => Number(database.prepare("SELECT expires_at AS at FROM tidemark_leases").get()?.["at"]);
    const first = endOf();
    while (endOf() === first) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(endOf()).toBeGreaterThan(first);
    expect(await lease.holds()).toBe(true);
    await lease.release();
  });

  test("a store that fails frees the place in the line", async () => {
    const database = new DatabaseSync(":memory:");
    database.close();
    const locks = sqliteLocks(database);
    const unavailable = {
      code: "checkpoint/locksUnavailable",
      message: textLike("not open"),
    };
    await expect(locks.acquire("t")).rejects.toMatchObject(unavailable);
    await expect(locks.acquire("t")).rejects.toMatchObject(unavailable);
  });

  test("a database without room grants no lease, and grants one when there is room", async () => {
    const database = new DatabaseSync(":memory:");
    const locks = sqliteLocks(database);
    await (await acquired(locks, "first")).release();
    const pages = Number(database.prepare("PRAGMA page_count").get()?.["page_count"]);
    database.exec(`PRAGMA max_page_count = ${pages}`);
    // A row of this size fills a page.
    const long = "x".repeat(10_000);
    await expect(locks.acquire(long)).rejects.toMatchObject({ code: "checkpoint/locksUnavailable" });
    expect(database.prepare("SELECT count(*) AS rows FROM tidemark_leases").get()).toEqual({ rows: 1 });
    expect(database.isTransaction).toBe(false);
    database.exec("PRAGMA max_page_count = 1000");
    const lease = await acquired(locks, long);
    expect(await lease.holds()).toBe(true);
    await lease.release();
  });

  test("the settings of the connection stay as they are", async () => {
    const database = new DatabaseSync(":memory:", { timeout: 123 });
    const locks = sqliteLocks(database);
    const lease = await acquired(locks);
    await lease.holds();
    await lease.release();
    expect(database.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 123 });
  });

  test("the event loop goes on while another connection writes, and the calls end when it has finished", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "locks-"));
    const file = path.join(folder, "threads.db");
    const [database, writer] = [new DatabaseSync(file, { timeout: 60_000 }), new DatabaseSync(file)];
    const locks = sqliteLocks(database);
    const lease = await acquired(locks, "one");
    writer.exec("BEGIN EXCLUSIVE");
    const calls = Promise.all([acquired(locks, "two"), lease.holds(), lease.release()]);
    // SQLite itself would wait for 60 seconds in here, and this never ran.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    writer.exec("ROLLBACK");
    const [next] = await calls;
    expect(next.token).toBe(1);
    await next.release();
    database.close();
    writer.close();
    rmSync(folder, { recursive: true });
  });

  test.each([0, 49, 1.5, Number.NaN])("refuses a lease of %j milliseconds", (leaseMilliseconds) => {
    expect(() => sqliteLocks(new DatabaseSync(":memory:"), { leaseMilliseconds })).toThrow(
      checkpointErrors.invalidLease({ leaseMilliseconds }).message,
    );
  });

  test("fences tables that the saver makes after the first lease", async () => {
    const database = new DatabaseSync(":memory:");
    const locks = sqliteLocks(database);
    await (await acquired(locks)).release();
    database.exec("CREATE TABLE checkpoints (thread_id TEXT, metadata TEXT)");
    const lease = await acquired(locks);
    expect(
      database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'checkpoints'").all(),
    ).toEqual([{ name: "tidemark_fence_checkpoints" }]);
    await lease.release();
  });
});
