import type { Clock, PendingInterrupt, SessionGraph, StateDeclaration, TurnOptions, TurnResult } from "tidemark";

/** What the page needs of an application; `graph` and `session` are those that the terminal talks to. */
export interface WebApplication {
  readonly title: string;
  /** One sentence under the title. */
  readonly intro: string;
  /** Things to say, for who does not know how to begin. */
  readonly suggestions?: readonly string[];
  readonly state: StateDeclaration;
  readonly graph: Pick<SessionGraph, "getState" | "getStateHistory"> & { readonly channels?: object };
  /** Opens the session of a thread; its locks keep the terminal and the page out of each other's way. */
  readonly session: (threadId: string) => WebSession;
  /** The thread of a page whose address names none. */
  readonly thread: string;
  /** The input of the turn that begins with this text; the text itself when not said. */
  readonly input?: (text: string) => string | object;
  /** Reads a question that is the application's own; what it gives null for is shown as usual. */
  readonly question?: (value: unknown) => AskedQuestion | null;
  /**
   * Says whether a typed text answers the question that waits, or is something new, which drops the question; when not
   * said, yes and no are answers to approvals, and everything is an answer to other questions.
   */
  readonly isAnswer?: (text: string, waiting: PendingInterrupt) => boolean;
  /** Further fields that do not leave, beside those declared with `ui: false`. */
  readonly hidden?: readonly string[];
  readonly clock?: Pick<Clock, "now">;
}

/** What the page does with a session; `openSession` makes one. */
export interface WebSession {
  readonly threadId: string;
  stream(input: string | object, options?: TurnOptions): AsyncGenerator<unknown, TurnResult<object>>;
  streamResume(
    interruptId: string,
    answer: unknown,
    options?: TurnOptions,
  ): AsyncGenerator<unknown, TurnResult<object>>;
  streamContinue(options?: TurnOptions): AsyncGenerator<unknown, TurnResult<object>>;
  state(): Promise<object | null>;
  pending(): Promise<readonly PendingInterrupt[]>;
}

/** A question as the page shows it. */
export interface AskedQuestion {
  readonly text: string;
  /** What else there is to know, one sentence each: what speaks against it, why it is asked again. */
  readonly notes: readonly string[];
  /** The buttons; none where only words can answer. */
  readonly choices: readonly OfferedChoice[];
}

/** One button. */
export interface OfferedChoice {
  readonly label: string;
  /** What else comes of it, one sentence each. */
  readonly notes: readonly string[];
  /** What the session is resumed with: plain JSON. */
  readonly answer: unknown;
  /** The way to take without further thought, or the way out. */
  readonly role: "recommended" | "plain" | "refusal";
}
