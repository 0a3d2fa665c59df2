import type { Blame } from "tidemark";
import type { AskedQuestion } from "./application.ts";

/** What the page is told about the application, once. */
export interface ApplicationView {
  readonly title: string;
  readonly intro: string;
  readonly suggestions: readonly string[];
  readonly thread: string;
  /** The fields that may be seen: those of the application first, then those that every agent application has. */
  readonly fields: readonly FieldView[];
}

/** A field of the state, as its declaration says. */
export interface FieldView {
  readonly name: string;
  readonly description: string;
  readonly lifetime: string;
  readonly owners: readonly string[];
  readonly default: unknown;
}

/** Where a thread stands. */
export interface ThreadView {
  readonly threadId: string;
  /** Another one whenever the thread has changed; null before its first turn. */
  readonly revision: string | null;
  readonly messages: readonly MessageView[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly questions: readonly QuestionView[];
  /** True while a turn runs in some process, and after one was broken off. */
  readonly unfinished: boolean;
}

/** What somebody said. */
export interface MessageView {
  readonly id: string;
  readonly speaker: "user" | "assistant";
  /** Who of the agents speaks, where the message says. */
  readonly name: string | null;
  readonly text: string;
}

/** A question that waits; an answer names it by its id. */
export interface QuestionView extends AskedQuestion {
  readonly interruptId: string;
}

/** Who wrote each field that is not as it was at first. */
export type WrittenBy = Readonly<Record<string, Blame>>;
