import { type Clock, type Ids, millisecondsOf, randomIds, systemClock } from "./clock.ts";
import { stateManagerErrors } from "./errors.ts";
import type { LeaseStore } from "./lease-store.ts";
import type { AcquireOptions, Acquisition, Lease, ThreadLocks } from "./lock.ts";
import { LockLine } from "./lock-line.ts";

/** How long leases last, and where their names come from. Leases live by the machine's own time. */
export interface LeaseOptions {
  /** How long a lease lasts when its holder is silent, in milliseconds; 30,000 when not said. It is renewed at a third. */
  readonly leaseMilliseconds?: number;
  /** Names the holder of each lease, for people who look into the table. */
  readonly ids?: Ids;
}

/** The longest pause between two looks at a thread that another process holds. */
const LONGEST_PAUSE = 250;

/**
 * Locks over a store of leases: a line in this process, a row for all processes.
 *
 * @internal
 */
export function leasedLocks(
  store: LeaseStore,
  options: LeaseOptions = {},
  // Only tests have another: a heartbeat on a clock that does not pass would never end.
  clock: Clock = systemClock,
): ThreadLocks {
  const { leaseMilliseconds = 30_000, ids = randomIds } = options;
  if (!Number.isInteger(leaseMilliseconds) || leaseMilliseconds < 50) {
    throw stateManagerErrors.invalidLease({ leaseMilliseconds });
  }
  const line = new LockLine();
  let prepared: Promise<boolean> | null = null;

  async function take(threadId: string, { onBusy = "wait", signal }: AcquireOptions): Promise<Acquisition> {
    const holder = ids.next();
    for (let pause = 10; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      if (signal?.aborted === true) return { outcome: "aborted", threadId };
      const asked = clock.now();
      const row = await store.take(threadId, holder, leaseMilliseconds);
      if (row !== null) return { outcome: "acquired", lease: hold(threadId, row.token, asked) };
      if (onBusy === "refuse") return { outcome: "busy", threadId, until: null };
      await clock.wait(pause, signal);
    }
  }

  /** Null when the store does not answer, whether it rejects or throws. */
  async function renewed(threadId: string, token: number): Promise<boolean | null> {
    try {
      return await store.renew(threadId, token, leaseMilliseconds);
    } catch {
      return null;
    }
  }

  function hold(threadId: string, token: number, since: string): Lease {
    const lost = new AbortController();
    const released = new AbortController();
    let confirmed = since;
    const lose = () => lost.abort(stateManagerErrors.fenced({ threadId, token }));
    // Whoever was frozen may have lost the lease without knowing.
    const overdue = () => millisecondsOf(clock.now()) - millisecondsOf(confirmed) >= leaseMilliseconds;
    const beat = async (): Promise<void> => {
      while (!released.signal.aborted && !lost.signal.aborted) {
        await clock.wait(leaseMilliseconds / 3, released.signal);
        if (released.signal.aborted) return;
        const asked = clock.now();
        // A store that does not answer is asked again, until the lease has run out for sure.
        const kept = await renewed(threadId, token);
        if (kept === true) confirmed = asked;
        else if (kept === false || overdue()) lose();
      }
    };
    void beat();
    return {
      threadId,
      token,
      durable: true,
      signal: lost.signal,
      async holds() {
        if (lost.signal.aborted || released.signal.aborted) return false;
        const held = await store.holds(threadId, token);
        if (!held) lose();
        return held;
      },
      async release() {
        if (released.signal.aborted) return;
        released.abort();
        await store.free(threadId, token);
      },
    };
  }

  return {
    async acquire(threadId, asked = {}) {
      const place = await line.enter(threadId, asked);
      if (typeof place !== "function") return place;
      try {
        prepared ??= store.prepare();
        // A saver that makes its tables at its first use is fenced from the next lease on.
        if (!(await prepared)) prepared = null;
        const acquisition = await take(threadId, asked);
        if (acquisition.outcome !== "acquired") {
          place();
          return acquisition;
        }
        const { lease } = acquisition;
        const release = async (): Promise<void> => {
          try {
            await lease.release();
          } finally {
            place();
          }
        };
        return { outcome: "acquired", lease: { ...lease, release } };
      } catch (error) {
        prepared = null;
        place();
        throw error;
      }
    },
  };
}
