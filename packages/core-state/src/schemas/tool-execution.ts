import { z } from "zod";
import { JsonObject, JsonValue } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** One finished call of a tool: what it was given and what came back, or what went wrong. */
export const ToolExecution = z.strictObject({
  /** The id the model gave to the call; a call is recorded once. */
  toolCallId: z.string().min(1),
  toolName: z.string().min(1),
  /** The agent that called. */
  agentId: z.string().optional(),
  args: JsonObject,
  result: JsonValue.optional(),
  /** What went wrong; absent when the call succeeded. */
  error: z.string().optional(),
  startedAt: Timestamp,
  completedAt: Timestamp,
});
export type ToolExecution = z.infer<typeof ToolExecution>;
