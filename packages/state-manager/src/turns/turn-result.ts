/** Interrupt that waits for an answer. */
export interface PendingInterrupt {
  readonly id: string;
  /** Value that the node passed to `interrupt`. */
  readonly value: unknown;
  /** Node that waits. */
  readonly node: string;
}

/** Result of a turn of a session. `Value` is the state. */
export type TurnResult<Value> =
  | { readonly outcome: "done"; readonly turnId: string | null; readonly state: Value }
  /** The graph waits for answers; pass the id of each interrupt to `resume`. */
  | {
      readonly outcome: "interrupted";
      readonly turnId: string | null;
      readonly state: Value;
      readonly interrupts: readonly PendingInterrupt[];
    }
  | SessionRefusal;

/** Reason why nothing was run, or why a run did not finish. */
export type SessionRefusal =
  /** Another turn of this thread is running, and `onBusy` is `refuse`. */
  | { readonly outcome: "busy"; readonly threadId: string }
  /** The caller's signal was aborted. */
  | { readonly outcome: "aborted"; readonly threadId: string }
  /**
   * The lease was lost before the call ended, and another caller may own the thread. `stored` is true when the complete result was
   * stored before and is part of the thread: do not repeat the call. Otherwise only the checkpoints before the loss are stored.
   */
  | { readonly outcome: "fenced"; readonly threadId: string; readonly token: number; readonly stored: boolean }
  /**
   * The checkpoint `checkpointId` of this call was stored, but the saver returns `newestId` as the newest one: a clock was set
   * back, the clock of another machine is behind, or another program wrote to the thread without a session. `stored` is true when
   * `newestId` builds on the complete result: do not repeat the call. Otherwise the state of the thread does not include it.
   */
  | {
      readonly outcome: "superseded";
      readonly threadId: string;
      readonly checkpointId: string;
      readonly newestId: string;
      readonly stored: boolean;
    }
  /** The previous turn is unfinished, and `unfinished` is `refuse`. */
  | { readonly outcome: "unfinished"; readonly turnId: string | null; readonly nodes: readonly string[] }
  /** The interrupt was already answered; the first answer counts. */
  | { readonly outcome: "alreadyResolved"; readonly interruptId: string }
  /** The interrupt no longer waits: the thread continued without an answer. */
  | { readonly outcome: "abandoned"; readonly interruptId: string }
  /** The thread never had such an interrupt. */
  | { readonly outcome: "unknownInterrupt"; readonly interruptId: string; readonly pending: readonly string[] }
  /** The thread has no unfinished turn. */
  | { readonly outcome: "nothingToContinue"; readonly threadId: string }
  /** The thread waits at nodes that the graph no longer has. */
  | { readonly outcome: "missingNode"; readonly nodes: readonly string[] };
