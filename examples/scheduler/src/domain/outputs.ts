import { z } from "zod";
import { CalendarChange } from "./calendar.ts";
import { CalendarEvent, Instant, Interval } from "./calendar-event.ts";
import type { NLParserData } from "./parser-data.ts";

/** A possible time of an event. */
export const TimeSlot = z.strictObject({
  ...Interval.shape,
  /** Suitability, from 0 to 1. */
  score: z.number().min(0).max(1),
  /** Participants who have nothing else at that time. */
  availableParticipants: z.array(z.string()),
  /** Soft constraints that it violates, one sentence each. */
  constraintViolations: z.array(z.string()),
});
export type TimeSlot = z.infer<typeof TimeSlot>;

/** Output of the `scheduling` agent, best first. `recommendedTime` is the start of the best one. */
export const SchedulingData = z.strictObject({
  candidateTimes: z.array(TimeSlot),
  recommendedTime: Instant.nullable(),
});
export type SchedulingData = z.infer<typeof SchedulingData>;

/** Availability of a resource at the busiest moment of a proposal. */
const ResourceAvailability = z.strictObject({
  resourceId: z.string(),
  resourceName: z.string(),
  available: z.boolean(),
  /** Number of other events that use it at that moment, and the number that can. */
  currentCapacity: z.int(),
  maxCapacity: z.int(),
  /** Ids of the events that use it. */
  conflicts: z.array(z.string()),
});

/** Output of the `resource_manager` agent. */
export const ResourceManagerData = z.strictObject({
  resourceAvailability: z.array(ResourceAvailability),
  allResourcesAvailable: z.boolean(),
});
export type ResourceManagerData = z.infer<typeof ResourceManagerData>;

/** A conflict of a proposal; `details` is one sentence for people. The event is null for a violated constraint. */
export const Conflict = z.strictObject({
  id: z.string(),
  type: z.enum(["time_conflict", "resource_conflict", "constraint_violation"]),
  severity: z.enum(["low", "medium", "high", "critical"]),
  conflictingEventId: z.string().nullable(),
  conflictingEventTitle: z.string().nullable(),
  participantsAffected: z.array(z.string()),
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

/**
 * One change of a resolution: a field of an event with its value before and after. Values that are not text are JSON. Without a field,
 * the values are the whole event as JSON; null is an event that does not exist.
 */
export const ResolutionChange = z.strictObject({
  eventId: z.string(),
  field: z.string().nullable(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  /** Null for a change of resources. */
  action: z.enum(["move", "cancel", "shorten", "split"]).nullable(),
});
export type ResolutionChange = z.infer<typeof ResolutionChange>;

/** Strategies of resolutions. */
const Strategy = z.enum([
  "move_event",
  "shorten_event",
  "split_event",
  "cancel_event",
  "override_constraint",
  "alternative_resource",
]);

/** A resolution of conflicts. `calendarChanges` are all changes to the calendar, including the proposed event. */
export const ProposedResolution = z.strictObject({
  resolutionId: z.string(),
  strategy: Strategy,
  score: z.number().min(0).max(1),
  description: z.string(),
  /** The same once it is written. */
  done: z.string(),
  /** What it changes of the proposal and of other events, field by field. */
  changes: z.array(ResolutionChange),
  /** Ids of the conflicts that it resolves. */
  conflictsResolved: z.array(z.string()),
  /** Conflicts that remain, and new ones that do not block; one sentence each. */
  sideEffects: z.array(z.string()),
  calendarChanges: z.array(CalendarChange),
});
export type ProposedResolution = z.infer<typeof ProposedResolution>;

/** Output of the `resolution` agent, best first. Accepting conflicts is never recommended. */
export const ResolutionData = z.strictObject({
  proposedResolutions: z.array(ProposedResolution),
  recommendedResolution: z.string().nullable(),
});
export type ResolutionData = z.infer<typeof ResolutionData>;

/** Output of the `query` agent: the answer for people, and the time that was searched. */
export type QueryData = {
  readonly queryType: NonNullable<NLParserData["queryType"]>;
  readonly results: { readonly answer: string; readonly range: Interval };
};

/** The proposed change of the calendar: proposed → validated → confirmed | rejected. */
export const ProposedEvent = z.strictObject({
  eventId: z.string(),
  title: z.string(),
  /** First occurrence that changes, as instants. */
  ...Interval.shape,
  participants: z.array(z.string()),
  resources: z.array(z.string()),
  createdAt: Instant,
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
