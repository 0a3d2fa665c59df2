/** The right to write to one thread, for a while. */
export interface Lease {
  readonly threadId: string;
  /** Grows with every lease of the thread; who holds a smaller one than the thread's has lost it. */
  readonly token: number;
  /** True when a database keeps the lease: only then other processes know its token. */
  readonly durable: boolean;
  /** Aborted as soon as it is known that the lease is lost. */
  readonly signal: AbortSignal;
  /** Asks the store whether this is still the thread's lease. */
  holds(): Promise<boolean>;
  /** Gives the thread back; a second call, or one for a lost lease, does nothing. */
  release(): Promise<void>;
}

/** What came of asking for a thread. */
export type Acquisition =
  | { readonly outcome: "acquired"; readonly lease: Lease }
  /** Somebody else writes to the thread, and the caller did not want to wait. */
  | { readonly outcome: "busy"; readonly threadId: string; readonly until: string | null }
  /** The caller's signal was aborted while it waited. */
  | { readonly outcome: "aborted"; readonly threadId: string };

/** How to ask for a thread. */
export interface AcquireOptions {
  /** `wait` (if not said) stands in line; `refuse` answers `busy` at once. */
  readonly onBusy?: "wait" | "refuse";
  readonly signal?: AbortSignal;
}

/** One writer per thread at a time: across calls, and, with a store, across processes. */
export interface ThreadLocks {
  acquire(threadId: string, options?: AcquireOptions): Promise<Acquisition>;
}
