import type { CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import type { Conflict, ConflictDetectionData } from "../conflict.ts";
import { eventProblem } from "../event-problem.ts";
import { formatDays, formatSpan, listNames, type Wording } from "../format.ts";
import {
  type Busy,
  eventSpan,
  groupBy,
  intervalOf,
  isOwnVersion,
  proposedOccurrences,
  seriesOf,
  type Span,
  type Timetable,
  timetableOf,
} from "../free-busy.ts";
import { type LocalClock, localClock } from "../free-busy-clock.ts";
import type { Household } from "../household.ts";
import type { ProposedEvent } from "../proposed-event.ts";
import { calendarFor } from "../scheduling/draft.ts";
import { storedVersion } from "../scheduling/target.ts";
import { resourceOf, usageWithin, usesOf } from "../resources.ts";
import { formatInstant } from "../wall-clock.ts";
import { type Clash, type EventFindings, markAsBefore, mergeConflicts } from "./clash.ts";
import { constraintOf, constraintViolations, impossibleEvent } from "./constraints.ts";
import { horizonOf } from "./horizon.ts";
import { CONSTRAINTS, resourceSeverity, timeSeverity } from "./severity.ts";

/** Calendar to compare a proposal with. */
interface DetectionContext {
  readonly calendar: CalendarView;
  readonly now: string;
  /** Number of days of a series to compare. Defaults to `HORIZON_DAYS`, which is also the maximum. */
  readonly horizonDays?: number;
  /** Existing timetable of the calendar that covers the horizon. */
  readonly timetable?: Timetable;
  /** Existing clock of the household. */
  readonly clock?: LocalClock;
}

/**
 * Finds all conflicts of a proposal: people and resources that are busy during any occurrence, and constraints that the event
 * violates.
 *
 * Conflicts with the same event or series are merged into one, with the first time and a count. Events that the proposal replaces do
 * not count. Conflicts that a change leaves as they were are marked and do not block it. A cancellation has no conflicts.
 */
export function detectConflicts(proposed: ProposedEvent, context: DetectionContext): ConflictDetectionData {
  const calendar = calendarFor(proposed, context.calendar);
  const conflicts = proposed.action === "cancel" ? [] : conflictsOfProposal(proposed, { ...context, calendar });
  return {
    conflicts: [...conflicts],
    hasConflicts: conflicts.length > 0,
    blockingConflicts: conflicts.filter(isBlocking).map((conflict) => conflict.id),
  };
}

/** True if a conflict blocks the confirmation, according to the tables in `severity.ts`. */
export function isBlocking(conflict: Conflict): boolean {
  if (conflict.asBefore === true) return false;
  const constraint = constraintOf(conflict);
  if (constraint !== null) return CONSTRAINTS[constraint].blocks;
  return conflict.type === "resource_conflict" || conflict.severity !== "low";
}

function conflictsOfProposal(
  { event, alsoChanged = [] }: ProposedEvent,
  context: DetectionContext,
): readonly Conflict[] {
  const events = [event, ...alsoChanged];
  // Occurrences that move together are compared with each other at their new times.
  const moved = alsoChanged.length > 0 && events.every((changed) => eventProblem(changed) === null);
  const calendar = moved
    ? context.calendar.withChanges(events.map((changed) => ({ kind: "put_event", event: changed })))
    : context.calendar;
  const conflicts = events.flatMap((changed) => {
    const found = findingsOf(changed, { ...context, calendar });
    const stored = storedVersion(changed, context.calendar);
    return stored === null ? found.conflicts : markAsBefore(found, findingsOf(stored, context));
  });
  return alsoChanged.length === 0 ? conflicts : mergeConflicts(conflicts);
}

/** Conflicts of one event with the rest of the calendar, whether or not the event is stored. */
export const conflictsOfEvent = (event: CalendarEvent, context: DetectionContext): readonly Conflict[] =>
  findingsOf(event, context).conflicts;

function findingsOf(event: CalendarEvent, context: DetectionContext): EventFindings {
  const { household } = context.calendar;
  const wording = { timeZone: household.timeZone, now: context.now };
  const clock = context.clock ?? localClock(household.timeZone);
  const constraintContext = { household, clock, wording, now: Date.parse(context.now) };
  const impossible = impossibleEvent(event, constraintContext);
  if (impossible !== null) return { event, conflicts: [impossible], clashes: [] };
  const { occurrences, clashes, against } = clashesOfEvent(event, context);
  const conflicts = [
    ...[...groupBy(clashes, (clash) => clash.id).values()].map((group) => toConflict(group, against)),
    ...constraintViolations(event, occurrences, constraintContext),
  ];
  return { event, conflicts, clashes };
}

/** Occurrences of an event within its horizon, and their clashes. */
interface EventClashes {
  readonly occurrences: readonly Busy[];
  readonly clashes: readonly Clash[];
  readonly against: Comparison;
}

/** Compares each occurrence of an event with the other events at its time. */
export function clashesOfEvent(event: CalendarEvent, context: DetectionContext): EventClashes {
  const { household } = context.calendar;
  const horizon = horizonOf(event, { household, now: context.now, days: context.horizonDays });
  const timetable = context.timetable ?? timetableOf(context.calendar, reachOf(horizon, event, household));
  const wording = { timeZone: household.timeZone, now: context.now };
  const against: Comparison = { event, household, wording, timetable };
  const occurrences = proposedOccurrences(timetable, event, horizon);
  return { occurrences, clashes: occurrences.flatMap((own) => clashesAt(own, against)), against };
}

/** Clashes of the event during one span. */
export const clashesAt = (own: Span, against: Comparison): readonly Clash[] => [
  ...timeClashes(own, against),
  ...resourceClashes(own, against),
];

/** An event, and the timetable to compare it with. */
interface Comparison {
  readonly event: CalendarEvent;
  readonly household: Household;
  readonly wording: Wording;
  readonly timetable: Timetable;
}

/** Extends the horizon by the length of the event, because an occurrence can overlap its ends. */
function reachOf(horizon: Span, event: CalendarEvent, household: Household): Span {
  const own = eventSpan(event, household);
  return { start: horizon.start - (own.end - own.start), end: horizon.end + (own.end - own.start) };
}

const shared = (one: readonly string[], other: readonly string[]): readonly string[] =>
  one.filter((id, index) => other.includes(id) && one.indexOf(id) === index);

const timeClashes = (own: Span, { event, timetable }: Comparison): readonly Clash[] =>
  timetable.overlapping(own).flatMap((other) => {
    const participants = shared(event.participants, other.occurrence.event.participants);
    if (participants.length === 0 || other.end <= other.start || isOwnVersion(event, other)) return [];
    const id = `time:${seriesOf(event)}:${other.occurrence.seriesId}`;
    return [{ id, own, other, participants, resourceId: null }];
  });

const resourceClashes = (own: Span, { event, household, timetable }: Comparison): readonly Clash[] =>
  [...new Set(event.resources)].flatMap((id) => {
    const { capacity } = resourceOf(household, id);
    return usageWithin(own, usesOf(timetable, own, { id, event }), capacity).holders.map((other) => ({
      id: `resource:${id}:${seriesOf(event)}:${other.occurrence.seriesId}`,
      own,
      other,
      participants: shared(event.participants, other.occurrence.event.participants),
      resourceId: id,
    }));
  });

function toConflict(clashes: readonly Clash[], against: Comparison): Conflict {
  const first = clashes.reduce((earliest, clash) => (clash.own.start < earliest.own.start ? clash : earliest));
  const { event } = first.other.occurrence;
  const dates = new Set(clashes.map((clash) => clash.own.start)).size;
  const participantsAffected = [...new Set(clashes.flatMap((clash) => clash.participants))];
  const severity = first.resourceId === null ? timeSeverity : resourceSeverity;
  return {
    id: first.id,
    type: first.resourceId === null ? "time_conflict" : "resource_conflict",
    severity: severity(against.event, event),
    conflictingEventId: first.other.occurrence.eventId,
    conflictingEventTitle: event.title,
    participantsAffected,
    resourceId: first.resourceId,
    firstAt: formatInstant(Math.max(first.own.start, first.other.start)),
    occurrences: dates,
    details: sentence(first, { dates, participantsAffected, against }),
  };
}

function sentence(
  { other, resourceId }: Clash,
  found: { dates: number; participantsAffected: readonly string[]; against: Comparison },
): string {
  const { household, wording } = found.against;
  const when = (other.occurrence.allDay ? formatDays : formatSpan)(intervalOf(other), wording);
  const more = found.dates > 1 ? `, and on ${found.dates - 1} more ${found.dates > 2 ? "dates" : "date"}` : "";
  const title = other.occurrence.event.title;
  if (resourceId === null) {
    const names = found.participantsAffected.map((id) => memberName(household, id));
    return `${listNames(names)} ${names.length > 1 ? "have" : "has"} ${title} ${when}${more}.`;
  }
  const { name, capacity } = resourceOf(household, resourceId);
  const taken = capacity === 1 ? `${name} is taken by` : `${name} has all ${capacity} places taken, one by`;
  return `${taken} ${title} ${when}${more}.`;
}

/** Name of a member; an unknown id is returned unchanged. */
export const memberName = (household: Household, id: string): string =>
  household.members.find((member) => member.id === id)?.name ?? id;
