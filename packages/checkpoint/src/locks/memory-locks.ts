import { type Acquisition, type ThreadLocks, validateAcquire } from "./thread-locks.ts";
import { ThreadQueue } from "./thread-queue.ts";

/**
 * Locks for threads that only this process writes to. Callers get a thread one at a time, in the order in which they asked.
 *
 * A lease never expires; it ends when it is released. For threads that several processes write to, use `sqliteLocks` or
 * `postgresLocks` on the database that stores the checkpoints.
 */
export function memoryLocks(): ThreadLocks {
  const queue = new ThreadQueue();
  let leases = 0;
  return {
    async acquire(threadId, options = {}): Promise<Acquisition> {
      validateAcquire(threadId, options);
      const leave = await queue.enter(threadId, options);
      if (typeof leave !== "function") return leave;
      leases += 1;
      const ended = new AbortController();
      let active = true;
      const lease = {
        threadId,
        // One counter for all threads grows for each of them, and needs no memory per thread.
        token: leases,
        durable: false,
        signal: ended.signal,
        holds: () => Promise.resolve(active),
        release: () => {
          active = false;
          leave();
          return Promise.resolve();
        },
      };
      return { outcome: "acquired", lease };
    },
  };
}
