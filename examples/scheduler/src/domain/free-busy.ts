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

/** Reads the occurrences of `range` once and sorts them, so that a lookup only visits those near the span. */
export function timetableOf(calendar: CalendarView, range: Span): Timetable {
  const occurrences = range.start < range.end ? calendar.occurrences(intervalOf(range)) : [];
  const all = occurrences.map((occurrence) => ({ occurrence, ...spanOf(occurrence) })).toSorted(byStart);
  // An occurrence that began earlier than the longest duration before the span has ended.
  const longest = all.reduce((most, { start, end }) => Math.max(most, end - start), 0);
  const overlapping = (span: Span): readonly Busy[] => {
    const found: Busy[] = [];
    for (let index = firstFrom(all, span.start - longest); index < all.length; index += 1) {
      const busy = all[index];
      if (busy === undefined || busy.start >= span.end) break;
      if (busy.end > span.start) found.push(busy);
    }
    return found;
  };
  return { calendar, range, overlapping };
}

const byStart = (one: Busy, other: Busy): number =>
  one.start - other.start || one.end - other.end || compareText(one.occurrence.eventId, other.occurrence.eventId);

/** Groups items by key, in order of first appearance. */
export const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> =>
  Map.groupBy(items, keyOf);

/** Compares texts by code unit, which is independent of the locale. */
const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Index of the first entry that starts at or after the given time. */
function firstFrom(entries: readonly Busy[], time: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.start ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
