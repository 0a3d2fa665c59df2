import { checkpointErrors } from "../kernel/errors.ts";
import { kindOf } from "../kernel/value-kind.ts";

/** The right to write to one thread until it is released or expires. */
export interface Lease {
  /** Id of the locked thread. */
  readonly threadId: string;
  /** Fencing token. Grows with every lease of the thread; a lease with a lower token than the thread's newest is lost. */
  readonly token: number;
  /** True if a database stores the lease. Only then do other processes know its token. */
  readonly durable: boolean;
  /** Aborted as soon as the lease is known to be lost. */
  readonly signal: AbortSignal;
  /** Asks the store whether this is still the thread's lease. Throws `checkpoint/locksUnavailable` when the store does not answer. */
  holds(): Promise<boolean>;
  /**
   * Releases the thread. A second call, or a call for a lost lease, does nothing. It never throws: if the store fails, the release is
   * retried in the background, and the lease expires by itself at the latest.
   */
  release(): Promise<void>;
}

/** Result of acquiring a thread. */
export type Acquisition =
  | { readonly outcome: "acquired"; readonly lease: Lease }
  /** Another caller has the thread, and `onBusy` is `refuse`. */
  | { readonly outcome: "busy"; readonly threadId: string; readonly until: string | null }
  /** The signal was aborted while the caller waited. */
  | { readonly outcome: "aborted"; readonly threadId: string };

/** Options for acquiring a thread. */
export interface AcquireOptions {
  /** `wait` joins the queue; `refuse` returns `busy` at once. Defaults to `wait`. */
  readonly onBusy?: "wait" | "refuse";
  /** Ends the wait. The outcome is then `aborted`. */
  readonly signal?: AbortSignal;
}

/** Locks that give each thread one writer at a time: across calls, and with a database across processes. */
export interface ThreadLocks {
  /** Acquires a thread: waits in its queue, or returns `busy` at once with `onBusy: "refuse"`. */
  acquire(threadId: string, options?: AcquireOptions): Promise<Acquisition>;
}

const ON_BUSY = ["wait", "refuse"];

/**
 * Validates the arguments of `acquire` before the store is asked.
 *
 * Throws `checkpoint/invalidId` for an id that is not text or contains a NUL character, and `checkpoint/invalidOption`.
 *
 * @internal
 */
export function validateAcquire(threadId: unknown, { onBusy = "wait" }: AcquireOptions): void {
  requireLockableId(threadId);
  if (!ON_BUSY.includes(onBusy)) {
    throw checkpointErrors.invalidOption({ option: "onBusy", found: JSON.stringify(onBusy), known: ON_BUSY });
  }
}

function requireLockableId(threadId: unknown): void {
  if (typeof threadId !== "string") throw checkpointErrors.invalidId({ id: "thread_id", found: kindOf(threadId) });
  // Postgres cannot store one.
  if (threadId.includes("\0"))
    throw checkpointErrors.invalidId({ id: "thread_id", found: "text with a NUL character" });
}
