import type { CalendarView } from "../calendar.ts";
import type { CalendarEvent, Occurrence, Priority } from "../calendar-event.ts";
import type { Conflict, ConflictDetectionData, ProposedEvent } from "../outputs.ts";
import { whenOf } from "../describe.ts";
import { eventProblem } from "../event-problem.ts";
import { countOf, listNames, type Wording } from "../format.ts";
import { type Busy, groupBy, intervalOf, type Span, type Timetable, timetableOf } from "../free-busy.ts";
import { type Household, memberName, resourceOf } from "../household.ts";
import { eventsIn, horizonOf } from "./series.ts";
import { violations } from "./violations.ts";

/** Calendar to check against. */
export interface CheckContext {
  readonly calendar: CalendarView;
  readonly now: string;
}

/** One occurrence that overlaps another and shares people with it, or a resource that is used up. */
export interface Clash {
  readonly own: Busy;
  readonly other: Busy;
  readonly people: readonly string[];
  readonly resourceId: string | null;
}

const isSame = (one: Occurrence, other: Occurrence): boolean =>
  one.seriesId === other.seriesId && one.originalStart === other.originalStart;

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

/** Clashes of one occurrence with all others of a calendar, whether or not it contains that occurrence. */
export function clashesAt(own: Busy, timetable: Timetable): readonly Clash[] {
  const { participants, resources } = own.occurrence.event;
  const others = timetable
    .overlapping(own)
    .filter(({ occurrence, start, end }) => end > start && !isSame(occurrence, own.occurrence));
  const people = others.flatMap((other): Clash[] => {
    const shared = participants.filter((id) => other.occurrence.event.participants.includes(id));
    return shared.length === 0 ? [] : [{ own, other, people: shared, resourceId: null }];
  });
  const things = resources.flatMap((resourceId) => {
    const { uses, peak } = usesWithin(own, resourceId, { ...timetable, overlapping: () => others });
    return peak < resourceOf(timetable.calendar.household, resourceId).capacity
      ? []
      : uses.map((other): Clash => ({ own, other, people: [], resourceId }));
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

/**
 * Finds what changes cause in a calendar: clashes that were not there before, and `own`, the occurrences of the stored entries within their
 * horizon, in a timetable of the changed calendar. Entries that cannot exist cause nothing.
 */
export function effectsOf(changes: ProposedEvent["changes"], { calendar, now }: CheckContext) {
  const valid = eventsIn(changes).filter((event) => eventProblem(event) === null);
  const spans = new Map(valid.map((event) => [event.id, horizonOf(event, calendar.household, now)]));
  const range = {
    start: Math.min(...[...spans.values()].map(({ start }) => start)),
    end: Math.max(...[...spans.values()].map(({ end }) => end)),
  };
  const timetable = timetableOf(valid.length === 0 ? calendar : calendar.withChanges(changes), range);
  const own = timetable.overlapping(range).filter((busy) => {
    const span = spans.get(busy.occurrence.eventId);
    return span !== undefined && busy.start < span.end && busy.end > span.start;
  });
  const before = timetableOf(calendar, range);
  const series = new Set(valid.map(({ id, replaces }) => replaces?.seriesId ?? id));
  const known = new Set(
    before
      .overlapping(range)
      .filter(({ occurrence }) => series.has(occurrence.seriesId))
      .flatMap((busy) => clashesAt(busy, before).map(keyOf)),
  );
  const clashes = own.flatMap((busy) => clashesAt(busy, timetable)).filter((clash) => !known.has(keyOf(clash)));
  return { clashes, own, timetable };
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
  if (action === "cancel") return { conflicts: [], blockingConflicts: [] };
  const { clashes, own } = effectsOf(changes, context);
  const { household } = context.calendar;
  const wording = { timeZone: household.timeZone, now: context.now };
  const groups = groupBy(clashes, (clash) => conflictId(clash, event));
  const conflicts = [
    ...[...groups].map(([id, group]) => conflictOf(id, group, household, wording)),
    ...violations(event, own, household, wording),
  ];
  return { conflicts, blockingConflicts: conflicts.filter(isBlocking).map(({ id }) => id) };
}

/** True if a conflict blocks the confirmation: all but all-day events of people, low priorities, and times outside the waking hours. */
export const isBlocking = ({ severity }: Conflict): boolean => severity !== "low";

/** True for a clash that makes a time unfit. A whole day does not keep a person from an appointment. */
export const isInTheWay = ({ own, other, resourceId }: Clash): boolean =>
  resourceId !== null || !(own.occurrence.allDay || other.occurrence.allDay);

const RANKS: readonly Priority[] = ["low", "medium", "high", "critical"];

function severityOf(clash: Clash): Priority {
  const { own, other, resourceId } = clash;
  const rank = Math.max(...[own, other].map(({ occurrence }) => RANKS.indexOf(occurrence.event.priority)));
  if (!isInTheWay(clash) && rank < RANKS.indexOf("high")) return "low";
  return RANKS[resourceId === null ? rank : Math.max(rank, 1)] ?? "medium";
}

function conflictOf(id: string, clashes: readonly Clash[], household: Household, wording: Wording): Conflict {
  const first = clashes.reduce((earliest, clash) => (clash.own.start < earliest.own.start ? clash : earliest));
  const { occurrence } = first.other;
  const dates = new Set(clashes.map(({ own }) => own.start)).size;
  const names = [...new Set(clashes.flatMap(({ people }) => people))].map((member) => memberName(household, member));
  const thing = first.resourceId === null ? null : resourceOf(household, first.resourceId);
  const subject =
    thing === null
      ? `${listNames(names)} ${names.length > 1 ? "have" : "has"}`
      : thing.capacity === 1
        ? `${thing.name} is taken by`
        : `${thing.name} has all ${thing.capacity} places taken, one by`;
  const when = whenOf(occurrence, intervalOf(first.other), wording);
  const more = dates > 1 ? `, and on ${countOf(dates - 1, "more date")}` : "";
  return {
    id,
    type: thing === null ? "time_conflict" : "resource_conflict",
    severity: severityOf(first),
    details: `${subject} ${occurrence.event.title} ${when}${more}.`,
  };
}
