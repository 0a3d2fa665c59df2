import type { CalendarView } from "../calendar.ts";
import type { Priority } from "../calendar-event.ts";
import { whenOf } from "../describe.ts";
import { eventProblem } from "../event-problem.ts";
import { countOf, listNames, type Wording } from "../format.ts";
import { type Busy, type Span, type Timetable, timetableOf } from "../free-busy.ts";
import { type Household, memberName, resourceOf } from "../household.ts";
import type { Conflict, ConflictDetectionData, ProposedEvent } from "../outputs.ts";
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

/** Uses of a resource during a span, and the largest number of them at one moment. */
export function usesWithin(span: Span, id: string, timetable: Timetable) {
  const uses = timetable
    .overlapping(span)
    .filter(({ occurrence, start, end }) => end > start && occurrence.event.resources.includes(id));
  const moments = uses.map(({ start }) => Math.max(start, span.start));
  const counts = moments.map((at) => uses.filter(({ start, end }) => start <= at && at < end).length);
  return { uses, peak: Math.max(0, ...counts) };
}

/** Clashes of one occurrence with all others of a calendar, whether or not it contains that occurrence. */
export function clashesAt(own: Busy, timetable: Timetable): readonly Clash[] {
  const { seriesId, originalStart, event } = own.occurrence;
  const others = timetable
    .overlapping(own)
    .filter(
      ({ occurrence: { seriesId: id, originalStart: at }, start, end }) =>
        end > start && (id !== seriesId || at !== originalStart),
    );
  const people = others.flatMap((other): Clash[] => {
    const shared = event.participants.filter((id) => other.occurrence.event.participants.includes(id));
    return shared.length === 0 ? [] : [{ own, other, people: shared, resourceId: null }];
  });
  const things = event.resources.flatMap((resourceId) => {
    const { uses, peak } = usesWithin(own, resourceId, { ...timetable, overlapping: () => others });
    const isFree = peak < resourceOf(timetable.calendar.household, resourceId).capacity;
    return isFree ? [] : uses.map((other): Clash => ({ own, other, people: [], resourceId }));
  });
  return [...people, ...things];
}

/** Id of the conflict to which a clash belongs: one for each two events or series. */
export const conflictId = ({ own, other, resourceId }: Clash): string =>
  `${resourceId === null ? "time" : `resource:${resourceId}`}:${own.occurrence.seriesId}:${other.occurrence.seriesId}`;

/** Clashes that belong to the same conflict. */
export const groupClashes = (clashes: readonly Clash[]): (readonly [Clash, ...Clash[]])[] =>
  [...Map.groupBy(clashes, conflictId).values()].flatMap(([first, ...more]) => (first ? [[first, ...more]] : []));

const keyOf = (clash: Clash): string =>
  JSON.stringify([conflictId(clash), clash.people, ...[clash.own, clash.other].map(({ start, end }) => [start, end])]);

/**
 * Finds what changes cause in a calendar: clashes that were not there before, and `own`, the occurrences of the stored entries within their
 * horizons, in a timetable of the changed calendar. Entries that cannot exist cause nothing.
 */
export function effectsOf(changes: ProposedEvent["changes"], { calendar, now }: CheckContext) {
  const valid = eventsIn(changes).filter((event) => eventProblem(event) === null);
  const spans = valid.map((event) => horizonOf(event, calendar.household, now));
  const [start, end] = [Math.min(...spans.map((span) => span.start)), Math.max(...spans.map((span) => span.end))];
  const timetable = timetableOf(valid.length === 0 ? calendar : calendar.withChanges(changes), { start, end });
  const before = timetableOf(calendar, { start, end });
  const [ids, series] = [
    new Set(valid.map(({ id }) => id)),
    new Set(valid.map(({ id, replaces }) => replaces?.seriesId ?? id)),
  ];
  const own = timetable.overlapping({ start, end }).filter(({ occurrence }) => ids.has(occurrence.eventId));
  const old = before.overlapping({ start, end }).filter(({ occurrence }) => series.has(occurrence.seriesId));
  const known = new Set(old.flatMap((busy) => clashesAt(busy, before)).map(keyOf));
  const clashes = own.flatMap((busy) => clashesAt(busy, timetable)).filter((clash) => !known.has(keyOf(clash)));
  return { clashes, own, timetable };
}

