import { z } from "zod";
import { Timestamp } from "./timestamp.ts";

/** Validation result of one step; `issues` is empty if it passed without remarks. */
export const ValidationResult = z.strictObject({
  /** Name of the validated step: `scheduling`, `resource_check`. */
  step: z.string().min(1),
  passed: z.boolean(),
  timestamp: Timestamp,
  issues: z.array(z.string()).readonly(),
});
export type ValidationResult = z.infer<typeof ValidationResult>;
