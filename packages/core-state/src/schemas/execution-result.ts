import { z } from "zod";
import { ErrorSeverity } from "./error-info.ts";
import { JsonValue } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

const timing = {
  /** How long it took, in seconds. */
  executionTime: z.number().min(0),
  /** When it ended. */
  timestamp: Timestamp,
};

/** What one step of the plan came to, under the step's context key. */
export const StepResult = z.strictObject({
  /** Position in the plan, from 0. */
  stepIndex: z.int().min(0),
  /** The capability or node that ran. */
  capability: z.string().min(1),
  taskObjective: z.string().optional(),
  success: z.boolean(),
  ...timing,
});
export type StepResult = z.infer<typeof StepResult>;

/** What the node that ran last came to: success with what it returned, or failure with its class. */
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
    /** What went wrong, in a sentence. */
    error: z.string(),
    classification: ErrorSeverity,
    ...timing,
  }),
]);
export type ExecutionResult = z.infer<typeof ExecutionResult>;
