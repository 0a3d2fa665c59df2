import { append, mergeCapabilityContextData } from "@tidemark/reducers";
import { z } from "zod";
import { field, unprefixedFields } from "../field.ts";
import { messagesField } from "../messages.ts";
import { AgentControl, agentControlDefaults } from "../schemas/agent-control.ts";
import { ContextData, ContextDataUpdate } from "../schemas/context-data.ts";
import { ProgressEvent } from "../schemas/progress-event.ts";
import { StatusUpdate } from "../schemas/status-update.ts";

/** The conversation, the shared memory, the switches of the turn and the news for people. */
export const coreFields = unprefixedFields({
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
  agent_control: field({
    description: "The switches and limits of this turn.",
    schema: AgentControl,
    default: agentControlDefaults,
    lifetime: "turn",
    owner: "root",
  }),
  status_updates: field({
    description: "News of this turn for people, in order; the newest 200, more than anybody reads.",
    schema: z.array(StatusUpdate).readonly(),
    default: () => [],
    lifetime: "turn",
    reducer: append<StatusUpdate>({ cap: 200 }),
  }),
  progress_events: field({
    description: "Counts on their way to a total, in order; the newest 200, since progress bars read the last.",
    schema: z.array(ProgressEvent).readonly(),
    default: () => [],
    lifetime: "turn",
    reducer: append<ProgressEvent>({ cap: 200 }),
  }),
});
