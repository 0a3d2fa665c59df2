import type { BaseMessage } from "@langchain/core/messages";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ConversationWindow } from "./conversation-view.graph.ts";

/** View that models have of a long conversation. */
export interface ConversationOptions {
  /**
   * The newest messages that models see: at most `max` messages, and at most `maxTokens` tokens. Calls of tools stay with their results,
   * and the newest message of the user is always shown, even if it alone is larger. `countTokens` counts one message; it defaults to one
   * token for four bytes.
   */
  readonly window: ConversationWindow;
  /** A summary of the older messages, which models read before the window. Defaults to none: models do not see older messages. */
  readonly summary?: ConversationSummaryOptions;
}

/** Options of the summary of a conversation. */
export interface ConversationSummaryOptions {
  /** Model that writes the summary, or its name. Defaults to the model of the graph. */
  readonly model?: BaseChatModel | string;
  /**
   * Writes the summary instead of a model: `messages` are those that no summary covers, `previous` is the text of the last summary, which
   * the new text replaces.
   */
  readonly summarize?: (part: {
    readonly messages: readonly BaseMessage[];
    readonly previous: string | null;
    readonly signal: AbortSignal;
  }) => string | Promise<string>;
  /** The newest messages that a new summary leaves out. Defaults to half of the window. */
  readonly keep?: ConversationWindow;
  /** Longest summary, in characters, at most 20,000. A longer text is cut. Defaults to 4,000. */
  readonly maxLength?: number;
  /** Seconds after which summarizing is stopped. The turn then continues with the last summary. Defaults to 60. */
  readonly timeoutSeconds?: number;
  /**
   * Removes the covered messages from `messages` when the next turn starts, for a state that does not grow. Their text stays in older
   * checkpoints. Defaults to false.
   */
  readonly removeMessages?: boolean;
}
