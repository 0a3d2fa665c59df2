import { getMessages, type WithMessages } from "@tidemark/state-manager/internal";
import { speakerOf } from "@tidemark/state-manager";
import type { ReadVerdict } from "./verdict.ts";
import { agentErrors } from "../kernel/errors.ts";

/** The part of a state that remembers what the user was asked. */
export interface WithClarification extends WithMessages {
  readonly control_clarification_needed?: boolean;
  readonly control_clarification_count?: number;
  readonly control_missing_context?: readonly string[];
}

/** What a decision writes; all of it is owned by "root". */
export interface ClarificationUpdate {
  readonly control_clarification_needed: boolean;
  readonly control_clarification_count?: number;
  readonly control_missing_context?: readonly string[];
}

/** Why the work goes on without a question. */
export type ProceedReason =
  /** The user answered the question that waited. */
  | "answered"
  /** As many questions were asked as may be. */
  | "limitReached"
  /** The model found that nothing is missing. */
  | "clear"
  /** The model's words decide nothing. */
  | "unclear"
  /** The model could not be asked. */
  | "failed";

/** The decision to go on. */
export interface Proceed {
  readonly outcome: "proceed";
  readonly because: ProceedReason;
  /** What had been missing, for the one who goes on; the user's last message answers it when they were asked. */
  readonly missing: readonly string[];
  readonly update: ClarificationUpdate;
}

/** The decision to ask. */
export interface Clarify {
  readonly outcome: "clarify";
  readonly missing: readonly string[];
  /** The words of the question, when the model gave them. */
  readonly question: string | null;
  readonly update: ClarificationUpdate;
}

/**
 * What is missing when the model says no more than that something is.
 *
 * @internal
 */
export const vagueQuery = "Query is vague or ambiguous";

/** How far clarification may go. */
export interface ClarificationOptions {
  /** How many questions may be asked between two answers; 2 when not said, 0 for none. */
  readonly maxClarifications?: number;
}

/**
 * Says whether the work goes on without asking a model; null when a model has to decide.
 *
 * It does when the user has just answered the question that waited, and when no further question may be asked. Give it the
 * whole conversation, not a window of it: the question stands before the answer. A conversation without a message throws
 * `agents/emptyConversation`.
 */
export function proceedWithoutModel(values: WithClarification, options: ClarificationOptions = {}): Proceed | null {
  const messages = getMessages(values);
  if (messages.length === 0) throw agentErrors.emptyConversation({ messages: 0 });
  const missing = values.control_missing_context ?? [];
  if (values.control_clarification_needed === true && isReply(messages)) return proceed("answered", missing);
  const { maxClarifications = 2 } = options;
  // A limit that is no number forbids; it must never allow without end.
  return (values.control_clarification_count ?? 0) < maxClarifications ? null : proceed("limitReached", missing);
}

/**
 * Decides whether to ask the user first, by what a model said; what settles it without a model (see `proceedWithoutModel`)
 * comes first.
 *
 * Questions are counted over turns, until `answerSucceeded` says that the user got an answer: an answered question does not
 * start the count anew, so that a user is never asked without end. What is missing is remembered until then, or until
 * the user answers. A model that failed, or said something else, never stops the work.
 *
 * @example
 * ```ts
 * import { decideClarification, readVerdict } from "@tidemark/agents/internal";
 *
 * const messages = [{ role: "user", content: "Tell me about it" }];
 * const decision = decideClarification({ messages }, readVerdict("CLARIFICATION: which paper"));
 * console.log(decision.outcome, decision.missing); // clarify [ 'which paper' ]
 * ```
 */
export function decideClarification(
  values: WithClarification,
  verdict: ReadVerdict,
  options: ClarificationOptions = {},
): Clarify | Proceed {
  const settled = proceedWithoutModel(values, options);
  if (settled !== null) return settled;
  if (verdict.verdict === "clarify") {
    const update = questionAsked(values, verdict.missing);
    return { outcome: "clarify", missing: update.control_missing_context, question: verdict.question, update };
  }
  const missing = values.control_missing_context ?? [];
  return proceed(verdict.verdict === "proceed" ? "clear" : verdict.verdict, missing);
}

/** The update for an answer that succeeded: the next question is the first again, and nothing is missing any more. */
export function answerSucceeded(): Required<ClarificationUpdate> {
  return { control_clarification_needed: false, control_clarification_count: 0, control_missing_context: [] };
}

/** The update for a question: it waits for the user's answer, it is counted, and what is missing is remembered. */
export function questionAsked(values: WithClarification, missing: readonly string[]): Required<ClarificationUpdate> {
  return {
    control_clarification_needed: true,
    control_clarification_count: (values.control_clarification_count ?? 0) + 1,
    control_missing_context: missing.length > 0 ? missing : [vagueQuery],
  };
}

function proceed(because: ProceedReason, missing: readonly string[]): Proceed {
  // What nobody answered stays missing.
  const settled = because === "answered" || because === "clear";
  const update = { control_clarification_needed: false, ...(settled && { control_missing_context: [] }) };
  return { outcome: "proceed", because, missing, update };
}

/** The user's word directly after the assistant's. */
function isReply(messages: readonly unknown[]): boolean {
  return speakerOf(messages.at(-1)) === "user" && speakerOf(messages.at(-2)) === "assistant";
}
