import type { CalendarChange, CalendarView } from "../calendar.ts";
import type { CalendarEvent, Interval } from "../calendar-event.ts";
import { changedOccurrenceId, eventProblem } from "../event-problem.ts";
import type { Household } from "../household.ts";
import { eventSpan, occurrencesOf, startsAt, startsBetween } from "../recurrence.ts";
import { basicWallTime, readRule, ruleText } from "../recurrence-rule.ts";
import type { Target } from "../parser-data.ts";
import { dayMilliseconds as DAY, formatWallTime, intervalOf, readWallTime, timeOfDay } from "../wall-clock.ts";

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Number of days in which a series is checked, from its start or from now, whichever is later. */
const HORIZON_DAYS = 366;

/** True for an event that can have more than one occurrence. */
export const isSeries = (event: CalendarEvent): boolean =>
  event.recurrenceRule !== null || event.extraStarts.length > 0;

/** A change that stores an event. */
export const put = (event: CalendarEvent): CalendarChange => ({ kind: "put_event", event });

/** A change that removes an event; a series takes its changed occurrences along. */
export const remove = ({ id }: CalendarEvent): CalendarChange => ({ kind: "remove_event", eventId: id });

/** A series without some of its dates. */
export const withoutDates = (series: CalendarEvent, starts: Iterable<string>): CalendarEvent => ({
  ...series,
  excludedStarts: [...new Set([...series.excludedStarts, ...starts])].toSorted(),
});

/** Events that changes store. */
export const eventsIn = (changes: readonly CalendarChange[]): CalendarEvent[] =>
  changes.flatMap((change) => (change.kind === "put_event" ? [change.event] : []));

/** Time span in which an event is checked: its own, or the next year of a series. */
export function horizonOf(event: CalendarEvent, household: Household, now: string): Interval {
  const own = eventSpan(event, household);
  if (!isSeries(event)) return own;
  const start = Math.max(Date.parse(own.start), Date.parse(now));
  return intervalOf({ start, end: start + HORIZON_DAYS * DAY });
}

/** Returns the first occurrence that is not over; for an event that is over, its own time. */
export function firstOccurrence(event: CalendarEvent, household: Household, now: string): Interval {
  const own = eventSpan(event, household);
  if (!isSeries(event) || eventProblem(event) !== null) return own;
  const [first = own] = occurrencesOf(event, { range: horizonOf(event, household, now), household });
  return { start: first.start, end: first.end };
}

/** An event as the changed occurrence of a series. */
export const asOccurrence = (event: CalendarEvent, seriesId: string, originalStart: string): CalendarEvent => ({
  ...event,
  id: changedOccurrenceId(seriesId, originalStart),
  replaces: { seriesId, originalStart },
  recurrenceRule: null,
  excludedStarts: [],
  extraStarts: [],
});

/** Converts an occurrence of a series to an unchanged separate event with the times of the rule. */
export function occurrenceAsEvent(series: CalendarEvent, originalStart: string): CalendarEvent {
  const length = readWallTime(series.end) - readWallTime(series.start);
  const end = formatWallTime(readWallTime(originalStart) + length, series.allDay);
  return { ...asOccurrence(series, series.id, originalStart), start: originalStart, end };
}

/** Entries that a target names: an event or a whole series, or single occurrences; those that no longer exist are left out. */
export function entriesOf({ eventId, starts }: Target, calendar: CalendarView): readonly CalendarEvent[] {
  const event = calendar.event(eventId);
  if (event === null) return [];
  if (starts === null || event.replaces !== null || !isSeries(event)) return [event];
  return starts.flatMap((start) => {
    const changed = calendar.event(changedOccurrenceId(event.id, start));
    if (changed !== null) return [changed];
    return startsAt(event, start) && !event.excludedStarts.includes(start) ? [occurrenceAsEvent(event, start)] : [];
  });
}

/** Shifts an event on its wall clock, with all its dates. */
export function shiftEvent(event: CalendarEvent, milliseconds: number): CalendarEvent {
  const move = (wall: string): string => formatWallTime(readWallTime(wall) + milliseconds, event.allDay);
  return {
    ...event,
    start: move(event.start),
    end: move(event.end),
    excludedStarts: event.excludedStarts.map(move),
    extraStarts: event.extraStarts.map(move),
  };
}

