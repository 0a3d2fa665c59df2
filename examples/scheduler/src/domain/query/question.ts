import type { CalendarView } from "../calendar.ts";
import { formatDays, formatSpan, type Wording } from "../format.ts";
import { type Busy, intervalOf, type Span, type Timetable, timetableOf } from "../free-busy.ts";
import { type LocalClock, localClock } from "../free-busy-clock.ts";
import type { Household } from "../household.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import { formatInstant } from "../wall-clock.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** A question about the calendar, with defaults for everything that the text left open. */
export interface Question {
  readonly request: NLParserData;
  readonly calendar: CalendarView;
  readonly household: Household;
  readonly clock: LocalClock;
  readonly wording: Wording;
  readonly now: number;
  /** Time span of the question; null if it names none. */
  readonly asked: Span | null;
  /** True if the question is about one time of day, not a day or longer. */
  readonly isMoment: boolean;
}

/** Converts a request to a question. A moment without an end has the stated length, or one minute. */
export function questionOf(
  request: NLParserData,
  { calendar, now }: { calendar: CalendarView; now: string },
): Question {
  const { household } = calendar;
  const clock = localClock(household.timeZone);
  return {
    request,
    calendar,
    household,
    clock,
    wording: { timeZone: household.timeZone, now },
    now: Date.parse(now),
    asked: askedSpan(request, clock),
    isMoment: request.startTime !== null && request.timeIsExact,
  };
}

function askedSpan(
  { startTime, endTime, searchWindow, timeIsExact, durationMinutes }: NLParserData,
  clock: LocalClock,
): Span | null {
  if (startTime !== null && timeIsExact) {
    const start = Date.parse(startTime);
    return { start, end: endTime === null ? start + (durationMinutes ?? 1) * MINUTE : Date.parse(endTime) };
  }
  if (searchWindow !== null) return { start: Date.parse(searchWindow.start), end: Date.parse(searchWindow.end) };
  if (startTime === null) return null;
  const day = clock.dayOf(Date.parse(startTime));
  const end = endTime === null ? clock.at(clock.addDays(day, 1), 0) : Date.parse(endTime);
  return { start: clock.at(day, 0), end };
}

/** Time span of the question. Defaults to the rest of today. */
export function askedOrToday({ asked, clock, now }: Question): Span {
  return asked ?? { start: now, end: clock.at(clock.addDays(clock.dayOf(now), 1), 0) };
}

/** Time span of the question. Defaults to the given number of days from now. */
export const askedOrDays = ({ asked, now }: Question, days: number): Span =>
  asked ?? { start: now, end: now + days * DAY };

/** Reads the occurrences within the span. */
export const timetableFor = ({ calendar }: Question, span: Span): Timetable => timetableOf(calendar, span);

/** Formats a span: "Tue 24 Nov", "Tue 24 Nov 12:00–17:00", "Mon 23 Nov–Sun 29 Nov". */
export function describeSpan(span: Span, { clock, wording }: Question): string {
  const whole = clock.minutesOf(span.start) === 0 && clock.minutesOf(span.end) === 0;
  if (whole) return formatDays(intervalOf(span), wording).replace(" (all day)", "");
  if (span.end - span.start <= MINUTE) return formatSpan(intervalOf(span), wording).replace(/–.*$/, "");
  return formatSpan(intervalOf(span), wording);
}

/** Formats an occurrence: "Piano lesson Tue 24 Nov 16:30–17:00". */
export const describeBusy = ({ occurrence }: Busy, { wording }: Question): string =>
  `${occurrence.event.title} ${(occurrence.allDay ? formatDays : formatSpan)(occurrence, wording)}`;

/** Converts an occurrence to JSON data. */
export const busyAsData = ({ occurrence, start, end }: Busy) => ({
  eventId: occurrence.eventId,
  seriesId: occurrence.seriesId,
  title: occurrence.event.title,
  start: formatInstant(start),
  end: formatInstant(end),
  allDay: occurrence.allDay,
  participants: [...occurrence.event.participants],
  resources: [...occurrence.event.resources],
  location: occurrence.event.location,
});
