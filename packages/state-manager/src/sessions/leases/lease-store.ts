/** A lease that was taken; the store knows until when. */
export interface LeaseRow {
  readonly token: number;
}

/**
 * Where leases are kept for several processes. Every time in it comes from the clock of the database.
 *
 * @internal
 */
export interface LeaseStore {
  /** Makes the tables, and the fence on those of the stock saver; false while there is nothing to fence yet. */
  prepare(): Promise<boolean>;
  /**
   * Takes a thread that is free or whose lease has run out, with a token above all before; null when it is taken. A lease that
   * ends later than its whole duration from now was taken while the clock was ahead: it is shortened to end one duration from now.
   */
  take(threadId: string, holder: string, milliseconds: number): Promise<LeaseRow | null>;
  /** Puts the end of a lease off; false when it is no longer the thread's. */
  renew(threadId: string, token: number, milliseconds: number): Promise<boolean>;
  /** True while the token is the thread's newest: one that has run out counts until somebody else takes the thread. */
  holds(threadId: string, token: number): Promise<boolean>;
  /** Ends a lease, if it is still the thread's. */
  free(threadId: string, token: number): Promise<void>;
}
