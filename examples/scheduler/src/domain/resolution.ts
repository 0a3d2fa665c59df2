import { z } from "zod";
import { CalendarChange } from "./calendar.ts";

/** One change a resolution would make; `eventId` null means the proposed event itself. */
export const ResolutionChange = z.strictObject({
  eventId: z.string().nullable(),
  field: z.string().nullable(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  action: z.enum(["move", "cancel", "shorten", "split", "override", "reassign"]),
});
export type ResolutionChange = z.infer<typeof ResolutionChange>;

/**
 * One way out of the conflicts.
 *
 * `calendarChanges` is everything the calendar would do, the proposed event included: applied together they
 * clear every conflict in `conflictsResolved`, or accept it knowingly (`override_constraint`).
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

/** What the `resolution` agent offers, best first. */
export const ResolutionData = z.strictObject({
  proposedResolutions: z.array(ProposedResolution),
  recommendedResolution: z.string().nullable(),
});
export type ResolutionData = z.infer<typeof ResolutionData>;
