import { z } from "zod";
import { JsonObject } from "../schemas/json-value.ts";
import { finite } from "../schemas/status-update.ts";
import { type DetailsOf, EventBase, makeEvent } from "./event-base.ts";

/** News for people while a turn runs: what `createStatusUpdate` stores, as an event of the stream. */
export const AgentStatusEvent = EventBase.extend({
  type: z.literal("status"),
  message: z.string(),
  /** How far the work is, usually from 0 to 1. */
  progress: z.number(),
  /** True when the work that `message` speaks of is done. */
  complete: z.boolean(),
  /** Whatever else the agent wants to tell. */
  metadata: JsonObject.optional(),
});
export type AgentStatusEvent = z.infer<typeof AgentStatusEvent>;

/** A count on its way to a total: what `createProgressEvent` stores, as an event of the stream. */
export const AgentProgressEvent = EventBase.extend({
  type: z.literal("progress"),
  current: z.number(),
  total: z.number(),
  /** What is being counted, in words. */
  operation: z.string(),
  /** `current / total`, not clamped; 0 when there is nothing to divide by. */
  progress: z.number(),
  /** Whatever else the agent wants to tell. */
  metadata: JsonObject.optional(),
});
export type AgentProgressEvent = z.infer<typeof AgentProgressEvent>;

/** Makes a `status` event. */
export function agentStatus(base: EventBase, details: DetailsOf<AgentStatusEvent>): AgentStatusEvent {
  return makeEvent("status", base, details);
}

/** Makes a `progress` event; the progress is `current / total` when `total` is positive, and 0 when not. */
export function agentProgress(
  base: EventBase,
  details: Omit<DetailsOf<AgentProgressEvent>, "progress">,
): AgentProgressEvent {
  const progress = details.total > 0 ? finite(details.current / details.total) : 0;
  return makeEvent("progress", base, { ...details, progress });
}
