/** A lease that was taken. The store knows when it expires. */
export interface LeaseRow {
  readonly token: number;
}

/**
 * Port that leases are stored through, for several processes. All times in it come from the clock of the database.
 *
 * @internal
 */
export interface LeaseStore {
  /** Creates the tables, and the fence on those of LangGraph's own saver. False while those tables are missing. */
  prepare(): Promise<boolean>;
  /**
   * Takes a thread that is free or whose lease has expired, with a token above all earlier ones. Returns null when it is taken. A
   * lease that ends later than its whole duration from now was taken while the clock was ahead: it is shortened to that duration.
   */
  take(threadId: string, holder: string, milliseconds: number): Promise<LeaseRow | null>;
  /** Extends a lease. False when it is no longer the thread's. */
  renew(threadId: string, token: number, milliseconds: number): Promise<boolean>;
  /** True if the token is the thread's newest. A lease that has expired counts until another caller takes the thread. */
  holds(threadId: string, token: number): Promise<boolean>;
  /** Ends a lease if it is still the thread's. */
  free(threadId: string, token: number): Promise<void>;
}
