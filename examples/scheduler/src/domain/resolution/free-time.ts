import type { CalendarEvent, Flexibility } from "../calendar-event.ts";
import { insideWakingHours } from "../conflicts/constraints.ts";
import type { Span } from "../free-busy.ts";
import { type FreeContext, isFreeAt, type Situation } from "./situation.ts";

const STEP_MINUTES = 15;

/** How many days ahead something that may go to any day is moved at most. */
export const FARTHEST_DAYS = 14;

/** The days on which something of that day may take place instead, the same day first, none of them over. */
export function allowedDays(day: string, flexibility: Flexibility, { clock, now }: Situation): readonly string[] {
  const today = clock.dayOf(Date.parse(now));
  const shifts = shiftsFor(flexibility, clock.weekdayOf(day));
  return shifts.map((shift) => clock.addDays(day, shift)).filter((each) => each >= today);
}

function shiftsFor(flexibility: Flexibility, weekday: number): readonly number[] {
  if (flexibility === "fixed") return [];
  if (flexibility === "same_day") return [0];
  const [first, last] = flexibility === "same_week" ? [1 - weekday, 7 - weekday] : [0, FARTHEST_DAYS];
  const shifts = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return shifts.toSorted((one, other) => Math.abs(one) - Math.abs(other) || other - one);
}

/** Every quarter of an hour at which something of that length fits into the waking hours of a day and is not over. */
export function startsOn(
  day: string,
  { length, allDay }: { length: number; allDay: boolean },
  { clock, household, now }: Situation,
): readonly number[] {
  if (allDay) return [clock.at(day, 0)];
  const starts: number[] = [];
  for (let minutes = 0; minutes < 1440; minutes += STEP_MINUTES) {
    const start = clock.at(day, minutes);
    if (start < Date.parse(now) || starts.at(-1) === start) continue;
    if (insideWakingHours({ start, end: start + length }, household, clock)) starts.push(start);
  }
  return starts;
}

/** The free time nearest to `wanted` on the first of the days that has one; null when none has. */
export function nearestFree(
  event: CalendarEvent,
  { wanted, days }: { wanted: Span; days: readonly string[] },
  context: FreeContext,
): Span | null {
  const { clock } = context.situation;
  const length = wanted.end - wanted.start;
  const minutes = clock.minutesOf(wanted.start);
  for (const day of days) {
    const near = clock.at(day, minutes);
    const starts = startsOn(day, { length, allDay: event.allDay }, context.situation).toSorted(
      (one, other) => Math.abs(one - near) - Math.abs(other - near) || one - other,
    );
    const start = starts.find((each) => isFreeAt(event, { start: each, end: each + length }, context));
    if (start !== undefined) return { start, end: start + length };
  }
  return null;
}
