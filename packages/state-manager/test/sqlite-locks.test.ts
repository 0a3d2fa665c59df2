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

  test("a lease whose holder is silent goes to the next, and the first is told at its next question", async () => {
    const database = new DatabaseSync(":memory:");
    // A clock on which nobody ever waits to the end: no heartbeat comes.
    const silent = { now: () => "2030-01-31T12:00:00.000Z", wait: () => new Promise<void>(() => {}) };
    const lease = await acquired(sqliteLocks(database, { leaseMilliseconds: 60, clock: silent }));
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
});
