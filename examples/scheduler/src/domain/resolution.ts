import { z } from "zod";
import { CalendarChange } from "./calendar.ts";

/** A change that a resolution makes; a null `eventId` means the proposed event. */
export const ResolutionChange = z.strictObject({
  eventId: z.string().nullable(),
  field: z.string().nullable(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  action: z.enum(["move", "cancel", "shorten", "split", "override", "reassign"]),
});
export type ResolutionChange = z.infer<typeof ResolutionChange>;

/**
 * A resolution of conflicts.
 *
 * `calendarChanges` are all changes to the calendar, including the proposed event. Applied together they resolve the conflicts in
 * `conflictsResolved`, or accept them (`override_constraint`).
 */
export const ProposedResolution = z.strictObject({
  resolutionId: z.string(),
  strategy: z.enum([
    "move_event",
    "shorten_event",
    "split_event",
    "cancel_event",
    "override_constraint",
    "alternative_resource",
  ]),
  score: z.number().min(0).max(1),
  description: z.string(),
  changes: z.array(ResolutionChange),
  conflictsResolved: z.array(z.string()),
  sideEffects: z.array(z.string()),
  calendarChanges: z.array(CalendarChange),
});
export type ProposedResolution = z.infer<typeof ProposedResolution>;

/** Output of the `resolution` agent, best first. */
export const ResolutionData = z.strictObject({
  proposedResolutions: z.array(ProposedResolution),
  recommendedResolution: z.string().nullable(),
});
export type ResolutionData = z.infer<typeof ResolutionData>;
