import { z } from "zod";

/** A conflict of a proposal; `details` is one sentence for people. */
export const Conflict = z.strictObject({
  id: z.string(),
  type: z.enum(["time_conflict", "resource_conflict", "constraint_violation"]),
  severity: z.enum(["low", "medium", "high", "critical"]),
  details: z.string(),
});
export type Conflict = z.infer<typeof Conflict>;

/** Output of the `conflict_detection` agent; `blockingConflicts` are the ids of conflicts that block the confirmation. */
export const ConflictDetectionData = z.strictObject({
  conflicts: z.array(Conflict),
  blockingConflicts: z.array(z.string()),
});
export type ConflictDetectionData = z.infer<typeof ConflictDetectionData>;
