import { type Clock, type Ids, randomIds, systemClock } from "../../kernel/clock.ts";
import { stateManagerErrors } from "../../kernel/errors.ts";
import { LeaseRelease } from "./lease-release.ts";
import type { LeaseStore } from "./lease-store.ts";
import { type AcquireOptions, type Acquisition, checkAcquire, type Lease, type ThreadLocks } from "./lock.ts";
import { LockLine } from "./lock-line.ts";

/** Duration of leases, and where their names come from. Leases run out by the clock of the database. */
export interface LeaseOptions {
  /** Duration of a lease whose holder does not renew it, in milliseconds. Defaults to 30,000. It is renewed at a third. */
  readonly leaseMilliseconds?: number;
  /** Names the holder of each lease, for people who look into the table. */
  readonly ids?: Ids;
}

/** The longest pause between two looks at a thread that another process has leased. */
const LONGEST_PAUSE = 250;

/** Renewals in one duration of a lease. After as many without an answer the lease counts as lost. */
const RENEWALS = 3;

/**
 * Locks over a store of leases: a queue in this process, a row for all processes.
 *
 * A failure of the store throws `state-manager/locksUnavailable`, with the error of the driver as its cause.
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
  const releases = new LeaseRelease(store, clock);
  let prepared: Promise<boolean> | null = null;

  async function take(threadId: string, { onBusy = "wait", signal }: AcquireOptions): Promise<Acquisition> {
    const holder = ids.next();
    await releases.retry(threadId);
    for (let pause = 10; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      if (signal?.aborted === true) return { outcome: "aborted", threadId };
      const row = await store.take(threadId, holder, leaseMilliseconds);
      if (row !== null) return { outcome: "acquired", lease: hold(threadId, row.token) };
      if (onBusy === "refuse") return { outcome: "busy", threadId, until: null };
      await clock.wait(pause, signal);
    }
  }

  type Renewal = "kept" | "lost" | "failed" | "late";
  async function renew(threadId: string, token: number): Promise<Renewal> {
    const answered = new AbortController();
    const late = clock.wait(leaseMilliseconds / RENEWALS, answered.signal).then(() => "late" as const);
    const asked = async (): Promise<Renewal> => {
      try {
        return (await store.renew(threadId, token, leaseMilliseconds)) ? "kept" : "lost";
      } catch {
        return "failed";
      }
    };
    const renewal = await Promise.race([asked(), late]);
    answered.abort();
    return renewal;
  }

  function hold(threadId: string, token: number): Lease {
    const lost = new AbortController();
    const released = new AbortController();
    const lose = () => lost.abort(stateManagerErrors.fenced({ threadId, token }));
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
        const held = await typed(threadId, () => store.holds(threadId, token));
        if (!held) lose();
        return held;
      },
      async release() {
        if (released.signal.aborted) return;
        released.abort();
        await releases.release(threadId, token);
      },
    };
  }

  return {
    async acquire(threadId, asked = {}) {
      checkAcquire(threadId, asked);
      const place = await line.enter(threadId, asked);
      if (typeof place !== "function") return place;
      try {
        const acquisition = await typed(threadId, async () => {
          prepared ??= store.prepare();
          // A saver that makes its tables at its first use is fenced from the next lease on.
          if (!(await prepared)) prepared = null;
          return take(threadId, asked);
        });
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

/** Runs a call to the store; an error of its driver becomes a typed one. */
async function typed<Result>(threadId: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (stateManagerErrors.locksUnavailable.is(error)) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw stateManagerErrors.locksUnavailable({ threadId, problem }, { cause: error });
  }
}
