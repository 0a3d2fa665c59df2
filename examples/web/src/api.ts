import type { Blame } from "tidemark";
import type { AskedQuestion } from "./application.ts";

/** Application details that the page loads once. */
export interface ApplicationView {
  readonly title: string;
  readonly intro: string;
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

/** Current state of a thread. */
export interface ThreadView {
  readonly threadId: string;
  /** Changes with every change of the thread; null before the first turn. */
  readonly revision: string | null;
  readonly messages: readonly MessageView[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly questions: readonly QuestionView[];
  /** True while a process runs a turn, and after a turn was interrupted. */
  readonly unfinished: boolean;
}

/** A message of the conversation. */
export interface MessageView {
  readonly id: string;
  readonly speaker: "user" | "assistant";
  /** Name of the agent that wrote the message; null when the message has none. */
  readonly name: string | null;
  readonly text: string;
}

/** An open question; an answer refers to it by id. */
export interface QuestionView extends AskedQuestion {
  readonly interruptId: string;
}

/** Author of each field whose value differs from its default. */
export type WrittenBy = Readonly<Record<string, Blame>>;
