import type { CalendarView } from "./calendar.ts";
import type { CalendarEvent, Occurrence } from "./calendar-event.ts";
import type { Interval } from "./interval.ts";
import { formatInstant, readWallTime, wallToInstant } from "./wall-clock.ts";

/** An occurrence with its times in milliseconds since 1970, for fast comparison. */
export interface Busy {
  readonly occurrence: Occurrence;
  readonly start: number;
  readonly end: number;
}

/** Time span in milliseconds since 1970; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Occurrences of a calendar within a range, indexed for many lookups. */
export interface Timetable {
  readonly calendar: CalendarView;
  readonly range: Span;
  /** Returns the occurrences that overlap the span, sorted by start. */
  overlapping(span: Span): readonly Busy[];
}

const spanOf = (interval: Interval): Span => ({
  start: Date.parse(interval.start),
  end: Date.parse(interval.end),
});

/** Converts a span to ISO 8601. */
export const intervalOf = (span: Span): Interval => ({
  start: formatInstant(span.start),
  end: formatInstant(span.end),
});

/** First occurrence of an event by its own start and end; all-day events use the time zone of the household. */
export function eventSpan(event: CalendarEvent, household: { readonly timeZone: string }): Span {
  const zone = event.allDay ? household.timeZone : event.timeZone;
  const start = wallToInstant(readWallTime(event.start), zone);
  const end = wallToInstant(readWallTime(event.end), zone);
  return { start, end };
}

/** Reads the occurrences of `range` once, for many lookups. */
export function timetableOf(calendar: CalendarView, range: Span): Timetable {
  const occurrences = range.start < range.end ? calendar.occurrences(intervalOf(range)) : [];
  // An occurrence starts at an instant, and the calendar sorts by it.
  const all = occurrences.map((occurrence) => ({ occurrence, ...spanOf(occurrence) }));
  const overlapping = (span: Span): readonly Busy[] =>
    all.filter(({ start, end }) => start < span.end && end > span.start);
  return { calendar, range, overlapping };
}

/** Groups items by key, in order of first appearance. */
export const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> =>
  Map.groupBy(items, keyOf);
