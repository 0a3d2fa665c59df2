import { z } from "zod";
import { ErrorSeverity } from "./error-info.ts";
import { JsonValue } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

const timing = {
  /** Duration, in seconds. */
  executionTime: z.number().min(0),
  /** Time of completion. */
  timestamp: Timestamp,
};

/** Result of one plan step. */
export const StepResult = z.strictObject({
  /** Index in the plan, starting at 0. */
  stepIndex: z.int().min(0),
  /** The capability or node that ran. */
  capability: z.string().min(1),
  taskObjective: z.string().optional(),
  success: z.boolean(),
  ...timing,
});
export type StepResult = z.infer<typeof StepResult>;

/** Result of a node: success with its data, or failure with its classification. */
export const ExecutionResult = z.discriminatedUnion("success", [
  z.strictObject({
    success: z.literal(true),
    /** The capability or node that ran. */
    capability: z.string().min(1),
    data: JsonValue.optional(),
    ...timing,
  }),
  z.strictObject({
    success: z.literal(false),
    /** The capability or node that ran. */
    capability: z.string().min(1),
    /** Description of the failure, in a sentence. */
    error: z.string(),
    classification: ErrorSeverity,
    ...timing,
  }),
]);
export type ExecutionResult = z.infer<typeof ExecutionResult>;
