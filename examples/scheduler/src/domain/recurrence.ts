import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import type { CalendarEvent, Occurrence, Interval } from "./calendar-event.ts";
import type { Household } from "./household.ts";
import { ruleInUtc } from "./recurrence-rule.ts";
import { dayMilliseconds, formatWallTime, intervalOf, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Upper bound for differences between wall clocks of different zones and for clock changes. */
const margin = 2 * dayMilliseconds;

const toDate = (wall: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(readWallTime(wall)).toZonedDateTimeISO("UTC");

const compiled = new WeakMap<CalendarEvent, RRuleTemporal>();

/**
 * Compiles the starts of an event. They are evaluated on a clock without daylight saving time, so an occurrence keeps its wall time and
 * is never dropped; its instant is computed afterwards.
 */
function compile({ recurrenceRule, start, timeZone, extraStarts, excludedStarts }: CalendarEvent): RRuleTemporal {
  return new RRuleTemporal({
    rruleString: ruleInUtc(recurrenceRule ?? "FREQ=DAILY;COUNT=1", timeZone),
    dtstart: toDate(start),
    includeDtstart: true,
    // The library leaves out the first start if the rule ends before it.
    rDate: [start, ...extraStarts].map(toDate),
    exDate: excludedStarts.map(toDate),
    // Far above what any range needs; the library throws when it is reached.
    maxIterations: 1_000_000,
  });
}

/** First occurrence of an event by its own start and end; all-day events use the time zone of the household. */
export function eventSpan(event: CalendarEvent, household: Pick<Household, "timeZone">): Interval {
  const zone = event.allDay ? household.timeZone : event.timeZone;
  const instantOf = (wall: string): number => wallToInstant(readWallTime(wall), zone);
  return intervalOf({ start: instantOf(event.start), end: instantOf(event.end) });
}

/** Lists the wall-clock starts of an event in a range of them, both ends included, in order. */
export function startsBetween(event: CalendarEvent, low: number, high: number): readonly number[] {
  const rule = compiled.get(event) ?? compile(event);
  compiled.set(event, rule);
  return rule.between(new Date(low), new Date(high), true).map((each) => each.epochMilliseconds);
}

/**
 * Lists the occurrences of an event that overlap `range`, sorted by start.
 *
 * A series keeps its wall-clock start in its own time zone, and all occurrences have the duration of the first. All-day events are
 * whole days in the time zone of the household.
 */
export function occurrencesOf(
  event: CalendarEvent,
  { range, household }: { range: Interval; household: Pick<Household, "timeZone"> },
): readonly Occurrence[] {
  const { allDay, replaces } = event;
  const [low, high] = [Date.parse(range.start), Date.parse(range.end)];
  const zone = allDay ? household.timeZone : event.timeZone;
  const days = readWallTime(event.end) - readWallTime(event.start);
  const own = eventSpan(event, household);
  // If both ends are within an hour that the clock skips, the elapsed time is 0.
  const length = Date.parse(own.end) - Date.parse(own.start) || days;
  return startsBetween(event, low - Math.max(days, length) - margin, high + margin).flatMap((wall) => {
    const start = wallToInstant(wall, zone);
    const end = allDay ? wallToInstant(wall + days, zone) : start + length;
    if (start >= high || end <= low) return [];
    const originalStart = replaces?.originalStart ?? formatWallTime(wall, allDay);
    const seriesId = replaces?.seriesId ?? event.id;
    return [{ eventId: event.id, seriesId, originalStart, ...intervalOf({ start, end }), allDay, event }];
  });
}

const orderOf = ({ start, end, eventId }: Occurrence): string => `${start} ${end} ${eventId}`;

/** Lists the occurrences of `events` that overlap `range`, sorted by start, end and event id. A changed one replaces the original. */
export function expand(
  events: readonly CalendarEvent[],
  place: { range: Interval; household: Pick<Household, "timeZone"> },
): readonly Occurrence[] {
  const replaced = new Set(events.map(({ replaces }) => replaces && `${replaces.seriesId} ${replaces.originalStart}`));
  return events
    .flatMap((event) => occurrencesOf(event, place))
    .filter(({ event, originalStart }) => event.replaces !== null || !replaced.has(`${event.id} ${originalStart}`))
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

/** True if the event has an occurrence at that wall time, by its rule or its extra starts. */
export function startsAt(event: CalendarEvent, wallStart: string): boolean {
  const wall = readWallTime(wallStart);
  return (
    !Number.isNaN(wall) && (wallStart.length === 10) === event.allDay && startsBetween(event, wall, wall).length > 0
  );
}
