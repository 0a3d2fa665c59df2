import type { Lease } from "../../src/locks/thread-locks.ts";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { expect, test } from "vitest";

/** Acquires a thread that is known to be free. */
export async function acquired(locks: ThreadLocks, threadId = "t"): Promise<Lease> {
  const acquisition = await locks.acquire(threadId);
  if (acquisition.outcome !== "acquired") throw new Error(`The thread is ${acquisition.outcome}.`);
  return acquisition.lease;
}

/** What all locks promise, whatever they are kept in. */
export function testLocks(make: () => ThreadLocks | Promise<ThreadLocks>): void {
  test("one at a time, in the order in which they asked", async () => {
    const locks = await make();
    const order: number[] = [];
    let inside = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const lease = await acquired(locks);
        inside += 1;
        expect(inside).toBe(1);
        await Promise.resolve();
        order.push(index);
        inside -= 1;
        await lease.release();
      }),
    );
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test("tokens grow with every lease of a thread", async () => {
    const locks = await make();
    const tokens: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const lease = await acquired(locks);
      tokens.push(lease.token);
      await lease.release();
    }
    expect(tokens).toEqual([1, 2, 3]);
  });

  test("other threads are not held up", async () => {
    const locks = await make();
    const one = await acquired(locks, "one");
    const other = await acquired(locks, "other");
    expect([await one.holds(), await other.holds()]).toEqual([true, true]);
    await Promise.all([one.release(), other.release()]);
  });

  test("a caller that does not wait gets the answer that the thread is busy", async () => {
    const locks = await make();
    const lease = await acquired(locks);
    expect(await locks.acquire("t", { onBusy: "refuse" })).toMatchObject({ outcome: "busy", threadId: "t" });
    await lease.release();
    expect((await locks.acquire("t", { onBusy: "refuse" })).outcome).toBe("acquired");
  });

  test("who gives up waiting leaves the line, and those behind go on in order", async () => {
    const locks = await make();
    const lease = await acquired(locks);
    const controller = new AbortController();
    const impatient = locks.acquire("t", { signal: controller.signal });
    const patient = locks.acquire("t");
    controller.abort();
    expect(await impatient).toEqual({ outcome: "aborted", threadId: "t" });
    expect(await lease.holds()).toBe(true);
    await lease.release();
    expect((await patient).outcome).toBe("acquired");
    expect(await locks.acquire("t", { signal: controller.signal })).toEqual({ outcome: "aborted", threadId: "t" });
  });

  test("a lease ends when it is released, and a second release does no harm to the next", async () => {
    const locks = await make();
    const lease = await acquired(locks);
    await lease.release();
    expect(await lease.holds()).toBe(false);
    const next = await acquired(locks);
    await lease.release();
    expect(await next.holds()).toBe(true);
    await next.release();
  });

  test.each(["__proto__", "'; DROP TABLE tidemark_leases; --", "", "\u0001", "naïve 🚂"])(
    "the thread id %j is just text",
    async (threadId) => {
      const locks = await make();
      const lease = await acquired(locks, threadId);
      expect(await locks.acquire(threadId, { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
      await lease.release();
    },
  );
}
