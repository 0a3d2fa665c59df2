import type { CalendarEvent, Interval } from "../calendar-event.ts";
import { eventSpan } from "../free-busy.ts";
import { localClock } from "../free-busy-clock.ts";
import type { Household } from "../household.ts";
import type { Request } from "../request.ts";
import { dayMilliseconds as DAY, formatWallTime, instantToWall, readWallTime, wallToInstant } from "../wall-clock.ts";
import { firstOccurrence, isSeries, shiftEvent, shiftSeries } from "./series.ts";

/** Length of an event without a stated one. */
export const DEFAULT_MINUTES = 60;
const MINUTE = 60_000;

const midnight = (wall: number): number => Math.floor(wall / DAY) * DAY;

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

/** Next occurrence of an entry, as a wall-time number on the clock of the household. */
export const nextStart = (event: CalendarEvent, household: Household, now: string): number =>
  instantToWall(Date.parse(firstOccurrence(event, household, now).start), household.timeZone);

/**
 * The entry at the requested time, with the requested repetition.
 *
 * Days of the request are relative to `anchor`, the next occurrence of the first entry that changes, so that several occurrences move by the
 * same number of days.
 */
export function retimeEvent(
  entry: CalendarEvent,
  request: Request,
  anchor: number,
  household: Household,
): CalendarEvent {
  const { day, lastDay, start, end, minutes, repeat } = request;
  const { timeZone } = household;
  const shift = (request.shift ?? 0) * MINUTE;
  const allDay = request.allDay || (entry.allDay && start === null);
  const span = eventSpan(entry, household);
  const first = instantToWall(span.start, timeZone);
  const own = isSeries(entry) ? anchor : first;
  const date = midnight(own) + (day === null ? 0 : readWallTime(day) - midnight(anchor));
  const from = date + (allDay ? midnight(shift) : shift + (start === null ? own - midnight(own) : start * MINUTE));
  const last = lastDay === null ? date : readWallTime(lastDay);
  const usual = allDay ? DAY : DEFAULT_MINUTES * MINUTE;
  const ownLength = allDay === entry.allDay ? instantToWall(span.end, timeZone) - first : usual;
  const length = allDay
    ? lastDay === null
      ? ownLength
      : last + DAY - from
    : minutes !== null
      ? minutes * MINUTE
      : end === null
        ? ownLength + (request.longer ?? 0) * MINUTE
        : last + end * MINUTE - from;
  const zone = allDay ? timeZone : entry.timeZone;
  const wall = allDay ? from : instantToWall(wallToInstant(from, timeZone), zone);
  const times = { allDay, start: formatWallTime(wall, allDay), end: formatWallTime(wall + length, allDay) };
  // "A week later" moves all dates of a weekly series, although its weekday stays the same.
  const isWholeWeeks = shift !== 0 && shift % (7 * DAY) === 0 && day === null;
  const moved =
    !isSeries(entry) || allDay !== entry.allDay
      ? { ...entry, ...times }
      : isWholeWeeks
        ? shiftEvent(entry, shift)
        : shiftSeries(entry, wall, length);
  if (repeat === null || entry.replaces !== null || hasSameStep(repeat.rule, moved.recurrenceRule ?? "")) return moved;
  const excludedStarts = repeat.except.map((skipped) => skipped + times.start.slice(10)).toSorted();
  return { ...entry, ...times, recurrenceRule: repeat.rule, excludedStarts, extraStarts: [] };
}

const stepOf = (rule: string): string =>
  rule
    .split(";")
    .filter((part) => !/^(?:UNTIL|COUNT|WKST)=/u.test(part))
    .toSorted()
    .join(";");

/** True if two rules differ only in their end: "move all piano to Wednesdays" keeps the end of the series. */
const hasSameStep = (one: string, other: string): boolean => stepOf(one) === stepOf(other) && !/UNTIL|COUNT/u.test(one);
