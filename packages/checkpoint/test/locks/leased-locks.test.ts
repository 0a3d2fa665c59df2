import { expect, test } from "vitest";
import type { LeaseStore } from "../../src/locks/lease-store.ts";
import { leasedLocks } from "../../src/locks/leased-locks.ts";
import { acquired } from "./lock-contract.ts";
import { untyped } from "../untyped.ts";

/** A store that grants every lease; name only what goes wrong. */
const store = (parts: Partial<LeaseStore> = {}): LeaseStore => ({
  prepare: () => Promise.resolve(true),
  take: () => Promise.resolve({ token: 1 }),
  renew: () => Promise.resolve(true),
  holds: () => Promise.resolve(true),
  free: () => Promise.resolve(),
  ...parts,
});

/** A clock that runs by itself as fast as it is waited on. */
const fast = () => {
  let now = 0;
  return {
    now: () => new Date(now).toISOString(),
    wait: async (milliseconds: number) => {
      now += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};

/** A promise that is settled from outside. */
function settled() {
  const outside: { settle: () => void } = { settle: () => {} };
  const promise = new Promise<void>((resolve) => {
    outside.settle = resolve;
  });
  return { promise, settle: () => outside.settle() };
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason), { once: true }));

test("the signal of a holder whose lease was taken is aborted", async () => {
  const lease = await acquired(leasedLocks(store({ renew: () => Promise.resolve(false) }), {}, fast()));
  expect(await aborted(lease.signal)).toMatchObject({ code: "checkpoint/fenced", details: { threadId: "t" } });
  await lease.release();
});

test.each([
  ["rejects", () => Promise.reject(new Error("connection lost"))],
  [
    "throws",
    () => {
      throw new Error("database is locked");
    },
  ],
])("a store that %s is asked until the lease has run out for sure", async (_, answer) => {
  let asked = 0;
  const renew = () => {
    asked += 1;
    return answer();
  };
  const lease = await acquired(leasedLocks(store({ renew }), { leaseMilliseconds: 900 }, fast()));
  await aborted(lease.signal);
  expect(asked).toBe(3);
  await lease.release();
});

test("the signal of a holder whose store never answers is aborted when the lease has expired", async () => {
  let asked = 0;
  const renew = () => {
    asked += 1;
    return new Promise<never>(() => {});
  };
  const lease = await acquired(leasedLocks(store({ renew }), { leaseMilliseconds: 900 }, fast()));
  await aborted(lease.signal);
  expect(asked).toBe(3);
  await lease.release();
});

test("a release that fails does not reach its caller, and the place in the queue is free again", async () => {
  const locks = leasedLocks(store({ free: () => Promise.reject(new Error("connection lost")) }), {}, fast());
  const lease = await acquired(locks);
  await lease.release();
  const next = await acquired(locks);
  await next.release();
  expect([await lease.holds(), await next.holds()]).toEqual([false, false]);
});

test("a release that fails is tried again in the background", async () => {
  const freed: number[] = [];
  let failures = 2;
  const done = settled();
  const free = (_: string, token: number) => {
    failures -= 1;
    if (failures >= 0) return Promise.reject(new Error("connection lost"));
    freed.push(token);
    done.settle();
    return Promise.resolve();
  };
  const lease = await acquired(leasedLocks(store({ free }), {}, fast()));
  await lease.release();
  expect(freed).toEqual([]);
  await done.promise;
  expect(freed).toEqual([1]);
});

test("an error of the store reaches the caller as a typed one, with its cause", async () => {
  const cause = Object.assign(new Error("terminating connection"), { code: "57P03" });
  const down = { take: () => Promise.reject(cause), prepare: () => Promise.reject(cause) };
  for (const parts of [{ take: down.take }, { prepare: down.prepare }]) {
    await expect(leasedLocks(store(parts)).acquire("t")).rejects.toMatchObject({
      code: "checkpoint/locksUnavailable",
      details: { threadId: "t", problem: "terminating connection" },
      cause,
    });
  }
});

test.each([["a\u0000b"], [undefined], [7]])("refuses the thread id %j before the store is asked", async (threadId) => {
  const locks = leasedLocks(store({ prepare: () => Promise.reject(new Error("asked")) }));
  await expect(locks.acquire(untyped(threadId))).rejects.toMatchObject({ code: "checkpoint/invalidId" });
});

test("refuses an unknown value of onBusy", async () => {
  await expect(leasedLocks(store()).acquire("t", { onBusy: untyped("wiat") })).rejects.toMatchObject({
    code: "checkpoint/invalidOption",
    message: '"onBusy" cannot be "wiat". Use one of: "wait", "refuse".',
  });
});

test("a store that has nothing to fence yet is prepared again with the next lease, and then no more", async () => {
  const prepared: boolean[] = [];
  const prepare = () => {
    prepared.push(prepared.length > 0);
    return Promise.resolve(prepared.length > 1);
  };
  const locks = leasedLocks(store({ prepare }));
  for (let turn = 0; turn < 4; turn += 1) await (await acquired(locks)).release();
  expect(prepared).toEqual([false, true]);
});
