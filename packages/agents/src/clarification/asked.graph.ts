import type { BaseMessage, BaseMessageLike } from "@langchain/core/messages";
import { isGraphBubbleUp, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ErrorInfo } from "@tidemark/core-state/internal";

/** A model, or anything else that answers messages: every chat model and every runnable over messages fits. */
export interface AnswersMessages {
  invoke(messages: BaseMessageLike[], config?: LangGraphRunnableConfig): Promise<unknown>;
}

/** What a function is given to decide, or to word a question. */
export interface ClarificationInput {
  /** The last part of the conversation. */
  readonly messages: readonly BaseMessage[];
  /** What the user has yet to say, as far as it is known. */
  readonly missing: readonly string[];
  readonly signal: AbortSignal | null;
  readonly config: LangGraphRunnableConfig;
}

/** A function or a model. */
export type AnswersClarification = AnswersMessages | ((input: ClarificationInput) => unknown);

/** What came of asking. */
export type Said =
  | { readonly outcome: "said"; readonly value: unknown }
  | { readonly outcome: "failed"; readonly message: string };

/**
 * Asks a function or a model; a failure comes back as a value.
 *
 * An abort and the host's own signals (an interrupt, a command for the parent) are thrown on: they are no failure of the model.
 *
 * @internal
 */
export async function askAbout(
  who: AnswersClarification,
  instructions: string,
  input: ClarificationInput,
): Promise<Said> {
  const { messages, signal, config } = input;
  try {
    const value: unknown =
      typeof who === "function"
        ? await who(input)
        : await who.invoke([{ role: "system", content: instructions }, ...messages], config);
    return { outcome: "said", value };
  } catch (error) {
    if (signal?.aborted === true || isGraphBubbleUp(error)) throw error;
    return { outcome: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** The failure of a model that did not stop the work, as the list of errors keeps it. */
export function notedFailure(step: string, message: string, timestamp: string): ErrorInfo {
  return { step, errorType: "model", message, timestamp, retryable: true };
}
