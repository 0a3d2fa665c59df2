import type { CalendarView } from "../calendar.ts";
import type { CalendarEvent, Occurrence, Priority } from "../calendar-event.ts";
import type { Conflict, ConflictDetectionData } from "../conflict.ts";
import { eventProblem } from "../event-problem.ts";
import { countOf, formatDays, formatMoment, formatSpan, listNames, type Wording } from "../format.ts";
import { type Busy, eventSpan, groupBy, intervalOf, type Span, type Timetable, timetableOf } from "../free-busy.ts";
import { localClock } from "../free-busy-clock.ts";
import type { Household, Resource } from "../household.ts";
import type { ProposedEvent } from "../outputs.ts";
import { formatInstant } from "../wall-clock.ts";
import { horizonOf, isSeries } from "./series.ts";

/** Calendar to check against. */
export interface CheckContext {
  readonly calendar: CalendarView;
  readonly now: string;
}

const RANKS: Record<Priority, number> = { low: 0, medium: 1, high: 2, critical: 3 };
const DAY = 86_400_000;

/** Finds a resource by id; an unknown resource has a capacity of 1. */
export const resourceOf = (household: Household, id: string): Resource =>
  household.resources.find((resource) => resource.id === id) ?? { id, name: id, aliases: [], capacity: 1 };

/** Name of a member; an unknown id is returned unchanged. */
export const memberName = (household: Household, id: string): string =>
  household.members.find((member) => member.id === id)?.name ?? id;

/** One occurrence that overlaps another and shares people with it, or a resource that is used up. */
export interface Clash {
  readonly own: Busy;
  readonly other: Busy;
  readonly people: readonly string[];
  readonly resourceId: string | null;
}

const isSame = (one: Occurrence, other: Occurrence): boolean =>
  one.eventId === other.eventId && one.originalStart === other.originalStart;

/** Uses of a resource during a span, and the largest number of them at one moment. */
export function usesWithin(
  span: Span,
  id: string,
  timetable: Timetable,
): { readonly uses: readonly Busy[]; readonly peak: number } {
  const uses = timetable
    .overlapping(span)
    .filter(({ occurrence, start, end }) => end > start && occurrence.event.resources.includes(id));
  const moments = [span.start, ...uses.map(({ start }) => start)].filter((at) => at >= span.start && at < span.end);
  return {
    uses,
    peak: Math.max(0, ...moments.map((at) => uses.filter(({ start, end }) => start <= at && at < end).length)),
  };
}

/** Clashes of one occurrence with all others of a calendar that contains it. */
export function clashesAt(own: Busy, timetable: Timetable): readonly Clash[] {
  const { event } = own.occurrence;
  const others = timetable
    .overlapping(own)
    .filter(({ occurrence, start, end }) => end > start && !isSame(occurrence, own.occurrence));
  const people = others.flatMap((other): Clash[] => {
    const shared = event.participants.filter((id) => other.occurrence.event.participants.includes(id));
    return shared.length === 0 ? [] : [{ own, other, people: shared, resourceId: null }];
  });
  const things = event.resources.flatMap((id) => {
    const { capacity } = resourceOf(timetable.calendar.household, id);
    const { uses, peak } = usesWithin(own, id, timetable);
    return peak <= capacity
      ? []
      : uses
          .filter(({ occurrence }) => !isSame(occurrence, own.occurrence))
          .map((other): Clash => ({ own, other, people: [], resourceId: id }));
  });
  return [...people, ...things];
}

const keyOf = ({ own, other, people, resourceId }: Clash): string =>
  JSON.stringify([
    ...[own, other].flatMap(({ occurrence, start, end }) => [occurrence.seriesId, start, end]),
    people,
    resourceId,
  ]);

/** Id of the conflict to which a clash of an event belongs. */
export const conflictId = ({ other, resourceId }: Clash, { id }: Pick<CalendarEvent, "id">): string =>
  `${resourceId === null ? "time" : `resource:${resourceId}`}:${id}:${other.occurrence.seriesId}`;

