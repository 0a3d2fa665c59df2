import type { CalendarView } from "../calendar.ts";
import { type CalendarEvent, type Interval, type Occurrence, rankOf } from "../calendar-event.ts";
import { type HouseholdWording, whenOf } from "../describe.ts";
import { eventProblem } from "../event-problem.ts";
import { countOf, formatSpan, listNames } from "../format.ts";
import { type Household, memberName, resourceOf } from "../household.ts";
import type { Conflict, ConflictDetectionData, ProposedEvent, ResourceManagerData } from "../outputs.ts";
import { eventSpan } from "../recurrence.ts";
import { eventsIn, horizonOf, isSeries } from "./series.ts";

/** Calendar to check against. */
export interface CheckContext {
  readonly calendar: CalendarView;
  readonly now: string;
}

/** One occurrence that overlaps another and shares people with it, or a resource that is used up. */
export interface Clash {
  readonly own: Occurrence;
  readonly other: Occurrence;
  readonly people: readonly string[];
  readonly resourceId: string | null;
}

/** Clashes between the same two events or series: the first one, all people, and the number of dates. They are one conflict. */
type ClashGroup = ReturnType<typeof groupClashes>[number];

const overlapping = (occurrences: readonly Occurrence[], { start, end }: Interval): readonly Occurrence[] =>
  occurrences.filter((one) => one.start < end && one.end > start);

/** Uses of a resource during an interval, and the largest number of them at one moment. */
export function usesWithin(interval: Interval, id: string, occurrences: readonly Occurrence[]) {
  const uses = overlapping(occurrences, interval).filter(({ event }) => event.resources.includes(id));
  const moments = [interval.start, ...uses.map(({ start }) => start)].filter((moment) => moment >= interval.start);
  const counts = moments.map((moment) => uses.filter(({ start, end }) => start <= moment && moment < end).length);
  return { uses, peak: Math.max(...counts) };
}

/** Clashes of one occurrence with all others, whether or not it is among them. */
export function clashesAt(own: Occurrence, occurrences: readonly Occurrence[], household: Household): readonly Clash[] {
  const others = overlapping(occurrences, own).filter(
    ({ seriesId, originalStart }) => seriesId !== own.seriesId || originalStart !== own.originalStart,
  );
  const people = others.flatMap((other): Clash[] => {
    const shared = own.event.participants.filter((id) => other.event.participants.includes(id));
    return shared.length === 0 ? [] : [{ own, other, people: shared, resourceId: null }];
  });
  const things = own.event.resources.flatMap((resourceId) => {
    const { uses, peak } = usesWithin(own, resourceId, others);
    const isFree = peak < resourceOf(household, resourceId).capacity;
    return isFree ? [] : uses.map((other): Clash => ({ own, other, people: [], resourceId }));
  });
  return [...people, ...things];
}

/** Id of the conflict to which a clash belongs. */
const conflictId = ({ own, other, resourceId }: Clash): string =>
  `${resourceId === null ? "time" : `resource:${resourceId}`}:${own.seriesId}:${other.seriesId}`;

/** Groups clashes by conflict. */
export const groupClashes = (clashes: readonly Clash[]) =>
  [...Map.groupBy(clashes, conflictId)].map(([id, group]) => ({
    id,
    first: group.reduce((earliest, clash) => (clash.own.start < earliest.own.start ? clash : earliest)),
    people: [...new Set(group.flatMap(({ people }) => people))],
    dates: new Set(group.map(({ own }) => own.start)).size,
  }));

const keyOf = (clash: Clash): string =>
  [conflictId(clash), ...clash.people, clash.own.start, clash.own.end, clash.other.start, clash.other.end].join(" ");

/**
 * Finds what changes cause in a calendar: clashes that were not there before, and `own`, the occurrences of the stored entries within
 * their horizons, among all `occurrences` of the changed calendar. Entries that cannot exist cause nothing.
 */
export function effectsOf(changes: ProposedEvent["changes"], { calendar, now }: CheckContext) {
  const { household } = calendar;
  const valid = eventsIn(changes).filter((event) => eventProblem(event) === null);
  const horizons = valid.map((event) => horizonOf(event, household, now));
  const [start] = horizons.map((each) => each.start).toSorted();
  const [end] = horizons.map((each) => each.end).toSorted((one, other) => (one > other ? -1 : 1));
  if (start === undefined || end === undefined) return { clashes: [], own: [], occurrences: [] };
  const ids = new Set(valid.map(({ id }) => id));
  const series = new Set(valid.map(({ id, replaces }) => replaces?.seriesId ?? id));
  const before = calendar.occurrences({ start, end });
  const occurrences = calendar.withChanges(changes).occurrences({ start, end });
  const old = before.filter(({ seriesId }) => series.has(seriesId));
  const known = new Set(old.flatMap((each) => clashesAt(each, before, household)).map(keyOf));
  const own = occurrences.filter(({ eventId }) => ids.has(eventId));
  const clashes = own.flatMap((each) => clashesAt(each, occurrences, household));
  return { clashes: clashes.filter((clash) => !known.has(keyOf(clash))), own, occurrences };
}

