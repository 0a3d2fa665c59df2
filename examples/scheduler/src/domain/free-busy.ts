import type { CalendarChange, CalendarView } from "./calendar.ts";
import type { CalendarEvent, Occurrence } from "./calendar-event.ts";
import type { Interval } from "./interval.ts";
import { memoryCalendar } from "../calendar/memory-calendar.ts";
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
  /** Returns a stored event, if it exists, and the changed occurrences of its series. */
  family(seriesId: string): readonly CalendarEvent[];
  /** Returns the timetable as it would be after the changes; this one stays unchanged. */
  withChanges(changes: readonly CalendarChange[]): Timetable;
}

const DAY = 86_400_000;

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

/** True if two spans share at least one instant. */
export const spansOverlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

const busyOf = new WeakMap<Occurrence, Busy>();

function toBusy(occurrence: Occurrence): Busy {
  const busy = busyOf.get(occurrence) ?? { occurrence, ...spanOf(occurrence) };
  busyOf.set(occurrence, busy);
  return busy;
}

/** Id of the series of an event, or its own id. */
const seriesOf = (event: CalendarEvent): string => event.replaces?.seriesId ?? event.id;

/**
 * True if an occurrence would be replaced by `event`: its own previous version, the occurrence that it replaces, or a changed
 * occurrence of its series.
 */
export function isOwnVersion(event: CalendarEvent, { occurrence }: Busy): boolean {
  if (occurrence.eventId === event.id) return true;
  if (event.replaces === null) return occurrence.seriesId === event.id;
  return occurrence.seriesId === event.replaces.seriesId && occurrence.originalStart === event.replaces.originalStart;
}

/**
 * Reads the occurrences of `range` once and sorts them for binary search.
 *
 * A lookup takes logarithmic time in the number of occurrences, plus those that began within the longest duration before the span;
 * occurrences longer than a day are few and kept separately.
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
  // An occurrence that began earlier than the longest duration before the span has ended.
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

/** Applies changes to a timetable: only the series that they touch are expanded again. */
function changed(base: Timetable, changes: readonly CalendarChange[]): Timetable {
  const { calendar, range } = base;
  const bySeries = groupBy(changes, (change) => seriesChangedBy(change, base));
  const views = new Map(
    [...bySeries].map(([id, changesOfSeries]) => [
      id,
      memoryCalendar(calendar.household, base.family(id)).withChanges(changesOfSeries),
    ]),
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

/** Groups items by key, in order of first appearance. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

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

/** Finds the changed occurrences of any series; reads the calendar once, on the first call. */
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

const seriesChangedBy = (change: CalendarChange, { calendar }: Timetable): string => {
  if (change.kind === "put_event") return seriesOf(change.event);
  const stored = calendar.event(change.eventId);
  return stored === null ? change.eventId : seriesOf(stored);
};
