import { type Clock, randomIds, systemClock } from "../kernel/clock.ts";
import { checkpointErrors } from "../kernel/errors.ts";
import { LeaseRelease } from "./lease-release.ts";
import type { LeaseStore } from "./lease-store.ts";
import {
  type AcquireOptions,
  type Acquisition,
  type Lease,
  type ThreadLocks,
  validateAcquire,
} from "./thread-locks.ts";
import { ThreadQueue } from "./thread-queue.ts";

/** Options of leases. They expire by the clock of the database. */
export interface LeaseOptions {
  /** Duration of a lease, in milliseconds. It is renewed after a third of it. Defaults to 30,000. */
  readonly leaseMilliseconds?: number;
  /** Names the holder of each lease in the table. Defaults to random ids. */
  readonly ids?: { next(): string };
}

/** Longest pause between two attempts to take a thread that another process has leased, in milliseconds. */
const LONGEST_PAUSE = 250;

/** Number of renewals during one lease. After this many without an answer the lease counts as lost. */
const RENEWALS = 3;

/**
 * Locks over a lease store: a queue within this process, and a row for all processes.
 *
 * A failure of the store throws `checkpoint/locksUnavailable`, with the error of the driver as its cause.
 *
 * @internal
 */
export function leasedLocks(
  store: LeaseStore,
  options: LeaseOptions = {},
  // Only tests pass another one: a heartbeat on a clock that stands still would never end.
  clock: Clock = systemClock,
): ThreadLocks {
  const { leaseMilliseconds = 30_000, ids = randomIds } = options;
  if (!Number.isInteger(leaseMilliseconds) || leaseMilliseconds < 50) {
    throw checkpointErrors.invalidLease({ leaseMilliseconds });
  }
  const queue = new ThreadQueue();
  const releases = new LeaseRelease(store, clock);
  let prepared: Promise<boolean> | null = null;

  async function take(threadId: string, { onBusy = "wait", signal }: AcquireOptions): Promise<Acquisition> {
    const holder = ids.next();
    await releases.retry(threadId);
    for (let pause = 10; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      if (signal?.aborted === true) return { outcome: "aborted", threadId };
      const row = await store.take(threadId, holder, leaseMilliseconds);
      if (row !== null) return { outcome: "acquired", lease: leaseOf(threadId, row.token) };
      if (onBusy === "refuse") return { outcome: "busy", threadId, until: null };
      await clock.wait(pause, signal);
    }
  }

  type Renewal = "kept" | "lost" | "failed" | "late";
  async function renew(threadId: string, token: number): Promise<Renewal> {
    const answered = new AbortController();
    const late = clock.wait(leaseMilliseconds / RENEWALS, answered.signal).then(() => "late" as const);
    const extend = async (): Promise<Renewal> => {
      try {
        return (await store.renew(threadId, token, leaseMilliseconds)) ? "kept" : "lost";
      } catch {
        return "failed";
      }
    };
    const renewal = await Promise.race([extend(), late]);
    answered.abort();
    return renewal;
  }

  function leaseOf(threadId: string, token: number): Lease {
    const lost = new AbortController();
    const released = new AbortController();
    const lose = () => lost.abort(checkpointErrors.fenced({ threadId }));
    const beat = async (): Promise<void> => {
      let renewal: Renewal = "kept";
      // Renewals are counted, not timed: the clock of this machine may be changed at any moment.
      for (let unanswered = 0; !released.signal.aborted && !lost.signal.aborted;) {
        if (renewal !== "late") await clock.wait(leaseMilliseconds / RENEWALS, released.signal);
        if (released.signal.aborted) return;
        renewal = await renew(threadId, token);
        unanswered = renewal === "kept" ? 0 : unanswered + 1;
        if (!released.signal.aborted && (renewal === "lost" || unanswered >= RENEWALS)) lose();
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
        const active = await typed(threadId, () => store.holds(threadId, token));
        if (!active) lose();
        return active;
      },
      async release() {
        if (released.signal.aborted) return;
        released.abort();
        await releases.release(threadId, token);
      },
    };
  }

  return {
    async acquire(threadId, acquireOptions = {}) {
      validateAcquire(threadId, acquireOptions);
      const leave = await queue.enter(threadId, acquireOptions);
      if (typeof leave !== "function") return leave;
      try {
        const acquisition = await typed(threadId, async () => {
          prepared ??= store.prepare();
          // A saver that creates its tables at first use is fenced from the next lease on.
          if (!(await prepared)) prepared = null;
          return take(threadId, acquireOptions);
        });
        if (acquisition.outcome !== "acquired") {
          leave();
          return acquisition;
        }
        const { lease } = acquisition;
        const release = async (): Promise<void> => {
          try {
            await lease.release();
          } finally {
            leave();
          }
        };
        return { outcome: "acquired", lease: { ...lease, release } };
      } catch (error) {
        prepared = null;
        leave();
        throw error;
      }
    },
  };
}

/** Runs a call to the store and turns an error of its driver into a typed one. */
async function typed<Result>(threadId: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (checkpointErrors.locksUnavailable.is(error) || checkpointErrors.notPermitted.is(error)) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw checkpointErrors.locksUnavailable({ threadId, problem }, { cause: error });
  }
}
