import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import type { CalendarEvent, Occurrence, Interval } from "./calendar-event.ts";
import { basicWallTime, mapUntil, readUntil } from "./recurrence-rule.ts";
import { dayMilliseconds, formatInstant, formatWallTime, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Upper bound for differences between wall clocks of different zones and for clock changes. */
const margin = 2 * dayMilliseconds;

/** Iteration limit of the library, far above what any range needs; the library throws when it is reached. */
const maxIterations = 1_000_000;

/** Lists the wall-clock starts of an event in a range, both ends included, in order. */
type StartsBetween = (low: number, high: number) => readonly number[];

/** Household as expansion needs it: all-day events are whole days in its time zone. */
type Place = { readonly timeZone: string };

const compiled = new WeakMap<CalendarEvent, StartsBetween>();

function startsOf(event: CalendarEvent): StartsBetween {
  const known = compiled.get(event);
  if (known !== undefined) return known;
  const listed = [event.start, ...event.extraStarts].map(readWallTime);
  const excluded = new Set(event.excludedStarts.map(readWallTime));
  const byRule = compileRule(event);
  const starts: StartsBetween = (low, high) =>
    [...new Set([...listed.filter((wall) => low <= wall && wall <= high), ...byRule(low, high)])]
      .filter((wall) => !excluded.has(wall))
      .toSorted((one, other) => one - other);
  compiled.set(event, starts);
  return starts;
}

/**
 * Compiles the rule of a series. It is evaluated on a clock without daylight saving time, so an occurrence keeps its wall time and
 * is never dropped; its instant is computed afterwards.
 */
function compileRule({ recurrenceRule, start, timeZone }: CalendarEvent): StartsBetween {
  if (recurrenceRule === null) return () => [];
  const rule = new RRuleTemporal({
    rruleString: mapUntil(recurrenceRule, (until) => `${basicWallTime(readUntil(until, timeZone), false)}Z`),
    dtstart: Temporal.Instant.fromEpochMilliseconds(readWallTime(start)).toZonedDateTimeISO("UTC"),
    includeDtstart: true,
    maxIterations,
  });
  return (low, high) => rule.between(new Date(low), new Date(high), true).map((each) => each.epochMilliseconds);
}

/**
 * Lists the occurrences of an event that overlap `range`, sorted by start.
 *
 * A series keeps its wall-clock start in its own time zone, and all occurrences have the duration of the first. All-day events are
 * whole days in the time zone of the household.
 */
export function occurrencesOf(
  event: CalendarEvent,
  { range, household }: { range: Interval; household: Place },
): readonly Occurrence[] {
  const [low, high] = [Date.parse(range.start), Date.parse(range.end)];
  const zone = event.allDay ? household.timeZone : event.timeZone;
  const [first, last] = [event.start, event.end].map(readWallTime);
  if (first === undefined || last === undefined) return [];
  const wallLength = last - first;
  const elapsed = wallToInstant(last, zone) - wallToInstant(first, zone);
  // If both ends are within an hour that the clock skips, the elapsed time is 0.
  const length = elapsed > 0 ? elapsed : wallLength;
  const found: Occurrence[] = [];
  for (const wall of startsOf(event)(low - Math.max(wallLength, length) - margin, high + margin)) {
    const start = wallToInstant(wall, zone);
    const end = event.allDay ? wallToInstant(wall + wallLength, zone) : start + length;
    const originalStart = event.replaces?.originalStart ?? formatWallTime(wall, event.allDay);
    if (start >= high || end <= low) continue;
    found.push({
      eventId: event.id,
      seriesId: event.replaces?.seriesId ?? event.id,
      originalStart,
      start: formatInstant(start),
      end: formatInstant(end),
      allDay: event.allDay,
      event,
    });
  }
  return found;
}

const orderOf = ({ start, end, eventId }: Occurrence): string => `${start} ${end} ${eventId}`;

/** Lists the occurrences of `events` that overlap `range`, sorted by start, end and event id. A changed one replaces the original. */
export function expand(
  events: readonly CalendarEvent[],
  place: { range: Interval; household: Place },
): readonly Occurrence[] {
  const replaced = new Set(events.map(({ replaces }) => replaces && `${replaces.seriesId} ${replaces.originalStart}`));
  return events
    .flatMap((event) => occurrencesOf(event, place))
    .filter(({ event, originalStart }) => event.replaces !== null || !replaced.has(`${event.id} ${originalStart}`))
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

/** Lists the wall-clock starts of an event in a range of them, both ends included, in order. */
export const startsBetween = (event: CalendarEvent, low: number, high: number): readonly number[] =>
  startsOf(event)(low, high);

/** True if the event has an occurrence at that wall time, by its rule or its extra starts. */
export function startsAt(event: CalendarEvent, wallStart: string): boolean {
  const wall = readWallTime(wallStart);
  return (
    !Number.isNaN(wall) && (wallStart.length === 10) === event.allDay && startsOf(event)(wall, wall).includes(wall)
  );
}
