import { z } from "zod";
import { Instant } from "./interval.ts";

/** One conflict; `details` is one sentence a person understands. */
export const Conflict = z.strictObject({
  id: z.string(),
  type: z.enum(["time_conflict", "resource_conflict", "constraint_violation"]),
  severity: z.enum(["low", "medium", "high", "critical"]),
  conflictingEventId: z.string().nullable(),
  conflictingEventTitle: z.string().nullable(),
  participantsAffected: z.array(z.string()),
  /** The resource in question, for resource conflicts. */
  resourceId: z.string().nullable(),
  /** The first occurrence in conflict, and how many occurrences of the proposed series are. */
  firstAt: Instant,
  occurrences: z.int().min(1),
  details: z.string(),
  /** For a change: it was there before, in the same way, so the change is not what it speaks against. */
  asBefore: z.literal(true).exactOptional(),
});
export type Conflict = z.infer<typeof Conflict>;

/** What the `conflict_detection` agent found; `blockingConflicts` are ids that forbid confirmation. */
export const ConflictDetectionData = z.strictObject({
  conflicts: z.array(Conflict),
  hasConflicts: z.boolean(),
  blockingConflicts: z.array(z.string()),
});
export type ConflictDetectionData = z.infer<typeof ConflictDetectionData>;
