import { formatDays, formatSpan, type Wording } from "../format.ts";
import { type Busy, intervalOf, type Span, type Timetable } from "../free-busy.ts";
import type { LocalClock } from "../free-busy-clock.ts";
import type { Household } from "../household.ts";
import type { QueryData } from "../outputs.ts";
import type { Request } from "../request.ts";

/** An answer and the data behind it. */
export type Answer = Omit<QueryData, "queryType">;

export const MINUTE = 60_000;
const DAY = 86_400_000;
/** Maximum number of entries in an answer; its results contain up to 200. */
export const MAX_LISTED = 10;
export const MAX_RESULTS = 200;

export interface Question {
  readonly request: Request;
  readonly household: Household;
  readonly clock: LocalClock;
  readonly wording: Wording;
  readonly now: number;
  /** Named time; null if the question names none. */
  readonly asked: Span | null;
  readonly isMoment: boolean;
  readonly timetable: (span: Span) => Timetable;
}

/** Time that a question names; null if it names none. */
export function askedSpan(
  { day, lastDay, start, end, minutes, part }: Request,
  clock: LocalClock,
  now: number,
): Span | null {
  if (day === null && start === null && part === null) return null;
  const first = day ?? clock.dayOf(now);
  const last = lastDay ?? first;
  if (start === null) return { start: clock.at(first, part?.from ?? 0), end: clock.at(last, part?.to ?? 1440) };
  const from = clock.at(first, start);
  return { start: from, end: end === null ? from + (minutes ?? 1) * MINUTE : clock.at(last, end) };
}

export const restOfToday = ({ asked, clock, now }: Question): Span =>
  asked ?? { start: now, end: clock.at(clock.dayOf(now), 1440) };
export const comingDays = ({ asked, now }: Question, days: number): Span =>
  asked ?? { start: now, end: now + days * DAY };

/** Formats a span: "Tue 24 Nov", "Tue 24 Nov 12:00–17:00", "Mon 23 Nov–Sun 29 Nov". */
export function spanText(span: Span, { clock, wording }: Question): string {
  const interval = intervalOf(span);
  if (clock.minutesOf(span.start) === 0 && clock.minutesOf(span.end) === 0)
    return formatDays(interval, wording).replace(" (all day)", "");
  const text = formatSpan(interval, wording);
  return span.end - span.start <= MINUTE ? text.replace(/–.*$/u, "") : text;
}

export const busyText = ({ occurrence }: Busy, { wording }: Question): string =>
  `${occurrence.event.title} ${(occurrence.allDay ? formatDays : formatSpan)(occurrence, wording)}`;

/** Data of occurrences, for clients. */
export const busyData = (found: readonly Busy[]) =>
  found.slice(0, MAX_RESULTS).map(({ occurrence: { eventId, seriesId, start, end, allDay, event } }) => ({
    eventId,
    seriesId,
    title: event.title,
    start,
    end,
    allDay,
    location: event.location,
    participants: [...event.participants],
    resources: [...event.resources],
  }));
