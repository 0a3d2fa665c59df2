import type { PendingInterrupt, Waiting } from "../kernel/pending-interrupt.ts";
import type { UserRefusal } from "../users/stored-values.ts";

/** Unfinished turn that a new message has found, and what was done with it. */
export interface PreviousTurn {
  /**
   * `finished`: its nodes ran to its end before the new turn began. `ended`: the nodes that had not finished did not run again, and what they had
   * done is missing in the state.
   */
  readonly outcome: "finished" | "ended";
  /** Id of the turn; null for a state without turns. */
  readonly turnId: string | null;
  /** Nodes that had not finished when the message arrived. */
  readonly nodes: readonly string[];
}

/**
 * Result of a turn of a session. `Value` is the state.
 *
 * `status` says how the turn stands: `done`, `waiting` for people, or the outcome of a call that did not run to its end.
 */
export type TurnResult<Value> = WithStatus<RunResult<Value>>;

/** Results with the status of their turn. */
export type WithStatus<Result extends { readonly outcome: string }> = Result extends { readonly outcome: infer Outcome }
  ? Result & { readonly status: Outcome extends "interrupted" ? "waiting" : Outcome }
  : never;

/** Adds the status of the turn to a result. */
export function withStatus<Result extends { readonly outcome: string }>(result: Result): WithStatus<Result> {
  const status = result.outcome === "interrupted" ? "waiting" : result.outcome;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not relate the outcome to the status
  return { ...result, status } as unknown as WithStatus<Result>;
}

/** Result of a run. */
export type RunResult<Value> =
  | {
      /** `done`: the turn ended and is stored. */
      readonly outcome: "done";
      /** Id of the turn; null for a state without turns. */
      readonly turnId: string | null;
      /** Answer of the turn: `execution_final_answer`, or the text of a last message by an assistant; null for none. */
      readonly answer: string | null;
      /** Stored state, frozen. */
      readonly state: Value;
      /**
       * Writes of user fields that were not stored, such as a value that another conversation of the user has changed meanwhile. Absent
       * if there are none.
       */
      readonly refused?: readonly UserRefusal[];
      /** True if the turn was running when the message was sent, and an agent of it has read the message. */
      readonly steered?: true;
      /** The unfinished turn that a new message has found before its own turn began. Absent if there was none. */
      readonly previous?: PreviousTurn;
    }
  | (Waiting & {
      /** `interrupted`: the graph waits for people. Pass each of the `approvals` and `questions` to the session. */
      readonly outcome: "interrupted";
      /** Id of the turn; null for a state without turns. */
      readonly turnId: string | null;
      /** Stored state, frozen. */
      readonly state: Value;
      /** Interrupts that wait for an answer, each with the `id` for `resume`. */
      readonly interrupts: readonly PendingInterrupt[];
      /** True if the turn was running when the message was sent. An agent reads the message after the answer, if none has yet. */
      readonly steered?: true;
      /** The unfinished turn that a new message has found before its own turn began. Absent if there was none. */
      readonly previous?: PreviousTurn;
    })
  | SessionRefusal;

