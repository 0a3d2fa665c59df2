import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** Why work went from one agent to another. */
export const HandoffReason = z.enum([
  "plan_step",
  "capability_match",
  "user_request",
  "error_recovery",
  "clarification",
]);
export type HandoffReason = z.infer<typeof HandoffReason>;

/** One transfer of work from an agent to another, kept for as long as the conversation. */
export const HandoffRecord = z.strictObject({
  handoffId: z.string().min(1),
  fromAgentId: z.string().min(1),
  toAgentId: z.string().min(1),
  reason: HandoffReason,
  /** The reason in a sentence for people. */
  explanation: z.string().optional(),
  /** What the receiving agent is given. */
  payload: JsonObject.optional(),
  /** The plan step that asked for the transfer. */
  planStepId: z.string().optional(),
  /** The turn in which it was made; records from before that was noted have none. */
  turnId: z.string().optional(),
  timestamp: Timestamp,
});
export type HandoffRecord = z.infer<typeof HandoffRecord>;
