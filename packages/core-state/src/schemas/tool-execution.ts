import { z } from "zod";
import { JsonObject, JsonValue } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** One finished tool call: its arguments, and its result or its error. */
export const ToolExecution = z.strictObject({
  /** Id that the model assigned to the call. Each call is recorded once. */
  toolCallId: z.string().min(1),
  toolName: z.string().min(1),
  /** Id of the calling agent. */
  agentId: z.string().optional(),
  args: JsonObject,
  result: JsonValue.optional(),
  /** Description of the failure; absent if the call succeeded. */
  error: z.string().optional(),
  /** Code of the error, for a program: `agents/toolFailed`. */
  errorCode: z.string().optional(),
  /** The step of the plan that the agent worked on, from 0; absent outside of a plan. */
  stepIndex: z.int().min(0).optional(),
  /** The person who approved the call; absent when nobody was asked. */
  approvedBy: z.string().optional(),
  startedAt: Timestamp,
  completedAt: Timestamp,
  /** Duration, in seconds. Time that a person took to approve does not count. */
  executionTime: z.number().min(0).optional(),
});
export type ToolExecution = z.infer<typeof ToolExecution>;
