import type { Blame } from "tidemark";
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
  /** Visible fields: those that the application declares come first. */
  readonly fields: readonly FieldView[];
}

/** A field of the state, from its declaration. */
export interface FieldView {
  readonly name: string;
  readonly description: string;
  readonly lifetime: string;
  readonly owners: readonly string[];
  readonly default: unknown;
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

/** Current state of a thread. */
export interface ThreadView {
  readonly threadId: string;
  /** Changes with every change of the thread; null before the first turn. */
  readonly revision: string | null;
  readonly messages: readonly MessageView[];
  /** Questions that were answered or dropped, in the order in which they were asked. */
  readonly asked: readonly AskedView[];
  /** Ids of the messages that asked for something which only typed text can answer. The question of the last message is open. */
  readonly asking: readonly string[];
  /** Answers that the open question of the last message offers as buttons; the text of each is sent as if it had been typed. */
  readonly answers: readonly TypedAnswer[];
  readonly questions: readonly QuestionView[];
  /** True while another process runs a turn, and after a turn was interrupted. */
  readonly unfinished: boolean;
  /** True while this server runs a turn. */
  readonly running: boolean;
}

/** A message of the conversation. */
export interface MessageView {
  readonly id: string;
  readonly speaker: "user" | "assistant";
  readonly text: string;
}

/** An open question; an answer refers to it by id. */
export interface QuestionView extends AskedQuestion {
  readonly interruptId: string;
}

/** A question of the past, as it was asked and answered. */
export interface AskedView {
  readonly interruptId: string;
  /** Id of the message that it follows; null for a question before the first message. */
  readonly after: string | null;
  readonly text: string;
  readonly notes: readonly string[];
  readonly conflicts: readonly string[];
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

/** A change of a conversation, by any client. */
export interface ThreadChange {
  readonly revision: string | null;
  /** True while this server runs a turn. */
  readonly running: boolean;
}

/** State of a conversation, for developers. */
export interface ThreadDetails {
  /** Visible values of the state. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly writtenBy: WrittenBy;
  /** Plan of the newest turn; null without one. */
  readonly plan: PlanView | null;
  /** Steps of the flow that the newest turn reached; empty without a flow. */
  readonly path: readonly string[];
  /** Proposals, commits, approvals and answers of agents, newest first. */
  readonly activity: readonly ActivityLine[];
}

/** A plan with the position of the turn. */
export interface PlanView {
  readonly steps: readonly PlannedStep[];
  /** Number of the next step, from 0; null if the state records none. */
  readonly index: number | null;
}

/** A step of a plan. */
export interface PlannedStep {
  readonly agent: string;
  readonly task: string;
  readonly status: "pending" | "in_progress" | "completed" | "failed" | "skipped";
  readonly error: string | null;
}

/** One entry of the activity list. */
export interface ActivityLine {
  readonly key: string;
  readonly kind: "proposal" | "commit" | "refusal" | "approval" | "answer" | "other";
  readonly who: string;
  readonly what: string;
  readonly why: string;
  /** Time as ISO 8601. */
  readonly at: string;
}

/** Author of each field whose value differs from its default. */
export type WrittenBy = Readonly<Record<string, Blame>>;
