import type { Clock, PendingInterrupt, SessionGraph, TurnOptions, TurnResult } from "tidemark";
import type { ApprovalRequest } from "tidemark/agents";

/** An application as a terminal needs it. What the web page needs too has the same name there. */
export interface TerminalApplication<State extends object, Details extends object = object> {
  readonly graph: Pick<SessionGraph, "getState">;
  /** Name of the application, a sentence about it, and requests to try. They greet a person who starts a conversation. */
  readonly title?: string;
  readonly intro?: string;
  readonly suggestions?: readonly string[];
  /** Opens the session of a thread. */
  readonly session: (threadId: string) => TerminalSession<State>;
  readonly thread: string;
  /** Builds the input of a turn from the typed text. Defaults to the text itself. */
  readonly input?: (text: string) => string | object;
  /** Renders a custom question, whose choices are numbered; null falls back to the standard rendering. */
  readonly question?: (value: unknown) => ShownQuestion | null;
  /** Labels of the two answers to a request for approval. Defaults to `Approve` and `Reject`. */
  readonly approvalLabels?: (request: ApprovalRequest) => { readonly approve: string; readonly reject: string };
  /**
   * Returns the answer that typed text gives to the open question; null for text that starts a new turn. By default, yes and no answer
   * approvals, and any text answers other questions.
   */
  readonly answerTo?: (text: string, waiting: PendingInterrupt) => unknown;
  /** What a result tells of the state besides the standard properties. An `outcome` replaces `answered`. */
  readonly details?: (state: Partial<State>) => Details;
  readonly clock?: Pick<Clock, "now">;
}

/** The part of a session that a terminal uses; `openSession` creates one. */
interface TerminalSession<State extends object> {
  stream(input: string | object, options?: TurnOptions): AsyncGenerator<unknown, TurnResult<State>>;
  streamResume(id: string, answer: unknown, options?: TurnOptions): AsyncGenerator<unknown, TurnResult<State>>;
  streamContinue(options?: TurnOptions): AsyncGenerator<unknown, TurnResult<State>>;
  state(): Promise<State | null>;
  pending(): Promise<readonly PendingInterrupt[]>;
}

/** A question as people see it. */
export interface ShownQuestion {
  readonly text: string;
  /** Additional information, one sentence each. */
  readonly notes: readonly string[];
  /** Choices in the order of their numbers. */
  readonly choices: readonly {
    readonly label: string;
    /** Consequences of the choice, one sentence each. */
    readonly notes: readonly string[];
    /** Plain JSON to resume the session with. */
    readonly answer: unknown;
    /** The choice that `--yes` takes, a neutral one, or the refusal. */
    readonly role: "recommended" | "plain" | "refusal";
  }[];
}

/** Result of a turn, and the last line of its JSON output. */
export type Result<Details extends object = object> = Readonly<Details> & {
  readonly type: "result";
  /** `answered`, `clarification`, `approval` for an open question, `failed`, or an outcome of the application. */
  readonly outcome: string;
  readonly message: string;
  readonly thread: string | null;
  /** The open question. `typed` says what answers it: the number of a choice, or text. */
  readonly question: (ShownQuestion & { readonly typed: "number" | "text" }) | null;
};
