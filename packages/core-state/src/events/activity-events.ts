import { z } from "zod";
import { JsonObject } from "../schemas/json-value.ts";
import { finite } from "../schemas/status-update.ts";
import { type DetailsOf, EventBase, makeEvent } from "./event-base.ts";

/** Status message for users while a turn runs: a status update as a stream event. */
export const AgentStatusEvent = EventBase.extend({
  type: z.literal("status"),
  message: z.string(),
  /** Progress of the work, usually from 0 to 1; not clamped. */
  progress: z.number(),
  /** True if the work that `message` describes is done. */
  complete: z.boolean(),
  /** Further data from the agent. */
  metadata: JsonObject.optional(),
});
export type AgentStatusEvent = z.infer<typeof AgentStatusEvent>;

/** Progress towards a total, for users: a progress event of the state as a stream event. */
export const AgentProgressEvent = EventBase.extend({
  type: z.literal("progress"),
  current: z.number(),
  total: z.number(),
  /** Description of the operation. */
  operation: z.string(),
  /** `current / total`, not clamped; 0 if `total` is not positive. */
  progress: z.number(),
  /** Further data from the agent. */
  metadata: JsonObject.optional(),
});
export type AgentProgressEvent = z.infer<typeof AgentProgressEvent>;

/** Creates a `status` event. */
export function agentStatus(base: EventBase, details: DetailsOf<AgentStatusEvent>): AgentStatusEvent {
  return makeEvent("status", base, details);
}

/** Creates a `progress` event. The progress is `current / total`, or 0 if `total` is not positive. */
export function agentProgress(
  base: EventBase,
  details: Omit<DetailsOf<AgentProgressEvent>, "progress">,
): AgentProgressEvent {
  const progress = details.total > 0 ? finite(details.current / details.total) : 0;
  return makeEvent("progress", base, { ...details, progress });
}
