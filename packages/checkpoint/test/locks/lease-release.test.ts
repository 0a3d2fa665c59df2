import { expect, test } from "vitest";
import { LeaseRelease } from "../../src/locks/lease-release.ts";
import type { LeaseStore } from "../../src/locks/lease-store.ts";

/** A store that fails a given number of times, and a clock whose pauses are over at once. */
function failing(failures: number) {
  const asked: number[] = [];
  const store: LeaseStore = {
    prepare: () => Promise.resolve(true),
    take: () => Promise.resolve(null),
    renew: () => Promise.resolve(true),
    holds: () => Promise.resolve(true),
    free: (_, token) => {
      asked.push(token);
      return asked.length <= failures ? Promise.reject(new Error("connection lost")) : Promise.resolve();
    },
  };
  const waits: number[] = [];
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const releases = new LeaseRelease(store, { now: () => "2026-01-08T20:30:00Z", wait });
  return { releases, asked, waits };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test("a release that succeeds is asked for once", async () => {
  const { releases, asked, waits } = failing(0);
  await releases.release("t", 1);
  await turns(20);
  expect([asked, waits]).toEqual([[1], []]);
});

test("a release that fails is tried again four times, and then the lease is left to run out", async () => {
  const { releases, asked, waits } = failing(99);
  await releases.release("t", 1);
  await turns(40);
  expect(asked).toEqual([1, 1, 1, 1, 1]);
  expect(waits).toEqual([50, 200, 800, 2_000]);
  expect(await releases.retry("t")).toBe(true);
});

test("the next lease of the thread releases the one before first, and the background stops", async () => {
  const { releases, asked, waits } = failing(1);
  await releases.release("t", 1);
  expect(await releases.retry("t")).toBe(true);
  await turns(20);
  expect([asked, waits]).toEqual([[1, 1], [50]]);
});
