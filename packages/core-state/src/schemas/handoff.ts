import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** Reason for a handoff. */
export const HandoffReason = z.enum([
  "plan_step",
  "capability_match",
  "user_request",
  "error_recovery",
  "clarification",
]);
export type HandoffReason = z.infer<typeof HandoffReason>;

/** One handoff of work from one agent to another. */
export const HandoffRecord = z.strictObject({
  handoffId: z.string().min(1),
  fromAgentId: z.string().min(1),
  toAgentId: z.string().min(1),
  reason: HandoffReason,
  /** The reason in a sentence for people. */
  explanation: z.string().optional(),
  /** Data for the receiving agent. */
  payload: JsonObject.optional(),
  /** The plan step that requested the handoff. */
  planStepId: z.string().optional(),
  /** The turn of the handoff; absent in records of older versions. */
  turnId: z.string().optional(),
  timestamp: Timestamp,
});
export type HandoffRecord = z.infer<typeof HandoffRecord>;
