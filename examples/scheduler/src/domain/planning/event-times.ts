import type { CalendarEvent, Interval } from "../calendar-event.ts";
import type { Household } from "../household.ts";
import { isSameWithoutEnd } from "../recurrence-rule.ts";
import { eventSpan } from "../recurrence.ts";
import { type NLParserData, timeAt, timesOf } from "../parser-data.ts";
import {
  dayMilliseconds as DAY,
  formatWallTime,
  instantToWall,
  localClock,
  readWallTime,
  timeOfDay,
  wallToInstant,
} from "../wall-clock.ts";
import { isSeries, shiftSeries } from "./series.ts";

/** Length of an event without a stated one. */
export const DEFAULT_MINUTES = 60;
const MINUTE = 60_000;

const midnight = (wall: number): number => wall - timeOfDay(wall);

/** True for a request about the time of an event. */
export const changesTime = (request: NLParserData): boolean =>
  request.allDay ||
  (["startTime", "endTime", "minutes", "search", "recurrenceRule"] as const).some((name) => request[name] !== null);

/** True for a request whose time is to be found. */
export const isOpen = ({ search }: NLParserData): boolean => search !== null;

/** The request with a time that was found or chosen for it, in place of everything else that it says about its time. */
export function withTime(request: NLParserData, slot: Interval, timeZone: string): NLParserData {
  const clock = localClock(timeZone);
  const at = (instant: number) => timeAt(clock.dayOf(instant), clock.minutesOf(instant));
  const endTime = request.minutes === null ? at(Date.parse(slot.end)) : null;
  return { ...request, startTime: at(Date.parse(slot.start)), endTime, search: null };
}

/**
 * The entry at the requested time, with the requested repetition.
 *
 * Days of the request are relative to `anchor`, the next start of the first entry that changes, so that several occurrences move by the
 * same number of days.
 */
export function retimeEvent(
  entry: CalendarEvent,
  request: NLParserData,
  anchor: string,
  household: Household,
): CalendarEvent {
  const { minutes, recurrenceRule: rule, exceptDays } = request;
  const { day, lastDay, start, end } = timesOf(request);
  const { timeZone } = household;
  const wallOf = (instant: string): number => instantToWall(Date.parse(instant), timeZone);
  const allDay = request.allDay || (entry.allDay && start === null);
  const own = eventSpan(entry, household);
  const first = wallOf(isSeries(entry) ? anchor : own.start);
  const date = midnight(first) + (day === null ? 0 : readWallTime(day) - midnight(wallOf(anchor)));
  const time = start === null ? timeOfDay(first) : start * MINUTE;
  const from = date + (allDay ? 0 : time);

  const last = lastDay === null ? date : readWallTime(lastDay);
  const usual = allDay ? DAY : DEFAULT_MINUTES * MINUTE;
  let length = allDay === entry.allDay ? wallOf(own.end) - wallOf(own.start) : usual;
  if (allDay) length = lastDay === null ? length : last + DAY - from;
  else if (minutes !== null) length = minutes * MINUTE;
  else if (end !== null) length = last + end * MINUTE - from;

  const wall = allDay ? from : instantToWall(wallToInstant(from, timeZone), entry.timeZone);
  const times = { allDay, start: formatWallTime(wall, allDay), end: formatWallTime(wall + length, allDay) };
  const moved = isSeries(entry) && allDay === entry.allDay ? shiftSeries(entry, wall, length) : { ...entry, ...times };
  // "Move all piano to Wednesdays" keeps the end of the series.
  const keepsRule = rule !== null && isSameWithoutEnd(rule, moved.recurrenceRule ?? "");
  if (rule === null || entry.replaces !== null || keepsRule) return moved;
  const excludedStarts = exceptDays.map((skipped) => skipped + times.start.slice(10)).toSorted();
  return { ...entry, ...times, recurrenceRule: rule, excludedStarts, extraStarts: [] };
}
