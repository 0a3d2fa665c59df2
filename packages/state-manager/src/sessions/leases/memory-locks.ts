import { type Acquisition, checkAcquire, type ThreadLocks } from "./lock.ts";
import { LockLine } from "./lock-line.ts";

/**
 * Locks for threads that only this process writes to: one at a time, in the order in which they asked.
 *
 * A lease never runs out; it ends when it is released. For threads that several processes write to, use `sqliteLocks` or
 * `postgresLocks` on the database that holds the checkpoints.
 *
 * @example
 * ```ts
 * import { memoryLocks } from "@tidemark/state-manager";
 *
 * const locks = memoryLocks();
 * const first = await locks.acquire("ann");
 * const second = await locks.acquire("ann", { onBusy: "refuse" });
 * console.log(first.outcome, second.outcome); // acquired busy
 * ```
 */
export function memoryLocks(): ThreadLocks {
  const line = new LockLine();
  let leases = 0;
  return {
    async acquire(threadId, options = {}): Promise<Acquisition> {
      checkAcquire(threadId, options);
      const place = await line.enter(threadId, options);
      if (typeof place !== "function") return place;
      leases += 1;
      const ended = new AbortController();
      let held = true;
      const lease = {
        threadId,
        // One count for all threads grows for each of them, and remembers none.
        token: leases,
        durable: false,
        signal: ended.signal,
        holds: () => Promise.resolve(held),
        release: () => {
          held = false;
          place();
          return Promise.resolve();
        },
      };
      return { outcome: "acquired", lease };
    },
  };
}
