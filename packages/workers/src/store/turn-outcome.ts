import type { PendingInterrupt, TurnResult } from "@tidemark/state-manager";
import type { WithStatus } from "@tidemark/state-manager/internal";

type SessionOutcome = TurnResult<unknown>["outcome"];

/** Result of a turn as it is stored. Its state stays in the checkpoints of the thread. */
export type StoredOutcome =
  | { readonly outcome: "done"; readonly turnId: string | null; readonly checkpointId: string | null }
  | {
      readonly outcome: "interrupted";
      readonly turnId: string | null;
      readonly checkpointId: string | null;
      readonly interrupts: readonly PendingInterrupt[];
    }
  | { readonly outcome: Exclude<SessionOutcome, "done" | "interrupted">; readonly [detail: string]: unknown }
  | FailedTurn
  | CancelledTurn
  | SetAsideTurn;

/** The turn ended with an error of the graph. */
export interface FailedTurn {
  /** `failed`: the graph threw an error. The steps before it are stored; `continue` runs the turn again from there. */
  readonly outcome: "failed";
  /** Code of the error, if it has one. */
  readonly code: string | null;
  /** Message of the error. */
  readonly message: string;
}

/** The turn was cancelled. */
export interface CancelledTurn {
  /** `cancelled`: the turn was cancelled. If it had started, the steps before that are stored. */
  readonly outcome: "cancelled";
  /** True if the turn had started. */
  readonly started: boolean;
}

/** The turn was not tried again. */
export interface SetAsideTurn {
  /** `setAside`: processes that ran the turn alone ended or froze, as often as `maxAttempts` allows. The thread goes on without it. */
  readonly outcome: "setAside";
  /** Number of attempts. */
  readonly attempts: number;
  /** Reason, for people. */
  readonly reason: string;
}

/** Result of a turn: that of the session, or `failed`, `cancelled`, `setAside`. */
export type TurnOutcome<Value> = TurnResult<Value> | WithStatus<FailedTurn | CancelledTurn | SetAsideTurn>;
