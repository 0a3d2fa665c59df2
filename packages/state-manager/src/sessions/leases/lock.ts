import { requireOption, requireThreadId } from "../../kernel/arguments.ts";

/** The right to write to one thread, for a while. */
export interface Lease {
  readonly threadId: string;
  /** Grows with every lease of the thread; a lease with a smaller token than the thread's is lost. */
  readonly token: number;
  /** True when a database keeps the lease: only then other processes know its token. */
  readonly durable: boolean;
  /** Aborted as soon as it is known that the lease is lost. */
  readonly signal: AbortSignal;
  /** Asks the store whether this is still the thread's lease. Throws `state-manager/locksUnavailable` when it does not answer. */
  holds(): Promise<boolean>;
  /**
   * Releases the thread; a second call, or one for a lost lease, does nothing. It does not throw: where the store fails, it is
   * tried again in the background, and the lease runs out at the latest.
   */
  release(): Promise<void>;
}

/** Result of asking for a thread. */
export type Acquisition =
  | { readonly outcome: "acquired"; readonly lease: Lease }
  /** Somebody else writes to the thread, and the caller did not want to wait. */
  | { readonly outcome: "busy"; readonly threadId: string; readonly until: string | null }
  /** The caller's signal was aborted while it waited. */
  | { readonly outcome: "aborted"; readonly threadId: string };

/** How to ask for a thread. */
export interface AcquireOptions {
  /** `wait` stands in the queue, `refuse` answers `busy` at once. Defaults to `wait`. */
  readonly onBusy?: "wait" | "refuse";
  readonly signal?: AbortSignal;
}

/** One writer per thread at a time: across calls, and, with a store, across processes. */
export interface ThreadLocks {
  acquire(threadId: string, options?: AcquireOptions): Promise<Acquisition>;
}

/**
 * Throws `state-manager/invalidThreadId` and `state-manager/invalidOption` before anything is asked for.
 *
 * @internal
 */
export function checkAcquire(threadId: unknown, { onBusy = "wait" }: AcquireOptions): void {
  requireThreadId(threadId);
  requireOption("onBusy", onBusy, ["wait", "refuse"]);
}
