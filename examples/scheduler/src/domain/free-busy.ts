import type { CalendarChange, CalendarView } from "./calendar.ts";
import type { CalendarEvent, Occurrence } from "./calendar-event.ts";
import type { Interval } from "./interval.ts";
import { memoryCalendar } from "../calendar/memory-calendar.ts";
import { occurrencesOf } from "./recurrence.ts";
import { formatInstant, readWallTime, wallToInstant } from "./wall-clock.ts";

/** An occurrence with its times as milliseconds since 1970, for fast comparison. */
export interface Busy {
  readonly occurrence: Occurrence;
  readonly start: number;
  readonly end: number;
}

/** A stretch of time as milliseconds since 1970; the end is excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The occurrences of a calendar within one range, ready for many questions in one turn. */
export interface Timetable {
  readonly calendar: CalendarView;
  readonly range: Span;
  /** Every occurrence that shares an instant with the span, in order of start. */
  overlapping(span: Span): readonly Busy[];
  /** A stored event, if there is one, together with the changed occurrences of its series. */
  family(seriesId: string): readonly CalendarEvent[];
  /** The timetable as it would be after the changes; this one stays as it is. */
  withChanges(changes: readonly CalendarChange[]): Timetable;
}

const DAY = 86_400_000;

const spanOf = (interval: Interval): Span => ({
  start: Date.parse(interval.start),
  end: Date.parse(interval.end),
});

/** The same stretch as the texts that state and events hold. */
export const intervalOf = (span: Span): Interval => ({
  start: formatInstant(span.start),
  end: formatInstant(span.end),
});

/** When an event takes place first, by its own start and end; whole days are days of the household. */
export function eventSpan(event: CalendarEvent, household: { readonly timeZone: string }): Span {
  const zone = event.allDay ? household.timeZone : event.timeZone;
  const start = wallToInstant(readWallTime(event.start), zone);
  const end = wallToInstant(readWallTime(event.end), zone);
  return { start, end };
}

/** True when the two spans share at least one instant. */
export const spansOverlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

const toBusy = (occurrence: Occurrence): Busy => ({ occurrence, ...spanOf(occurrence) });

/** The series an event belongs to, or its own id. */
export const seriesOf = (event: CalendarEvent): string => event.replaces?.seriesId ?? event.id;

/**
 * True when an occurrence of the calendar is what `event` would take the place of: its own old version, the
 * occurrence it stands in for, or a changed occurrence of the series it is.
 */
export function isOwnVersion(event: CalendarEvent, { occurrence }: Busy): boolean {
  if (occurrence.eventId === event.id) return true;
  if (event.replaces === null) return occurrence.seriesId === event.id;
  return occurrence.seriesId === event.replaces.seriesId && occurrence.originalStart === event.replaces.originalStart;
}

/**
 * Reads the occurrences of `range` once and sorts them for binary search.
 *
 * A question costs the logarithm of the number of occurrences plus those that began as long before it as the longest
 * lasts; occurrences longer than a day are few and kept apart.
 */
export function timetableOf(calendar: CalendarView, range: Span): Timetable {
  const short: Busy[] = [];
  const long: Busy[] = [];
  if (range.start < range.end) {
    for (const occurrence of calendar.occurrences(intervalOf(range))) {
      const busy = toBusy(occurrence);
      (busy.end - busy.start > DAY ? long : short).push(busy);
    }
  }
  short.sort(byStart);
  long.sort(byStart);
  // Nothing that began longer ago than the longest of them lasts can still go on.
  const longest = short.reduce((most, { start, end }) => Math.max(most, end - start), 0);
  const overlapping = (span: Span): readonly Busy[] => {
    const found: Busy[] = [];
    for (const busy of long) {
      if (busy.start >= span.end) break;
      if (spansOverlap(busy, span)) found.push(busy);
    }
    const before = found.length;
    for (let index = firstFrom(short, span.start - longest); index < short.length; index += 1) {
      const busy = short[index];
      if (busy === undefined || busy.start >= span.end) break;
      if (spansOverlap(busy, span)) found.push(busy);
    }
    return before > 0 ? found.toSorted(byStart) : found;
  };
  const family = familiesOf(calendar);
  const timetable: Timetable = {
    calendar,
    range,
    overlapping,
    family,
    withChanges: (changes) => changed(timetable, changes),
  };
  return timetable;
}

/** Lays changes over a timetable: series that they touch are expanded anew, all others are read as before. */
function changed(base: Timetable, changes: readonly CalendarChange[]): Timetable {
  const { calendar, range } = base;
  const bySeries = groupBy(changes, (change) => seriesChangedBy(change, base));
  const views = new Map(
    [...bySeries].map(([id, own]) => [id, memoryCalendar(calendar.household, base.family(id)).withChanges(own)]),
  );
  const added = [...views.values()].flatMap((view) => view.occurrences(intervalOf(range)).map(toBusy));
  const timetable: Timetable = {
    calendar,
    range,
    overlapping: (span) =>
      [
        ...base.overlapping(span).filter((busy) => !views.has(busy.occurrence.seriesId)),
        ...added.filter((busy) => spansOverlap(busy, span)),
      ].toSorted(byStart),
    family: (seriesId) => views.get(seriesId)?.events() ?? base.family(seriesId),
    withChanges: (more) => changed(timetable, more),
  };
  return timetable;
}

const byStart = (one: Busy, other: Busy): number =>
  one.start - other.start || one.end - other.end || compareText(one.occurrence.eventId, other.occurrence.eventId);

/** Sorts items into groups, in order of first appearance. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Orders texts by code unit, the same on every machine. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

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

/** Finds the changed occurrences of any series; the calendar is gone through once, when first asked. */
function familiesOf(calendar: CalendarView): (seriesId: string) => readonly CalendarEvent[] {
  let changedBySeries: ReadonlyMap<string | undefined, readonly CalendarEvent[]> | null = null;
  return (seriesId) => {
    changedBySeries ??= groupBy(
      calendar.events().filter((event) => event.replaces !== null),
      (event) => event.replaces?.seriesId,
    );
    const series = calendar.event(seriesId);
    const changedOccurrences = changedBySeries.get(seriesId) ?? [];
    return series === null ? changedOccurrences : [series, ...changedOccurrences];
  };
}

/**
 * The occurrences within the span that `event` itself would have if the calendar held it; those of its series that
 * were changed one by one are other events.
 */
export function proposedOccurrences(timetable: Timetable, event: CalendarEvent, span: Span): readonly Busy[] {
  const { household } = timetable.calendar;
  const once = event.recurrenceRule === null && event.extraStarts.length === 0;
  const changedOccurrences = once ? [] : timetable.family(event.id).filter((each) => each.id !== event.id);
  const replaced = new Set(changedOccurrences.map((each) => each.replaces?.originalStart ?? ""));
  return occurrencesOf(event, { range: intervalOf(span), household, replaced }).map(toBusy);
}

const seriesChangedBy = (change: CalendarChange, { calendar }: Timetable): string => {
  if (change.kind === "put_event") return seriesOf(change.event);
  const stored = calendar.event(change.eventId);
  return stored === null ? change.eventId : seriesOf(stored);
};
