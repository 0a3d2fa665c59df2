import type { CalendarView } from "./calendar.ts";
import type { CalendarEvent, Occurrence, Interval } from "./calendar-event.ts";
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

/** Converts a span to ISO 8601. */
export const intervalOf = ({ start, end }: Span): Interval => ({
  start: formatInstant(start),
  end: formatInstant(end),
});

/** First occurrence of an event by its own start and end; all-day events use the time zone of the household. */
export function eventSpan(event: CalendarEvent, household: { readonly timeZone: string }): Span {
  const zone = event.allDay ? household.timeZone : event.timeZone;
  const instantOf = (wall: string): number => wallToInstant(readWallTime(wall), zone);
  return { start: instantOf(event.start), end: instantOf(event.end) };
}

/** Reads the occurrences of `range` once, for many lookups. */
export function timetableOf(calendar: CalendarView, range: Span): Timetable {
  const occurrences = range.start < range.end ? calendar.occurrences(intervalOf(range)) : [];
  const all = occurrences.map((occurrence) => {
    const { start, end } = occurrence;
    return { occurrence, start: Date.parse(start), end: Date.parse(end) };
  });
  return { calendar, range, overlapping: (span) => all.filter((one) => one.start < span.end && one.end > span.start) };
}
