import type { Clock, PendingInterrupt, SessionGraph, TurnOptions, TurnResult } from "tidemark";
import type { ApprovalRequest } from "tidemark/schemas";

/** An application as a terminal needs it. That of the web page fits: what both need has the same name. */
export interface TerminalApplication<State extends object, Details extends object = object> {
  readonly graph: Pick<SessionGraph, "getState">;
  /** Opens the session of a thread. */
  readonly session: (threadId: string) => TerminalSession<State>;
  readonly thread: string;
  /** Builds the input of a turn from the typed text. Defaults to the text itself. */
  readonly input?: (text: string) => string | object;
  /** Renders a custom question, whose choices are numbered; null falls back to the standard rendering. */
  readonly question?: (value: unknown) => ShownQuestion | null;
  /** Labels of the two answers to a request for approval. Defaults to `Approve` and `Reject`. */
  readonly approvalLabels?: (request: ApprovalRequest) => { readonly approve: string; readonly reject: string };
  /** Decides whether typed text answers the open question. By default, yes and no answer approvals, and any text other questions. */
  readonly isAnswer?: (text: string, waiting: PendingInterrupt) => boolean;
  /** Returns the answer that typed text gives to the open question; null for a new turn. Used instead of `isAnswer`. */
  readonly answerTo?: (text: string, waiting: PendingInterrupt) => unknown;
  /** What a result tells of the state besides the standard properties. An `outcome` replaces the standard one of a turn that ended. */
  readonly details?: (state: Partial<State>) => Details;
  readonly clock?: Pick<Clock, "now">;
}

/** The part of a session that a terminal uses; `openSession` creates one. */
export interface TerminalSession<State extends object> {
  readonly threadId: string;
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
  readonly choices: readonly ShownChoice[];
}

/** A choice of a question. */
export interface ShownChoice {
  readonly label: string;
  /** Consequences of the choice, one sentence each. */
  readonly notes: readonly string[];
  /** Plain JSON to resume the session with. */
  readonly answer: unknown;
  /** The choice that `--yes` takes, a neutral one, or the refusal. */
  readonly role: "recommended" | "plain" | "refusal";
}

/** Result of a turn, the last line of its JSON output. */
export type Result<Details extends object = object> = Readonly<Details> & {
  readonly type: "result";
  /**
   * `clarification` asks for more words, `approval` asks a question before something is done, and `failed` is a turn that failed or did not
   * run. Applications have further ones.
   */
  readonly outcome: string;
  readonly message: string;
  readonly thread: string | null;
  /** The open question. `typed` says which words answer it: numbers of choices, or free text. */
  readonly question: (ShownQuestion & { readonly typed: "numbers" | "text" }) | null;
};