/**
 * Finds the conflicts that a proposal causes: people and resources that are busy, and rules of the household that it violates.
 *
 * A proposal that does not store its event has no conflicts.
 */
export function detectConflicts(
  { changes, event }: Pick<ProposedEvent, "changes" | "event">,
  context: CheckContext,
): ConflictDetectionData {
  if (!eventsIn(changes).some(({ id }) => id === event.id))
    return { conflicts: [], hasConflicts: false, blockingConflicts: [] };
  const { clashes, own } = effectsOf(changes, context);
  const wording = { ...context.calendar.household, now: context.now };
  const conflicts = [
    ...groupClashes(clashes).map((group): Conflict => {
      const type = group.first.resourceId === null ? "time_conflict" : "resource_conflict";
      const { own: first, other } = group.first;
      return {
        id: group.id,
        type,
        severity: isInTheWay(group.first) ? (SEVERITIES[rankOf(other.event)] ?? "high") : "low",
        conflictingEventId: other.eventId,
        conflictingEventTitle: other.event.title,
        participantsAffected: type === "time_conflict" ? group.people : first.event.participants,
        details: clashText(group, wording),
      };
    }),
    ...violations(event, own, wording),
  ];
  // All but all-day events of people.
  const blocking = conflicts.filter(({ severity }) => severity !== "low");
  const hasConflicts = conflicts.length > 0;
  return { conflicts, hasConflicts, blockingConflicts: blocking.map(({ id }) => id) };
}

/** Severity of a conflict that blocks, by the rank of the other event. */
const SEVERITIES = ["medium", "high", "critical"] as const;

/** Checks for each resource of a proposal whether it has a place left at the busiest moment of all its occurrences. */
export function checkResources({ event, changes }: ProposedEvent, context: CheckContext): ResourceManagerData {
  const { household } = context.calendar;
  const { own, occurrences } = effectsOf(changes, context);
  const ids = new Set(own.map(({ eventId }) => eventId));
  const others = occurrences.filter(({ eventId }) => !ids.has(eventId));
  const resourceAvailability = event.resources.map((resourceId) => {
    const { name, capacity } = resourceOf(household, resourceId);
    const found = own.map((each) => usesWithin(each, resourceId, others));
    const currentCapacity = Math.max(0, ...found.map(({ peak }) => peak));
    const conflicts = [...new Set(found.flatMap(({ uses }) => uses.map(({ eventId }) => eventId)))];
    const available = currentCapacity < capacity;
    return { resourceId, resourceName: name, available, currentCapacity, maxCapacity: capacity, conflicts };
  });
  return { resourceAvailability, allResourcesAvailable: resourceAvailability.every(({ available }) => available) };
}

/** True for a clash that makes a time unfit. A whole day does not keep a person from an appointment. */
export const isInTheWay = ({ own, other, resourceId }: Clash): boolean =>
  resourceId !== null || !(own.allDay || other.allDay);

/** Says what is in the way, in one sentence: "Emma has Piano Tue 24 Nov 16:30–17:00, and on 2 more dates." */
export function clashText({ first, people, dates }: ClashGroup, wording: HouseholdWording): string {
  const { other, resourceId } = first;
  const more = dates > 1 ? `, and on ${countOf(dates - 1, "more date")}` : "";
  const event = `${other.event.title} ${whenOf(other, other, wording)}${more}.`;
  if (resourceId === null) {
    const names = people.map((id) => memberName(wording, id));
    return `${listNames(names)} ${names.length > 1 ? "have" : "has"} ${event}`;
  }
  const { name, capacity } = resourceOf(wording, resourceId);
  return `${name} ${capacity === 1 ? "is taken by" : `has all ${capacity} places taken, one by`} ${event}`;
}

/** True for a single event that has begun, or that was on days that are over. */
export function isPast(event: CalendarEvent, household: Household, now: string): boolean {
  const { start, end } = eventSpan(event, household);
  return !isSeries(event) && Date.parse(event.allDay ? end : start) < Date.parse(now);
}

/** Rules of the household that an event violates by itself; `own` are its occurrences. */
function violations(event: CalendarEvent, own: readonly Occurrence[], wording: HouseholdWording): Conflict[] {
  const problem = eventProblem(event);
  const mine = own.filter(({ eventId }) => eventId === event.id);
  const again = mine.find(({ start }, index) => start < (mine[index - 1]?.end ?? ""));
  const isOver = problem === null && isPast(event, wording, wording.now);
  const found = {
    impossible_event: problem && `is not valid: ${problem}`,
    never_happens: problem === null && own.length === 0 && "would never take place: its rule leaves no date",
    overlaps_itself: again && `would take place again ${formatSpan(again, wording)}, before it has ended`,
    in_the_past: isOver && `on ${formatSpan(eventSpan(event, wording), wording)} is in the past`,
  };
  return Object.entries(found).flatMap(([kind, text]): Conflict[] => {
    const details = `${event.title} ${text}.`;
    const id = `constraint:${event.id}:${kind}`;
    const other = { conflictingEventId: null, conflictingEventTitle: null, participantsAffected: event.participants };
    return text ? [{ id, type: "constraint_violation", severity: "high", ...other, details }] : [];
  });
}