/** Occurrences of the stored entries of a proposal within their horizon, in a timetable of the changed calendar. */
export function occurrencesAfter(
  events: readonly CalendarEvent[],
  calendar: CalendarView,
  now: string,
): { readonly own: readonly Busy[]; readonly timetable: Timetable } {
  const spans = new Map(events.map((event) => [event.id, horizonOf(event, calendar.household, now)]));
  const range = {
    start: Math.min(...[...spans.values()].map(({ start }) => start)) - 8 * DAY,
    end: Math.max(...[...spans.values()].map(({ end }) => end)) + 8 * DAY,
  };
  const timetable = timetableOf(calendar, events.length === 0 ? { start: 0, end: 0 } : range);
  const own = timetable.overlapping(range).filter((busy) => {
    const span = spans.get(busy.occurrence.eventId);
    return span !== undefined && busy.start < span.end && busy.end > span.start;
  });
  return { own, timetable };
}

/** Clashes that a proposal causes: those that were there before do not count. */
export function newClashes(
  changes: ProposedEvent["changes"],
  { calendar, now }: CheckContext,
): { readonly clashes: readonly Clash[]; readonly own: readonly Busy[] } {
  const events = changes.flatMap((change) => (change.kind === "put_event" ? [change.event] : []));
  const valid = events.filter((event) => eventProblem(event) === null);
  if (valid.length === 0) return { clashes: [], own: [] };
  const after = occurrencesAfter(valid, calendar.withChanges(changes), now);
  const before = timetableOf(calendar, after.timetable.range);
  const known = new Set(
    before
      .overlapping(before.range)
      .filter(({ occurrence }) => valid.some(({ id, replaces }) => occurrence.seriesId === (replaces?.seriesId ?? id)))
      .flatMap((own) => clashesAt(own, before))
      .map(keyOf),
  );
  return {
    clashes: after.own.flatMap((own) => clashesAt(own, after.timetable)).filter((clash) => !known.has(keyOf(clash))),
    own: after.own,
  };
}

/**
 * Finds the conflicts that a proposal causes: people and resources that are busy, and rules of the household that it violates.
 *
 * Clashes with the same event or series are one conflict, with the first time and a count. A cancellation has no conflicts.
 */
export function detectConflicts(
  { action, changes, event }: Pick<ProposedEvent, "action" | "changes" | "event">,
  context: CheckContext,
): ConflictDetectionData {
  if (action === "cancel") return { conflicts: [], hasConflicts: false, blockingConflicts: [] };
  const { clashes, own } = newClashes(changes, context);
  const { household } = context.calendar;
  const wording = { timeZone: household.timeZone, now: context.now };
  const groups = groupBy(clashes, (clash) => conflictId(clash, event));
  const conflicts = [
    ...[...groups].map(([id, group]) => conflictOf(id, group, { household, wording })),
    ...violations(event, own, { ...context, wording }),
  ];
  const blockingConflicts = conflicts.filter(isBlocking).map(({ id }) => id);
  return { conflicts, hasConflicts: conflicts.length > 0, blockingConflicts };
}

/** True if a conflict blocks the confirmation: all but all-day events of people, low priorities, and times outside the waking hours. */
export const isBlocking = ({ severity }: Conflict): boolean => severity !== "low";

function severityOf({ own, other, resourceId }: Clash): Conflict["severity"] {
  const [one, two] = [own.occurrence.event, other.occurrence.event];
  const highest = Math.max(RANKS[one.priority], RANKS[two.priority]);
  if (resourceId === null && (one.allDay || two.allDay) && highest < RANKS.high) return "low";
  if (highest === RANKS.low) return resourceId === null ? "low" : "medium";
  return highest === RANKS.critical ? "critical" : highest === RANKS.high ? "high" : "medium";
}

