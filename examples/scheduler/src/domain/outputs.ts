import { z } from "zod";
import { CalendarChange } from "./calendar.ts";
import { CalendarEvent, Interval } from "./calendar-event.ts";
import type { Request } from "./request.ts";

/** Output of the `scheduling` agent, best first. */
export const SchedulingData = z.strictObject({ candidateTimes: z.array(Interval) });
export type SchedulingData = z.infer<typeof SchedulingData>;

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

/** A resolution of conflicts. `calendarChanges` are all changes to the calendar, including the proposed event. */
const ProposedResolution = z.strictObject({
  resolutionId: z.string(),
  strategy: z.enum(["move_event", "skip_dates", "override_constraint"]),
  score: z.number().min(0).max(1),
  description: z.string(),
  /** The same once it is written. */
  done: z.string(),
  /** Conflicts that remain, and new ones that do not block; one sentence each. */
  sideEffects: z.array(z.string()),
  calendarChanges: z.array(CalendarChange),
});
export type ProposedResolution = z.infer<typeof ProposedResolution>;

/** Output of the `resolution` agent, best first. */
export const ResolutionData = z.strictObject({ proposedResolutions: z.array(ProposedResolution) });
export type ResolutionData = z.infer<typeof ResolutionData>;

/** Output of the `query` agent: the answer for people, and the time that was searched. */
export type QueryData = {
  readonly queryType: NonNullable<Request["queryType"]>;
  readonly answer: string;
  readonly range: Interval;
};

/** The proposed change of the calendar: proposed → validated → confirmed | rejected. */
export const ProposedEvent = z.strictObject({
  eventId: z.string(),
  title: z.string(),
  /** First occurrence that changes, as instants. */
  ...Interval.shape,
  status: z.enum(["proposed", "validated", "confirmed", "rejected"]),
  action: z.enum(["create", "modify", "cancel", "undo"]),
  /** First entry that is stored or removed. */
  event: CalendarEvent,
  /** The same entry before; null for a new event and an undo. */
  before: CalendarEvent.nullable(),
  /** Everything that is written, and the revision of the calendar for which it was drafted. */
  changes: z.array(CalendarChange),
  revision: z.int(),
  /** Original starts of the occurrences of a series that change; empty for a whole event. */
  dates: z.array(z.string()),
  /** True if all occurrences after the first one change too. */
  following: z.boolean(),
  /** For an undo: the number of the change, and its description. */
  undoes: z.strictObject({ number: z.int(), text: z.string() }).nullable(),
});
export type ProposedEvent = z.infer<typeof ProposedEvent>;
