import type { CalendarEvent, Interval } from "../calendar-event.ts";
import type { Household } from "../household.ts";
import { isSameWithoutEnd } from "../recurrence-rule.ts";
import { eventSpan } from "../recurrence.ts";
import type { Request } from "../request.ts";
import {
  dayMilliseconds as DAY,
  formatWallTime,
  instantToWall,
  localClock,
  readWallTime,
  timeOfDay,
  wallToInstant,
} from "../wall-clock.ts";
import { isSeries, shiftEvent, shiftSeries } from "./series.ts";

/** Length of an event without a stated one. */
export const DEFAULT_MINUTES = 60;
const MINUTE = 60_000;

const midnight = (wall: number): number => wall - timeOfDay(wall);

/** True for a request about the time of an event. */
export const changesTime = (request: Request): boolean =>
  request.allDay ||
  request.open ||
  (["day", "start", "end", "minutes", "shift", "longer", "repeat", "part"] as const).some(
    (name) => request[name] !== null,
  );

/** True for a request whose time is to be found. */
export const isOpen = ({ open, part, start }: Request): boolean => open || (part !== null && start === null);

/** The request with a time that was found or chosen for it, in place of everything else that it says about its time. */
export function withTime(request: Request, slot: Interval, timeZone: string): Request {
  const clock = localClock(timeZone);
  const [from, to] = [Date.parse(slot.start), Date.parse(slot.end)];
  const [day, last] = [clock.dayOf(from), clock.dayOf(to)];
  return {
    ...request,
    day,
    lastDay: last === day ? null : last,
    start: clock.minutesOf(from),
    end: request.minutes === null ? clock.minutesOf(to) : null,
    shift: null,
    longer: null,
    open: false,
    part: null,
  };
}

/**
 * The entry at the requested time, with the requested repetition.
 *
 * Days of the request are relative to `anchor`, the next start of the first entry that changes, so that several occurrences move by the
 * same number of days.
 */
export function retimeEvent(
  entry: CalendarEvent,
  request: Request,
  anchor: string,
  household: Household,
): CalendarEvent {
  const { day, lastDay, start, end, minutes, repeat } = request;
  const { timeZone } = household;
  const wallOf = (instant: string): number => instantToWall(Date.parse(instant), timeZone);
  const shift = (request.shift ?? 0) * MINUTE;
  const allDay = request.allDay || (entry.allDay && start === null);
  const own = eventSpan(entry, household);
  const first = wallOf(isSeries(entry) ? anchor : own.start);
  const date = midnight(first) + (day === null ? 0 : readWallTime(day) - midnight(wallOf(anchor)));
  const time = start === null ? timeOfDay(first) : start * MINUTE;
  const from = date + (allDay ? midnight(shift) : shift + time);

  const last = lastDay === null ? date : readWallTime(lastDay);
  const usual = allDay ? DAY : DEFAULT_MINUTES * MINUTE;
  let length = allDay === entry.allDay ? wallOf(own.end) - wallOf(own.start) : usual;
  if (allDay) length = lastDay === null ? length : last + DAY - from;
  else if (minutes !== null) length = minutes * MINUTE;
  else length = end === null ? length + (request.longer ?? 0) * MINUTE : last + end * MINUTE - from;

  const wall = allDay ? from : instantToWall(wallToInstant(from, timeZone), entry.timeZone);
  const times = { allDay, start: formatWallTime(wall, allDay), end: formatWallTime(wall + length, allDay) };
  // "A week later" moves all dates of a weekly series, although its weekday stays the same.
  const isWholeWeeks = shift !== 0 && shift % (7 * DAY) === 0 && day === null;
  const shifted = isWholeWeeks ? shiftEvent(entry, shift) : shiftSeries(entry, wall, length);
  const moved = isSeries(entry) && allDay === entry.allDay ? shifted : { ...entry, ...times };
  // "Move all piano to Wednesdays" keeps the end of the series.
  const keepsRule = repeat !== null && isSameWithoutEnd(repeat.rule, moved.recurrenceRule ?? "");
  if (repeat === null || entry.replaces !== null || keepsRule) return moved;
  const excludedStarts = repeat.except.map((skipped) => skipped + times.start.slice(10)).toSorted();
  return { ...entry, ...times, recurrenceRule: repeat.rule, excludedStarts, extraStarts: [] };
}
