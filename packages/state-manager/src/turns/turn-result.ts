/** A question of the graph that waits for an answer. */
export interface PendingInterrupt {
  readonly id: string;
  /** What the node asks with. */
  readonly value: unknown;
  /** The node that waits. */
  readonly node: string;
}

/** What came of a turn, or of what was asked of a session. `Value` is the state. */
export type TurnResult<Value> =
  | { readonly outcome: "done"; readonly turnId: string | null; readonly state: Value }
  /** The graph waits for answers: `resume` with the id of each. */
  | {
      readonly outcome: "interrupted";
      readonly turnId: string | null;
      readonly state: Value;
      readonly interrupts: readonly PendingInterrupt[];
    }
  | SessionRefusal;

/** Why nothing was run, or why a run did not get to its end. */
export type SessionRefusal =
  /** Somebody else has a turn on this thread, and the caller did not want to wait. */
  | { readonly outcome: "busy"; readonly threadId: string }
  /** The caller's signal was aborted. */
  | { readonly outcome: "aborted"; readonly threadId: string }
  /**
   * The lease was lost before the call ended, and the thread may have gone to another caller. `stored` is true when everything
   * of this call was stored before and is part of the thread: do not repeat it. Otherwise what was stored before the loss is
   * kept, and the rest is not stored.
   */
  | { readonly outcome: "fenced"; readonly threadId: string; readonly token: number; readonly stored: boolean }
  /**
   * The checkpoint `checkpointId` of this call was stored, but the saver shows `newestId` as the newest one: a clock was set back,
   * a second host is behind, or somebody wrote past the session. `stored` is true when the newest one builds on everything
   * of this call: do not repeat it. Otherwise the state of the thread is one without this call.
   */
  | {
      readonly outcome: "superseded";
      readonly threadId: string;
      readonly checkpointId: string;
      readonly newestId: string;
      readonly stored: boolean;
    }
  /** The turn before was broken off, and the session is not to go on without being told. */
  | { readonly outcome: "unfinished"; readonly turnId: string | null; readonly nodes: readonly string[] }
  /** This interrupt was answered before; the answer that came first counts. */
  | { readonly outcome: "alreadyResolved"; readonly interruptId: string }
  /** Nobody answered this interrupt, and it no longer waits: the thread went on without an answer. */
  | { readonly outcome: "abandoned"; readonly interruptId: string }
  /** The thread never had such an interrupt. */
  | { readonly outcome: "unknownInterrupt"; readonly interruptId: string; readonly pending: readonly string[] }
  /** The thread is at rest: there is no turn to go on with. */
  | { readonly outcome: "nothingToContinue"; readonly threadId: string }
  /** The thread waits at nodes that the graph does not have any more. */
  | { readonly outcome: "missingNode"; readonly nodes: readonly string[] };
