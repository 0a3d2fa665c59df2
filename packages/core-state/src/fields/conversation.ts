import { mergeCapabilityContextData } from "@tidemark/reducers";
import { field, fieldGroup, unprefixedFields } from "../field.ts";
import { messagesField } from "../messages.ts";
import { ContextData, ContextDataUpdate } from "../schemas/context-data.ts";

/** The conversation, and the data that agents share. */
export const conversationFields = fieldGroup(
  "conversation",
  unprefixedFields({
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
  }),
);