/**
 * Finds the conflicts that a proposal causes: people and resources that are busy, and rules of the household that it violates.
 *
 * Clashes with the same event or series are one conflict, with the first time and a count. A proposal that does not store its event has no conflicts.
 */
export function detectConflicts(
  { changes, event }: Pick<ProposedEvent, "changes" | "event">,
  context: CheckContext,
): ConflictDetectionData {
  if (!eventsIn(changes).some(({ id }) => id === event.id)) return { conflicts: [], blockingConflicts: [] };
  const { clashes, own } = effectsOf(changes, context);
  const { household } = context.calendar;
  const wording = { timeZone: household.timeZone, now: context.now };
  const conflicts = [
    ...groupClashes(clashes).map((group): Conflict => {
      const first = firstOf(group);
      return {
        id: conflictId(first),
        type: first.resourceId === null ? "time_conflict" : "resource_conflict",
        severity: severityOf(first),
        details: clashText(group, household, wording),
      };
    }),
    ...violations(event, own, household, wording),
  ];
  return { conflicts, blockingConflicts: conflicts.filter(isBlocking).map(({ id }) => id) };
}

/** Checks for each resource of a proposal whether it has a place left at the busiest moment of all its occurrences. */
export function checkResources({ event, changes }: ProposedEvent, context: CheckContext) {
  const { own, timetable } = effectsOf(changes, context);
  const resourceAvailability = event.resources.map((resourceId) => {
    const { name, capacity } = resourceOf(context.calendar.household, resourceId);
    const uses = own.filter(({ occurrence }) => occurrence.event.resources.includes(resourceId));
    const available = uses.every((busy) => usesWithin(busy, resourceId, timetable).peak <= capacity);
    return { resourceId, resourceName: name, available };
  });
  return { resourceAvailability };
}

/** True if a conflict blocks the confirmation: all but all-day events of people, low priorities, and times outside the waking hours. */
export const isBlocking = ({ severity }: Conflict): boolean => severity !== "low";

/** True for a clash that makes a time unfit. A whole day does not keep a person from an appointment. */
export const isInTheWay = ({ own, other, resourceId }: Clash): boolean =>
  resourceId !== null || !(own.occurrence.allDay || other.occurrence.allDay);

const RANKS: readonly Priority[] = ["low", "medium", "high", "critical"];

function severityOf(clash: Clash): Priority {
  const ranks = [clash.own, clash.other].map(({ occurrence }) => RANKS.indexOf(occurrence.event.priority));
  const rank = Math.max(...ranks, clash.resourceId === null ? 0 : 1);
  return isInTheWay(clash) || rank > 1 ? (RANKS[rank] ?? "medium") : "low";
}

/**
 * Says what is in the way, for clashes with the same event or series, in one sentence: the first time, and a count of the others. "Emma has
 * Piano Tue 24 Nov 16:30–17:00, and on 2 more dates."
 */
export function clashText(clashes: readonly [Clash, ...Clash[]], household: Household, wording: Wording): string {
  const first = firstOf(clashes);
  const { occurrence } = first.other;
  const dates = new Set(clashes.map(({ own }) => own.start)).size;
  const names = [...new Set(clashes.flatMap(({ people }) => people))].map((member) => memberName(household, member));
  const thing = first.resourceId === null ? null : resourceOf(household, first.resourceId);
  const places =
    thing === null || thing.capacity === 1 ? "is taken by" : `has all ${thing.capacity} places taken, one by`;
  const subject =
    thing === null ? `${listNames(names)} ${names.length > 1 ? "have" : "has"}` : `${thing.name} ${places}`;
  const more = dates > 1 ? `, and on ${countOf(dates - 1, "more date")}` : "";
  return `${subject} ${occurrence.event.title} ${whenOf(occurrence, occurrence, wording)}${more}.`;
}

const firstOf = (clashes: readonly [Clash, ...Clash[]]): Clash =>
  clashes.reduce((earliest, clash) => (clash.own.start < earliest.own.start ? clash : earliest));