const weekdayOf = (wall: number): number => (new Date(wall).getUTCDay() + 6) % 7;

/**
 * Moves a whole series so that one occurrence starts at `wall` (in its zone) with the given length.
 *
 * A daily series, and any series that has that day, changes its time of day; a weekly series moves all its weekdays by the same number
 * of days. Any other series starts again on that day, and a single event moves there.
 */
export function shiftSeries(series: CalendarEvent, wall: number, length: number): CalendarEvent {
  const start = readWallTime(series.start);
  const toTime = timeOfDay(wall) - timeOfDay(start);
  const rule = new Map(readRule(series.recurrenceRule ?? ""));
  const byDay = rule.get("BYDAY");
  const moveTo = (other: CalendarEvent, isRuleKept: boolean): CalendarEvent => ({
    ...other,
    end: formatWallTime(readWallTime(other.start) + length, series.allDay),
    recurrenceRule: isRuleKept ? series.recurrenceRule : series.recurrenceRule && ruleText(rule),
  });
  if (rule.get("FREQ") === "DAILY" || startsAt(series, formatWallTime(wall - toTime, series.allDay)))
    return moveTo(shiftEvent(series, toTime), true);
  if (rule.get("FREQ") === "WEEKLY") {
    const days = weekdayOf(wall) - weekdayOf(start);
    const later = (name: string): string => WEEKDAYS[(WEEKDAYS.indexOf(name) + days + 7) % 7] ?? name;
    if (byDay !== undefined) rule.set("BYDAY", byDay.split(",").map(later).join(","));
    return moveTo(shiftEvent(series, days * DAY + toTime), days === 0);
  }
  const date = new Date(wall);
  const [place = ""] = /^[+-]?\d+/u.exec(byDay ?? "") ?? [];
  const nth = place === "" || place.startsWith("-") ? place : Math.ceil(date.getUTCDate() / 7);
  if (byDay !== undefined) rule.set("BYDAY", `${nth}${WEEKDAYS[weekdayOf(wall)]}`);
  if (rule.has("BYMONTHDAY")) rule.set("BYMONTHDAY", String(date.getUTCDate()));
  if (rule.has("BYMONTH")) rule.set("BYMONTH", String(date.getUTCMonth() + 1));
  const moved = { ...series, start: formatWallTime(wall, series.allDay), excludedStarts: [], extraStarts: [] };
  return moveTo(moved, false);
}

/**
 * Splits a series before the occurrence with that original start: the part that ends there, or null if nothing is left, and the part that
 * follows as a new series. A COUNT is divided.
 */
export function splitSeries(series: CalendarEvent, originalStart: string, id: string) {
  const cut = readWallTime(originalStart);
  const first = readWallTime(series.start);
  const { COUNT: count, UNTIL: until, ...step } = Object.fromEntries(readRule(series.recurrenceRule ?? ""));
  const isBefore = (start: string): boolean => readWallTime(start) < cut;
  const before = startsBetween({ ...series, excludedStarts: [], extraStarts: [] }, first, cut - 1).length;
  const withEnd = (end: Record<string, string>): string | null =>
    series.recurrenceRule && ruleText(Object.entries({ ...step, ...end }));
  const ending = until === undefined ? {} : { UNTIL: until };
  const follows: CalendarEvent = {
    ...series,
    id,
    start: originalStart,
    end: formatWallTime(cut + readWallTime(series.end) - first, series.allDay),
    recurrenceRule: withEnd(count === undefined ? ending : { COUNT: String(Number(count) - before) }),
    excludedStarts: series.excludedStarts.filter((start) => !isBefore(start)),
    extraStarts: series.extraStarts.filter((start) => !isBefore(start) && start !== originalStart),
    sequence: 0,
  };
  if (before === 0) return { ends: null, follows: { ...follows, id: series.id, sequence: series.sequence } };
  const ends = {
    ...series,
    recurrenceRule: withEnd({ UNTIL: basicWallTime(cut - 1000, series.allDay) }),
    excludedStarts: series.excludedStarts.filter(isBefore),
    extraStarts: series.extraStarts.filter(isBefore),
  };
  return { ends, follows };
}
