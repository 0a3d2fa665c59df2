import type { CalendarEvent, Occurrence } from "./calendar-event.ts";
import type { Interval } from "./interval.ts";
import { compileRule, type StartsBetween } from "./recurrence-rule.ts";
import { dayMilliseconds, formatInstant, formatWallTime, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Upper bound for differences between wall clocks of different zones and for clock changes. */
const margin = 2 * dayMilliseconds;

/** An event prepared for expansion, independent of the range. */
interface Series {
  readonly starts: StartsBetween;
  readonly wallLength: number;
  /** Elapsed duration of a timed event, in milliseconds. */
  readonly length: number;
  /** Occurrences of a timed event that were asked for before, by wall-clock start. */
  readonly known: Map<number, Timed>;
}

interface Timed {
  readonly start: number;
  readonly end: number;
  readonly occurrence: Occurrence;
}

const maxKnown = 2000;

/** Household as expansion needs it: all-day events are whole days in its time zone. */
type Place = { readonly timeZone: string };

const noStarts: ReadonlySet<string> = new Set();
const prepared = new WeakMap<CalendarEvent, Series>();

function prepare(event: CalendarEvent): Series {
  const cached = prepared.get(event);
  if (cached !== undefined) return cached;
  const start = readWallTime(event.start);
  const end = readWallTime(event.end);
  const elapsed = event.allDay ? 0 : wallToInstant(end, event.timeZone) - wallToInstant(start, event.timeZone);
  const series = {
    starts: compileStarts(event, start),
    wallLength: end - start,
    // If both ends are within an hour that the clock skips, the elapsed time is 0.
    length: elapsed > 0 ? elapsed : end - start,
    known: new Map<number, Timed>(),
  };
  prepared.set(event, series);
  return series;
}

function compileStarts(event: CalendarEvent, start: number): StartsBetween {
  const byRule: StartsBetween =
    event.recurrenceRule === null
      ? (low, high) => (low <= start && start <= high ? [start] : [])
      : compileRule(event.recurrenceRule, start, event.timeZone);
  if (event.extraStarts.length === 0 && event.excludedStarts.length === 0) return byRule;
  const extra = event.extraStarts.map(readWallTime);
  const excluded = new Set(event.excludedStarts.map(readWallTime));
  return (low, high) => {
    const within = extra.filter((wall) => low <= wall && wall <= high);
    return [...new Set([...byRule(low, high), ...within])]
      .filter((wall) => !excluded.has(wall))
      .toSorted((one, other) => one - other);
  };
}

/**
 * Lists the occurrences of an event that overlap `range`, sorted by start.
 *
 * A series keeps its wall-clock start in its own time zone, and all occurrences have the duration of the first. All-day events are
 * whole days in the time zone of the household. `replaced` contains the original starts of changed occurrences.
 */
export function occurrencesOf(
  event: CalendarEvent,
  { range, household, replaced = noStarts }: { range: Interval; household: Place; replaced?: ReadonlySet<string> },
): readonly Occurrence[] {
  const [low, high] = [Date.parse(range.start), Date.parse(range.end)];
  const series = prepare(event);
  const found: Occurrence[] = [];
  for (const wall of series.starts(low - Math.max(series.wallLength, series.length) - margin, high + margin)) {
    const { start, end, occurrence } = timedAt(event, series, wall, household);
    if (start < high && end > low && !replaced.has(occurrence.originalStart)) found.push(occurrence);
  }
  return found;
}

/** Occurrence that starts at a wall time. Those of timed events are kept, because a turn asks for them many times. */
function timedAt(event: CalendarEvent, series: Series, wall: number, household: Place): Timed {
  const known = series.known.get(wall);
  if (known !== undefined) return known;
  const { wallLength, length } = series;
  const zone = event.allDay ? household.timeZone : event.timeZone;
  const start = wallToInstant(wall, zone);
  const end = event.allDay ? wallToInstant(wall + wallLength, zone) : start + length;
  const occurrence: Occurrence = {
    eventId: event.id,
    seriesId: event.replaces?.seriesId ?? event.id,
    originalStart: event.replaces?.originalStart ?? formatWallTime(wall, event.allDay),
    start: formatInstant(start),
    end: formatInstant(end),
    allDay: event.allDay,
    event,
  };
  const timed = { start, end, occurrence };
  if (!event.allDay && series.known.size < maxKnown) series.known.set(wall, timed);
  return timed;
}

/** Original starts of the changed occurrences among `events`, by series. */
function replacedStarts(events: Iterable<CalendarEvent>): ReadonlyMap<string, ReadonlySet<string>> {
  const bySeries = new Map<string, Set<string>>();
  for (const { replaces } of events) {
    if (replaces === null) continue;
    const starts = bySeries.get(replaces.seriesId) ?? new Set();
    bySeries.set(replaces.seriesId, starts.add(replaces.originalStart));
  }
  return bySeries;
}

/** Lists the occurrences of `events` that overlap `range`, sorted by start, end and event id. */
export function expand(
  events: readonly CalendarEvent[],
  {
    range,
    household,
    replaced = replacedStarts(events),
  }: { range: Interval; household: Place; replaced?: ReadonlyMap<string, ReadonlySet<string>> },
): readonly Occurrence[] {
  return events
    .flatMap((event) =>
      occurrencesOf(event, {
        range,
        household,
        replaced: (event.replaces === null ? replaced.get(event.id) : undefined) ?? noStarts,
      }),
    )
    .toSorted(
      (one, other) =>
        compareText(one.start, other.start) ||
        compareText(one.end, other.end) ||
        compareText(one.eventId, other.eventId),
    );
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** True if the event has an occurrence at that wall time, by its rule or its extra starts. */
export function startsAt(event: CalendarEvent, wallStart: string): boolean {
  const wall = readWallTime(wallStart);
  return (
    !Number.isNaN(wall) &&
    (wallStart.length === 10) === event.allDay &&
    prepare(event).starts(wall, wall).includes(wall)
  );
}
