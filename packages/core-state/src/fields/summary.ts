import { field, fieldGroup, fields } from "../field.ts";
import { ConversationSummary } from "../schemas/conversation-summary.ts";
import { ErrorInfo } from "../schemas/error-info.ts";

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
