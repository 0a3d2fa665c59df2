import type { CalendarEvent } from "../calendar-event.ts";
import { startsAt } from "../recurrence.ts";
import { dayMilliseconds, formatWallTime, readWallTime } from "../wall-clock.ts";

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

const isWeekday = (name: string): name is (typeof WEEKDAYS)[number] => WEEKDAYS.some((weekday) => weekday === name);

/** Returns 0 for Monday to 6 for Sunday. */
const weekdayOf = (wall: number): number => (new Date(wall).getUTCDay() + 6) % 7;

const timeOfDay = (wall: number): number => ((wall % dayMilliseconds) + dayMilliseconds) % dayMilliseconds;

/**
 * Moves a whole series so that one occurrence starts at `wall` (a wall-time number in its zone) with the given length.
 *
 * | Rule | Change |
 * | --- | --- |
 * | any, if the day belongs to the series | the time of day |
 * | daily | the time of day |
 * | weekly | the time of day, and all weekdays by the same number of days within the week |
 * | any other | the series restarts on that day, on its day of the month or its weekday |
 *
 * Excluded and extra starts move too, unless the series restarts.
 */
export function shiftSeries(series: CalendarEvent, wall: number, length: number): CalendarEvent {
  const start = readWallTime(series.start);
  const rule = series.recurrenceRule ?? "";
  const sameDay = startsAt(series, formatWallTime(onDayOf(wall, timeOfDay(start)), series.allDay));
  const weekly = /FREQ=WEEKLY/i.test(rule);
  if (!sameDay && !weekly && !/FREQ=DAILY/i.test(rule)) return restartedSeries(series, wall, length);
  const days = sameDay || !weekly ? 0 : weekdayOf(wall) - weekdayOf(start);
  const delta = days * dayMilliseconds + timeOfDay(wall) - timeOfDay(start);
  const moved = shiftSeriesBy(series, delta, length);
  return {
    ...moved,
    recurrenceRule: series.recurrenceRule === null ? null : withWeekdays(series.recurrenceRule, days),
  };
}

/** Moves all starts of a series by the same amount on the wall clock; its rule stays unchanged. */
export function shiftSeriesBy(series: CalendarEvent, delta: number, length: number): CalendarEvent {
  const start = readWallTime(series.start);
  const moved = (text: string): string => formatWallTime(readWallTime(text) + delta, series.allDay);
  return {
    ...series,
    start: formatWallTime(start + delta, series.allDay),
    end: formatWallTime(start + delta + length, series.allDay),
    excludedStarts: series.excludedStarts.map(moved),
    extraStarts: series.extraStarts.map(moved),
  };
}

const onDayOf = (wall: number, time: number): number => wall - timeOfDay(wall) + time;

const withWeekdays = (rule: string, days: number): string =>
  rule.replace(
    /BYDAY=([^;]+)/i,
    (_, names: string) =>
      `BYDAY=${names
        .split(",")
        .map((name) => later(name, days))
        .join(",")}`,
  );

function later(name: string, days: number): string {
  const weekday = name.slice(-2).toUpperCase();
  if (!isWeekday(weekday)) return name;
  return name.slice(0, -2) + (WEEKDAYS[(WEEKDAYS.indexOf(weekday) + days + 7) % 7] ?? weekday);
}

function restartedSeries(series: CalendarEvent, wall: number, length: number): CalendarEvent {
  const date = new Date(wall);
  const rule = series.recurrenceRule
    ?.replace(/BYMONTHDAY=[^;]+/i, `BYMONTHDAY=${date.getUTCDate()}`)
    .replace(/BYMONTH=[^;]+/i, `BYMONTH=${date.getUTCMonth() + 1}`)
    .replace(
      /BYDAY=([+-]?\d*)[A-Z,+\-\d]+/i,
      (_, ordinal: string) => `BYDAY=${nth(ordinal, date)}${WEEKDAYS[weekdayOf(wall)]}`,
    );
  return {
    ...series,
    start: formatWallTime(wall, series.allDay),
    end: formatWallTime(wall + length, series.allDay),
    recurrenceRule: rule ?? null,
    excludedStarts: [],
    extraStarts: [],
  };
}

/** Ordinal of a weekday in its month, such as "2" for the second; a rule that counts from the end keeps its ordinal. */
function nth(ordinal: string, date: Date): string {
  if (ordinal === "" || ordinal.startsWith("-")) return ordinal;
  return String(Math.ceil(date.getUTCDate() / 7));
}