function conflictOf(
  id: string,
  clashes: readonly Clash[],
  { household, wording }: { readonly household: Household; readonly wording: Wording },
): Conflict {
  const first = clashes.reduce((earliest, clash) => (clash.own.start < earliest.own.start ? clash : earliest));
  const { occurrence } = first.other;
  const dates = new Set(clashes.map(({ own }) => own.start)).size;
  const people = [...new Set(clashes.flatMap((clash) => clash.people))];
  const names = people.map((member) => memberName(household, member));
  const when = `${(occurrence.allDay ? formatDays : formatSpan)(intervalOf(first.other), wording)}${dates > 1 ? `, and on ${countOf(dates - 1, "more date")}` : ""}`;
  const thing = first.resourceId === null ? null : resourceOf(household, first.resourceId);
  const details =
    thing === null
      ? `${listNames(names)} ${names.length > 1 ? "have" : "has"} ${occurrence.event.title} ${when}.`
      : `${thing.capacity === 1 ? `${thing.name} is taken by` : `${thing.name} has all ${thing.capacity} places taken, one by`} ${occurrence.event.title} ${when}.`;
  return {
    id,
    type: thing === null ? "time_conflict" : "resource_conflict",
    severity: severityOf(first),
    conflictingEventId: occurrence.eventId,
    conflictingEventTitle: occurrence.event.title,
    participantsAffected: people,
    resourceId: first.resourceId,
    firstAt: formatInstant(Math.max(first.own.start, first.other.start)),
    occurrences: dates,
    details,
  };
}

/** Minutes since midnight of a time such as "07:30". */
export const minutesOfTime = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** True if a span lies within the waking hours. */
export function isAwake(span: Span, household: Household): boolean {
  const clock = localClock(household.timeZone);
  const from = clock.minutesOf(span.start);
  const to = from + (span.end - span.start) / 60_000;
  return from >= minutesOfTime(household.wakingHours.start) && to <= minutesOfTime(household.wakingHours.end);
}

/** Rules that an event violates by itself. */
function violations(
  event: CalendarEvent,
  own: readonly Busy[],
  { calendar: { household }, now, wording }: CheckContext & { readonly wording: Wording },
): Conflict[] {
  const violation = (
    kind: string,
    severity: Conflict["severity"],
    details: string,
    times: readonly number[] = [],
  ): Conflict => ({
    id: `constraint:${event.id}:${kind}`,
    type: "constraint_violation",
    severity,
    conflictingEventId: null,
    conflictingEventTitle: null,
    participantsAffected: event.participants,
    resourceId: null,
    firstAt: formatInstant(times[0] ?? Date.parse(now)),
    occurrences: Math.max(1, times.length),
    details,
  });
  const problem = eventProblem(event);
  if (problem !== null) return [violation("impossible_event", "critical", `${event.title} is not valid: ${problem}.`)];
  const span = eventSpan(event, household);
  if (isSeries(event) && own.length === 0)
    return [violation("never_happens", "critical", `${event.title} would never take place: its rule leaves no date.`)];
  const found: Conflict[] = [];
  const mine = own.filter(({ occurrence }) => occurrence.eventId === event.id);
  const again = mine.find(({ start }, index) => start < (mine[index - 1]?.end ?? 0));
  if (again !== undefined) {
    const details = `${event.title} would start again ${formatMoment(formatInstant(again.start), wording)}, before it has ended.`;
    found.push(violation("overlaps_itself", "high", details, [again.start]));
  }
  if (!isSeries(event) && (event.allDay ? span.end : span.start) < Date.parse(now)) {
    const details = `${event.title}, ${formatSpan(intervalOf(span), wording)}, is in the past.`;
    found.push(violation("in_the_past", "medium", details, [span.start]));
  }
  const asleep = event.allDay ? [] : own.filter((busy) => !isAwake(busy, household));
  const [early] = asleep;
  if (early !== undefined) {
    const { start, end } = household.wakingHours;
    const more = asleep.length > 1 ? `, and ${countOf(asleep.length - 1, "more time")}` : "";
    const details = `${event.title}, ${formatSpan(intervalOf(early), wording)}${more}, is outside the waking hours ${start}–${end}.`;
    const times = asleep.map((busy) => busy.start);
    found.push(violation("outside_waking_hours", "low", details, times));
  }
  return found;
}
