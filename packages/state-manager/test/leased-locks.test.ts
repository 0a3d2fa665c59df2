import { expect, test } from "vitest";
import type { LeaseStore } from "../src/lease-store.ts";
import { leasedLocks } from "../src/leased-locks.ts";
import { acquired } from "./lock-contract.ts";

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

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason), { once: true }));

test("a holder whose lease was taken is told by its signal", async () => {
  const lease = await acquired(leasedLocks(store({ renew: () => Promise.resolve(false) }), {}, fast()));
  expect(await aborted(lease.signal)).toMatchObject({ code: "state-manager/fenced", details: { token: 1 } });
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

test("a place in the line is free again when the release fails", async () => {
  const locks = leasedLocks(store({ free: () => Promise.reject(new Error("connection lost")) }), {}, fast());
  const lease = await acquired(locks);
  await expect(lease.release()).rejects.toThrow("connection lost");
  const next = await acquired(locks);
  await expect(next.release()).rejects.toThrow("connection lost");
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
