import { getMessages, type WithMessages } from "@tidemark/state-manager/internal";
import { speakerOf } from "@tidemark/state-manager";
import type { ReadVerdict } from "./verdict.ts";
import { agentErrors } from "../kernel/errors.ts";

/** State fields that clarification uses. */
export interface WithClarification extends WithMessages {
  readonly control_clarification_needed?: boolean;
  readonly control_clarification_count?: number;
  readonly control_missing_context?: readonly string[];
}

/** Update of a clarification decision. All fields are owned by `root`. */
export interface ClarificationUpdate {
  readonly control_clarification_needed: boolean;
  readonly control_clarification_count?: number;
  readonly control_missing_context?: readonly string[];
}

/** Reason to continue without a question. */
export type ProceedReason =
  /** The user answered the pending question. */
  | "answered"
  /** The maximum number of questions was reached. */
  | "limitReached"
  /** The model found that nothing is missing. */
  | "clear"
  /** The model's answer contains no decision. */
  | "unclear"
  /** The model call failed. */
  | "failed";

/** Decision to continue without a question. */
export interface Proceed {
  readonly outcome: "proceed";
  readonly because: ProceedReason;
  /** Missing details from earlier questions. If the user was asked, their last message answers them. */
  readonly missing: readonly string[];
  readonly update: ClarificationUpdate;
}

/** Decision to ask the user. */
export interface Clarify {
  readonly outcome: "clarify";
  readonly missing: readonly string[];
  /** Text of the question. Null when the model did not write one. */
  readonly question: string | null;
  readonly update: ClarificationUpdate;
}

/**
 * Fallback description of what is missing.
 *
 * @internal
 */
export const vagueQuery = "Query is vague or ambiguous";

/** Options of clarification decisions. */
export interface ClarificationOptions {
  /** Maximum number of questions between two answers. Defaults to 2. 0 disables questions. */
  readonly maxClarifications?: number;
}

/**
 * Decides without a model to continue. Null when a model has to decide.
 *
 * Continues when the user has just answered the pending question, and when the maximum number of questions was reached.
 * Pass the whole conversation: a shorter window may not contain the question. A conversation without a message throws
 * `agents/emptyConversation`.
 */
export function proceedWithoutModel(values: WithClarification, options: ClarificationOptions = {}): Proceed | null {
  const messages = getMessages(values);
  if (messages.length === 0) throw agentErrors.emptyConversation({ messages: 0 });
  const missing = values.control_missing_context ?? [];
  if (values.control_clarification_needed === true && isReply(messages)) return proceed("answered", missing);
  const { maxClarifications = 2 } = options;
  // NaN counts as reached: an invalid limit must not allow endless questions.
  return (values.control_clarification_count ?? 0) < maxClarifications ? null : proceed("limitReached", missing);
}

/**
 * Decides from a model's verdict whether to ask the user first. Decisions that need no model (see
 * `proceedWithoutModel`) take precedence.
 *
 * Questions are counted across turns until `answerSucceeded`. An answered question does not reset the count, so that a
 * user is not asked endlessly. Missing details are kept until then, or until the user answers. A failed or unclear
 * verdict never stops the work.
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

/** Returns the update for a successful answer: it resets the question count and the missing details. */
export function answerSucceeded(): Required<ClarificationUpdate> {
  return { control_clarification_needed: false, control_clarification_count: 0, control_missing_context: [] };
}

/** Returns the update for a question: it marks the question as pending, counts it, and stores the missing details. */
export function questionAsked(values: WithClarification, missing: readonly string[]): Required<ClarificationUpdate> {
  return {
    control_clarification_needed: true,
    control_clarification_count: (values.control_clarification_count ?? 0) + 1,
    control_missing_context: missing.length > 0 ? missing : [vagueQuery],
  };
}

function proceed(because: ProceedReason, missing: readonly string[]): Proceed {
  // Unanswered details stay missing.
  const settled = because === "answered" || because === "clear";
  const update = { control_clarification_needed: false, ...(settled && { control_missing_context: [] }) };
  return { outcome: "proceed", because, missing, update };
}

/** True when a user message directly follows an assistant message. */
function isReply(messages: readonly unknown[]): boolean {
  return speakerOf(messages.at(-1)) === "user" && speakerOf(messages.at(-2)) === "assistant";
}
