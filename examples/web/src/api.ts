import type { UIMessage } from "ai";
import type { AskedQuestion, TypedAnswer } from "./application.ts";

/** Application details that the page loads once. */
export interface ApplicationView {
  readonly title: string;
  readonly intro: string;
  /** What can be typed; null without a hint. */
  readonly hint: string | null;
  readonly suggestions: readonly string[];
  readonly thread: string;
  /** True if citations in messages can be opened. */
  readonly hasSources: boolean;
  /** Label of the view beside the conversation; null without one. */
  readonly view: string | null;
}

/** A conversation in the list of conversations. */
export interface ThreadSummary {
  readonly threadId: string;
  /** Beginning of the first message; the id of the conversation without one. */
  readonly title: string;
  /** Time of the newest checkpoint, as ISO 8601. */
  readonly updatedAt: string;
  /** True if a question waits for an answer. */
  readonly isWaiting: boolean;
}

/** A change of a conversation, by any client. */
export interface ThreadChange {
  /** Changes with every change of the thread; null before the first turn. */
  readonly revision: string | null;
  /** True while this server runs a turn. */
  readonly running: boolean;
}

/** Current state of a thread. A place is the number of texts in the conversation before something. */
export interface ThreadView extends ThreadChange {
  /** Messages of the AI SDK, for `useChat`. */
  readonly messages: UIMessage[];
  /** Questions that were answered or dropped, in the order in which they were asked. */
  readonly asked: readonly AskedView[];
  /** Places of the texts that asked for something which only typed text can answer. That of the last text is open. */
  readonly asking: readonly number[];
  /** Answers that the question of the last text offers as buttons; the text of each is sent as if it had been typed. */
  readonly answers: readonly TypedAnswer[];
  readonly questions: readonly QuestionView[];
  /** True while another process runs a turn, and after a turn was interrupted. */
  readonly unfinished: boolean;
}

/** An open question; an answer refers to it by id. */
export interface QuestionView extends AskedQuestion {
  readonly interruptId: string;
}

/** A question of the past, as it was asked and answered. */
export interface AskedView extends Pick<AskedQuestion, "conflicts" | "notes" | "text"> {
  readonly interruptId: string;
  readonly place: number;
  readonly choices: readonly Pick<AskedQuestion["choices"][number], "label" | "role">[];
  /** Null for a question that was dropped, because a new message came instead of an answer. */
  readonly answer: AnswerView | null;
}

/** An answer to a question. */
export interface AnswerView {
  /** Label of the choice, or the typed text. */
  readonly text: string;
  /** Role of the choice; `typed` for text that selects none. */
  readonly role: "recommended" | "plain" | "refusal" | "typed";
  /** True for a choice that removed something. */
  readonly isDestructive: boolean;
  /** Text that was typed, also if it selects a choice; null for a button. */
  readonly typed: string | null;
  /** The person who decided, if the state records it. */
  readonly by: string | null;
  /** Time of the answer, as ISO 8601; null while its step has not finished. */
  readonly at: string | null;
}
