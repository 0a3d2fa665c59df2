/** Result of a trial migration of one thread. */
export interface TriedThread {
  readonly threadId: string;
  /** Version that wrote the newest checkpoint. */
  readonly version: number;
  readonly outcome: "current" | "migrates" | "newer" | "older" | "fails";
  /** Reason, for a thread that cannot be migrated. */
  readonly problem?: string;
}

/** Result of a trial migration of all threads. Nothing was written. */
export interface MigrationReport {
  /** Number of threads by outcome. */
  readonly counts: Readonly<Record<TriedThread["outcome"], number>>;
  /** First thread that cannot be migrated. Null if all can. */
  readonly firstFailure: TriedThread | null;
}
