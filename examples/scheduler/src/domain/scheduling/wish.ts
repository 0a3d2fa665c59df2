import type { CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import { eventSpan, type Span } from "../free-busy.ts";
import { type LocalClock, localClock } from "../free-busy-clock.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import { DEFAULT_DURATION_MINUTES, firstOccurrence } from "./draft.ts";
import { targetOf } from "./target.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Default length of the search window, in days. */
const DEFAULT_WINDOW_DAYS = 14;

/** Requested time, with defaults for everything that the text left open. */
export interface Wish {
  /** Named time, or a time that follows from moving an event to a day; it is offered first. */
  readonly asked: number | null;
  /** Window for other times. */
  readonly window: Span;
  readonly length: number;
  readonly allDay: boolean;
  /** For a change: the stored event. */
  readonly target: CalendarEvent | null;
  /** Wall clock for days and times of day. */
  readonly clock: LocalClock;
}

/** Converts a request to a wish. */
export function wishOf(request: NLParserData, { calendar, now }: { calendar: CalendarView; now: string }): Wish {
  const { household } = calendar;
  const target = targetOf(request, calendar);
  const allDay = request.allDay || (target?.allDay === true && !request.timeIsExact);
  const clock = localClock(allDay ? household.timeZone : request.timeZone);
  const current = target === null ? null : firstOccurrence(target, household, now);
  const length = lengthOf(request, { allDay, target, calendar });
  const askedWindow = windowOf(request, clock);
  const asked = askedStart(request, { askedWindow, current: current && Date.parse(current.start), clock, length });
  const from = Date.parse(now);
  const window =
    asked === null
      ? (askedWindow ?? { start: from, end: from + DEFAULT_WINDOW_DAYS * DAY })
      : around(Math.max(asked, from), clock);
  return { asked, window: { start: Math.max(window.start, from), end: window.end }, length, allDay, target, clock };
}

function lengthOf(
  request: NLParserData,
  { allDay, target, calendar }: { allDay: boolean; target: CalendarEvent | null; calendar: CalendarView },
): number {
  if (request.startTime !== null && request.endTime !== null && (request.timeIsExact || request.allDay))
    return Date.parse(request.endTime) - Date.parse(request.startTime);
  if (request.durationMinutes !== null) return request.durationMinutes * MINUTE;
  if (target !== null && target.allDay === allDay) {
    const current = eventSpan(target, calendar.household);
    return current.end - current.start;
  }
  return allDay ? DAY : DEFAULT_DURATION_MINUTES * MINUTE;
}

/** Search window of the text; a day without a time of day is that whole day. */
function windowOf(request: NLParserData, clock: LocalClock): Span | null {
  const { searchWindow, startTime, timeIsExact } = request;
  if (searchWindow !== null) return { start: Date.parse(searchWindow.start), end: Date.parse(searchWindow.end) };
  if (startTime === null || timeIsExact) return null;
  const day = clock.dayOf(Date.parse(startTime));
  return { start: clock.at(day, 0), end: clock.at(clock.addDays(day, 1), 0) };
}

interface AskedContext {
  readonly askedWindow: Span | null;
  readonly current: number | null;
  readonly clock: LocalClock;
  readonly length: number;
}

function askedStart(request: NLParserData, { askedWindow, current, clock, length }: AskedContext): number | null {
  if (request.startTime !== null && (request.timeIsExact || request.allDay)) return Date.parse(request.startTime);
  if (current === null) return null;
  if (askedWindow === null) return current;
  // "Move piano to Thursday" keeps the time of day if the text names only Thursday.
  const kept = clock.at(clock.dayOf(askedWindow.start), clock.minutesOf(current));
  return kept >= askedWindow.start && kept + length <= askedWindow.end ? kept : null;
}

/** Days from the requested one to a week later, for alternatives. */
function around(asked: number, clock: LocalClock): Span {
  const day = clock.dayOf(asked);
  return { start: clock.at(day, 0), end: clock.at(clock.addDays(day, 8), 0) };
}
