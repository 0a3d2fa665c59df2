import { mergeCapabilityContextData } from "@tidemark/reducers";
import { field, fieldGroup, unprefixedFields } from "../field.ts";
import { messagesField } from "../messages.ts";
import { ContextData, ContextDataUpdate } from "../schemas/context-data.ts";

/** The conversation, and what agents found in it. */
export const conversationFields = fieldGroup(
  "conversation",
  unprefixedFields({
    messages: messagesField({
      description: "The conversation, oldest message first; a known id replaces its message.",
    }),
    capability_context_data: field({
      description: "What agents found, for others to use: by context type, then key, one entry each.",
      schema: ContextData,
      updateSchema: ContextDataUpdate,
      default: () => ({}),
      lifetime: "thread",
      reducer: mergeCapabilityContextData,
    }),
  }),
);
