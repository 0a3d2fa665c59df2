import type { Clock, PendingInterrupt, SessionGraph, StateDeclaration, TurnOptions, TurnResult } from "tidemark";
import type { ApprovalRequest } from "tidemark/agents";
import type { Turns } from "tidemark/workers";

/** An application as the page needs it; `graph` and `session` are the ones that the terminal uses. */
export interface WebApplication {
  readonly title: string;
  /** One sentence under the title. */
  readonly intro: string;
  /** What a person can type, in one or two sentences, shown in a new conversation. */
  readonly hint?: string;
  /** Example messages, shown in a new conversation. */
  readonly suggestions?: readonly string[];
  readonly state: StateDeclaration;
  readonly graph: Pick<SessionGraph, "checkpointer" | "getState" | "getStateHistory"> & { readonly channels?: object };
  /** Opens the session of a thread. The locks of its database keep the terminal and the page from running turns at the same time. */
  readonly session: (threadId: string) => WebSession;
  /** Workers that run the turns. By default, this process runs them in `session`. */
  readonly workers?: WorkerTurns;
  /** Thread to open when the address of the page names none. */
  readonly thread: string;
  /** Builds the input of a turn from the typed text. Defaults to the text itself. */
  readonly input?: (text: string) => string | object;
  /**
   * Labels of the buttons that answer a request for approval, such as `Cancel booking`, and whether an approval removes something.
   * Defaults to `Approve` and `Reject`.
   */
  readonly approvalLabels?: (request: ApprovalRequest) => ApprovalLabels;
  /** Renders a custom question; null falls back to the standard rendering. */
  readonly question?: (value: unknown) => AskedQuestion | null;
  /**
   * Decides whether typed text answers the open question; other text starts a new turn and drops the question. By default, yes
   * and no answer approvals, and any text answers other questions.
   */
  readonly isAnswer?: (text: string, waiting: PendingInterrupt) => boolean;
  /**
   * Returns the answer that typed text gives to the open question, such as `{ id, decision: "ask", question }`; null for text that starts a
   * new turn and drops the question. Used instead of `isAnswer`.
   */
  readonly answerTo?: (text: string, waiting: PendingInterrupt) => unknown;
  /**
   * Returns the answer of the choice that typed text selects, such as that of the first button for `1`, so that past questions show the
   * choice; null for other text. Questions of approvals need none.
   */
  readonly choiceOf?: (text: string, value: unknown) => unknown;
  /**
   * Returns the answers that the question of the last message offers as buttons, from the values of the state. A button sends its text as
   * if it had been typed; a string is both label and text. Defaults to none, so that the answer is typed.
   */
  readonly answers?: (values: object) => readonly (string | TypedAnswer)[];
  /**
   * Finds the section that a line such as `[1] boats.md:12, Boats` at the end of a message names; null if there is none. The page
   * turns such lines, and the numbers that refer to them, into links. `quotes` are the lines of the message that end with that number.
   */
  readonly source?: (reference: string, quotes: readonly string[]) => Source | null;
  /** View beside the conversation, such as a calendar. */
  readonly view?: WebView;
  /** Names of the fields that the page receives, instead of `messages` and those declared with `ui: true`. */
  readonly visible?: readonly string[];
  /** User of the page, whose decisions are shown as "by you". Defaults to nobody, so that each decision has its name. */
  readonly userId?: string;
  readonly clock?: Pick<Clock, "now">;
}

/** Turns that workers run. */
export interface WorkerTurns {
  readonly turns: Pick<Turns, "answer" | "continue" | "send" | "stream">;
  /** User whose turns these are. */
  readonly userId?: string;
}

/** Labels of the buttons that answer a request for approval. */
export interface ApprovalLabels {
  readonly approve: string;
  readonly reject: string;
  /** True if the approval removes something. Defaults to false. */
  readonly isDestructive?: boolean;
}

/** View of an application beside its conversation. Its code gets a `PageView` of `@tidemark/web/view`. */
export interface WebView {
  /** Label of the view. */
  readonly title: string;
  /** Absolute path of a folder with `view.js`, which exports `mount`, and `view.css`. All its files are served. */
  readonly folder: string;
  /**
   * Returns the data of the view as plain JSON. Values that open questions propose are part of it, so that the view shows them before
   * they are approved. It contains only what the page may receive. The query comes from the view and can be anything.
   */
  data(threadId: string, query: Readonly<Record<string, string>>): Promise<unknown>;
  /**
   * Performs an action of the view, such as the import of a file, and returns its result as plain JSON. The action comes from the view and
   * can be anything, at most `maxActionBytes` long. Defaults to a view without actions.
   */
  perform?(threadId: string, action: unknown): Promise<unknown>;
  /** Maximum size of an action, in bytes of its JSON. Defaults to 64 KB. */
  readonly maxActionBytes?: number;
}

/** The part of a session that the page uses; `openSession` creates one. */
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
  /** Messages of agents that wait for an answer or were stopped. */
  unfinishedMessages?(): Promise<readonly { readonly node: string; readonly message: object }[]>;
  unfinished?(): Promise<object | null>;
}

/** A button that answers in typed words. */
export interface TypedAnswer {
  readonly label: string;
  /** Text that is sent, such as the number of a choice in a question like `Which one: 1. Yoga, 2. Tennis?`. */
  readonly text: string;
}

/** Section of a document that a citation opens. It is shown as text, never as markup. */
export interface Source {
  readonly title: string;
  /** Place of the section in its document. */
  readonly place: string;
  readonly blocks: readonly SourceBlock[];
}

/** Part of a section. */
export interface SourceBlock {
  /** Text. Code between backticks is shown as code, and everything else as it is. */
  readonly text: string;
  /** `code` keeps its spaces and line breaks. Neighboring `item` blocks are one list. */
  readonly kind: "heading" | "paragraph" | "item" | "code";
  /** True for the cited passage, or the parts of the text that are cited. */
  readonly marked: boolean | readonly string[];
}

/** A question as the page shows it. */
export interface AskedQuestion {
  /** The question, and what is said with it. The sentence that ends with a question mark is the heading. */
  readonly text: string;
  /** Additional information, one sentence each, such as the reason for asking again. */
  readonly notes: readonly string[];
  /** What the proposal conflicts with, one sentence each, shown as a warning. Defaults to none. */
  readonly conflicts?: readonly string[];
  /** Buttons; empty when only typed text can answer. */
  readonly choices: readonly OfferedChoice[];
}

/** One button. */
export interface OfferedChoice {
  readonly label: string;
  /** Consequences of the choice, one sentence each. */
  readonly notes: readonly string[];
  /** Plain JSON to resume the session with. */
  readonly answer: unknown;
  /** The recommended choice, a neutral one, or the refusal. */
  readonly role: "recommended" | "plain" | "refusal";
  /** True for a choice that removes something, so that it does not look like other recommended ones. Defaults to false. */
  readonly isDestructive?: boolean;
}
