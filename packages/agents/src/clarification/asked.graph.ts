import type { BaseMessage, BaseMessageLike } from "@langchain/core/messages";
import { isGraphBubbleUp, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ErrorInfo } from "@tidemark/core-state/internal";

/** A model, or any other runnable over messages. */
export interface AnswersMessages {
  invoke(messages: BaseMessageLike[], config?: LangGraphRunnableConfig): Promise<unknown>;
}

/** Argument of a function that decides or writes a question. */
export interface ClarificationInput {
  /** Most recent part of the conversation. */
  readonly messages: readonly BaseMessage[];
  /** Missing details the user has not given yet. */
  readonly missing: readonly string[];
  readonly signal: AbortSignal | null;
  readonly config: LangGraphRunnableConfig;
}

/** Function or model. */
export type AnswersClarification = AnswersMessages | ((input: ClarificationInput) => unknown);

/** Result of asking a function or model. */
export type AskOutcome =
  | { readonly outcome: "answered"; readonly value: unknown }
  | { readonly outcome: "failed"; readonly message: string };

/**
 * Calls a function or model. Returns a failure as a value.
 *
 * An abort and LangGraph's own signals (an interrupt, a command for the parent graph) are rethrown: they are not
 * failures of the model.
 *
 * @internal
 */
export async function askAbout(
  source: AnswersClarification,
  instructions: string,
  input: ClarificationInput,
): Promise<AskOutcome> {
  const { messages, signal, config } = input;
  try {
    const value: unknown =
      typeof source === "function"
        ? await source(input)
        : await source.invoke([{ role: "system", content: instructions }, ...messages], config);
    return { outcome: "answered", value };
  } catch (error) {
    if (signal?.aborted === true || isGraphBubbleUp(error)) throw error;
    return { outcome: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns a model failure that did not stop the work, as an entry of `control_errors`. */
export function modelFailureEntry(step: string, message: string, timestamp: string): ErrorInfo {
  return { step, errorType: "model", message, timestamp, retryable: true };
}
