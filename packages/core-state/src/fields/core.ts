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
    doc: "The conversation, oldest message first; a known id replaces its message.",
  }),
  capability_context_data: field({
    doc: "What agents found, for others to use: by context type, then key, one entry each.",
    schema: ContextData,
    update: ContextDataUpdate,
    initial: () => ({}),
    lifetime: "thread",
    reduce: mergeCapabilityContextData,
  }),
  agent_control: field({
    doc: "The switches and limits of this turn.",
    schema: AgentControl,
    initial: agentControlDefaults,
    lifetime: "turn",
    writer: "root",
  }),
  status_updates: field({
    doc: "News of this turn for people, in order; the newest 200, more than anybody reads.",
    schema: z.array(StatusUpdate).readonly(),
    initial: () => [],
    lifetime: "turn",
    reduce: append<StatusUpdate>({ cap: 200 }),
  }),
  progress_events: field({
    doc: "Counts on their way to a total, in order; the newest 200, since progress bars read the last.",
    schema: z.array(ProgressEvent).readonly(),
    initial: () => [],
    lifetime: "turn",
    reduce: append<ProgressEvent>({ cap: 200 }),
  }),
});
