import { mergeCapabilityContextData } from "@tidemark/reducers";
import { field, fieldGroup, fields } from "../field.ts";
import { messagesField } from "../messages.ts";
import { ContextData, ContextDataUpdate } from "../schemas/context-data.ts";
import { ConversationSummary } from "../schemas/conversation-summary.ts";
import { ErrorInfo } from "../schemas/error-info.ts";

/** The conversation, and the data that agents share. */
export const conversationFields = fieldGroup("conversation", {
  messages: messagesField({
    description: "The conversation, oldest message first; a message with an existing id replaces the earlier one.",
  }),
  capability_context_data: field({
    description: "Data that agents share, by context type, then by context key.",
    schema: ContextData,
    updateSchema: ContextDataUpdate,
    default: () => ({}),
    lifetime: "thread",
    reducer: mergeCapabilityContextData,
  }),
});

/** A summary of the older messages, which models read in place of them. */
export const summaryFields = fieldGroup(
  "summary",
  fields("conversation", {
    summary: field({
      description: "Summary of the older messages, with the messages that it covers and its author; null without one.",
      schema: ConversationSummary.nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "root",
    }),
    summary_error: field({
      description: "The failure to summarize the conversation in this turn, or null.",
      schema: ErrorInfo.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
);
