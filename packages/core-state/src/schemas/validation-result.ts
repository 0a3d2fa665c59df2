import { z } from "zod";
import { Timestamp } from "./timestamp.ts";

/** What the check of one step found; `issues` is empty when it passed without remarks. */
export const ValidationResult = z.strictObject({
  /** The step that was checked: `scheduling`, `resource_check`. */
  step: z.string().min(1),
  passed: z.boolean(),
  timestamp: Timestamp,
  issues: z.array(z.string()).readonly(),
});
export type ValidationResult = z.infer<typeof ValidationResult>;
