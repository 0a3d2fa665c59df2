import { z } from "zod";
import { Instant } from "./interval.ts";

/** A conflict; `details` is one sentence for people. */
export const Conflict = z.strictObject({
  id: z.string(),
  type: z.enum(["time_conflict", "resource_conflict", "constraint_violation"]),
  severity: z.enum(["low", "medium", "high", "critical"]),
  conflictingEventId: z.string().nullable(),
  conflictingEventTitle: z.string().nullable(),
  participantsAffected: z.array(z.string()),
  /** Resource of a resource conflict. */
  resourceId: z.string().nullable(),
  /** Start of the first conflicting occurrence. */
  firstAt: Instant,
  /** Number of conflicting occurrences of the proposed series. */
  occurrences: z.int().min(1),
  details: z.string(),
});
export type Conflict = z.infer<typeof Conflict>;

/** Output of the `conflict_detection` agent; `blockingConflicts` are the ids of conflicts that block the confirmation. */
export const ConflictDetectionData = z.strictObject({
  conflicts: z.array(Conflict),
  hasConflicts: z.boolean(),
  blockingConflicts: z.array(z.string()),
});
export type ConflictDetectionData = z.infer<typeof ConflictDetectionData>;
