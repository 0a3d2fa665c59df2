import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteLocks, stateManagerErrors } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { acquired, testLocks } from "./lock-contract.ts";

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

  test("a lease whose holder is silent goes to the next, and the first is told at its next question", async () => {
    const database = new DatabaseSync(":memory:");
    const lease = await acquired(sqliteLocks(database, { leaseMilliseconds: 60 }));
    // A process that is blocked sends no heartbeat.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    const next = await acquired(sqliteLocks(database, { leaseMilliseconds: 60_000 }));
    expect(next.token).toBe(2);
    expect(lease.signal.aborted).toBe(false);
    expect(await lease.holds()).toBe(false);
    expect(lease.signal.reason).toMatchObject({ code: "state-manager/fenced" });
    await lease.release();
    expect(await next.holds()).toBe(true);
    await next.release();
  });

  test("heartbeats keep a lease beyond its first end", async () => {
    const database = new DatabaseSync(":memory:");
    const lease = await acquired(sqliteLocks(database, { leaseMilliseconds: 60 }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await sqliteLocks(database).acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
    expect(await lease.holds()).toBe(true);
    await lease.release();
  });

  test("a store that fails frees the place in the line", async () => {
    const database = new DatabaseSync(":memory:");
    database.close();
    const locks = sqliteLocks(database);
    await expect(locks.acquire("t")).rejects.toThrow(/not open/);
    await expect(locks.acquire("t")).rejects.toThrow(/not open/);
  });

  test.each([0, 49, 1.5, Number.NaN])("refuses a lease of %j milliseconds", (leaseMilliseconds) => {
    expect(() => sqliteLocks(new DatabaseSync(":memory:"), { leaseMilliseconds })).toThrow(
      stateManagerErrors.invalidLease({ leaseMilliseconds }).message,
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