/** Reason why nothing was run, or why a run did not finish. */
export type SessionRefusal =
  | {
      /** `busy`: another turn of this thread is running, and `onBusy` is `refuse`. Nothing was run. */
      readonly outcome: "busy";
      /** Id of the thread. */
      readonly threadId: string;
    }
  | {
      /** `aborted`: the caller's signal was aborted. A turn that had started is left unfinished. */
      readonly outcome: "aborted";
      /** Id of the thread. */
      readonly threadId: string;
    }
  | {
      /**
       * `fenced`: the lease was lost before the call ended, and another caller may have the thread. If `stored` is true, do not
       * repeat the call.
       */
      readonly outcome: "fenced";
      /** Id of the thread. */
      readonly threadId: string;
      /** Fencing token of the lost lease. */
      readonly token: number;
      /**
       * True if the complete result was stored and is part of the thread: do not repeat the call. Otherwise the thread contains at
       * most the steps before the loss.
       */
      readonly stored: boolean;
    }
  | {
      /**
       * `superseded`: the result was stored, but the saver returns another checkpoint as the newest one. A clock was set back, the
       * clock of another machine is behind, or a program wrote to the thread without a session. If `stored` is true, do not repeat
       * the call.
       */
      readonly outcome: "superseded";
      /** Id of the thread. */
      readonly threadId: string;
      /** Checkpoint that this call stored last. */
      readonly checkpointId: string;
      /** Checkpoint that the saver returns as the newest one. */
      readonly newestId: string;
      /**
       * True if `newestId` builds on the complete result: do not repeat the call. Otherwise the state of the thread does not
       * include the result.
       */
      readonly stored: boolean;
    }
  | {
      /**
       * `unfinished`: the previous turn is unfinished, and the message was not run. Send it again later. Either `unfinished` is `refuse`, or
       * the previous turn could not be finished: it has asked a question (`interrupts`) or a node has failed (`error`). Also the outcome of an
       * edit: the nodes of the turn would run again under other keys, and their effects would happen twice. Call `continue` first. `continue`
       * itself has it for the turn of an imported document, which nobody here has begun; the next message, or `end`, ends that turn.
       */
      readonly outcome: "unfinished";
      /** Id of the unfinished turn; null for a state without turns. */
      readonly turnId: string | null;
      /** Nodes that have not finished. */
      readonly nodes: readonly string[];
      /** Questions that the previous turn asks now. After an answer, or if the message is sent again, the thread goes on. */
      readonly interrupts?: readonly PendingInterrupt[];
      /** Error of the node that has failed again. `unfinished: "end"` goes on without it. */
      readonly error?: unknown;
    }
  | {
      /** `alreadyResolved`: this interrupt was already answered. The first answer counts. */
      readonly outcome: "alreadyResolved";
      /** Id that was passed to `resume`. */
      readonly interruptId: string;
    }
  | {
      /** `abandoned`: the thread continued without an answer to this interrupt, so it no longer waits. */
      readonly outcome: "abandoned";
      /** Id that was passed to `resume`, or that of the question whose turn had read the message. */
      readonly interruptId: string;
    }
  | {
      /** `unknownInterrupt`: the thread never had an interrupt with this id. */
      readonly outcome: "unknownInterrupt";
      /** Id that was passed to `resume`. */
      readonly interruptId: string;
      /** Ids of the interrupts that wait for an answer. */
      readonly pending: readonly string[];
    }
  | {
      /**
       * `changedRequest`: the answer approves or edits a request whose hash is not the one that the answer names, so another content was
       * shown. Nothing was run, and the interrupt waits as before.
       */
      readonly outcome: "changedRequest";
      /** Id that was passed to `resume`. */
      readonly interruptId: string;
      /** Id of the request. */
      readonly requestId: string;
    }
  | {
      /**
       * `notAllowed`: a rule says who may decide this request, and the user of the session is not among them, or the session has no user.
       * Also the outcome of an answer to a wait that does not come from the application itself; then `requestId` is that of the interrupt.
       * Nothing was run, and the interrupt waits as before.
       */
      readonly outcome: "notAllowed";
      /** Id that was passed to `resume`, or that of the answer that was passed to `decide`. */
      readonly interruptId: string;
      /** Id of the request. */
      readonly requestId: string;
      /** Reason as a sentence for the person who answered. */
      readonly reason: string;
    }
  | {
      /** `notDue`: the time of this timer has not come. Nothing was run, and the turn waits as before. */
      readonly outcome: "notDue";
      /** Id that was passed to `resume`. */
      readonly interruptId: string;
      /** Time of the timer, in ISO 8601. */
      readonly until: string;
    }
  | {
      /** `nothingToContinue`: the thread has no unfinished turn. */
      readonly outcome: "nothingToContinue";
      /** Id of the thread. */
      readonly threadId: string;
    }
  | {
      /** `missingNode`: the thread waits at nodes that the graph no longer has. */
      readonly outcome: "missingNode";
      /** Names of the missing nodes. */
      readonly nodes: readonly string[];
    };
