import type { CalendarEvent, Flexibility } from "../calendar-event.ts";
import { insideWakingHours } from "../conflicts/constraints.ts";
import type { Span } from "../free-busy.ts";
import { type FreeContext, isFreeAt, type Situation } from "./situation.ts";

const STEP_MINUTES = 15;

/** Maximum number of days by which a freely movable event is moved. */
export const MAX_MOVE_DAYS = 14;

/** Days to which an event of that day can move, the same day first, without days in the past. */
export function allowedDays(day: string, flexibility: Flexibility, { clock, now }: Situation): readonly string[] {
  const today = clock.dayOf(Date.parse(now));
  const shifts = shiftsFor(flexibility, clock.weekdayOf(day));
  return shifts.map((shift) => clock.addDays(day, shift)).filter((candidate) => candidate >= today);
}

function shiftsFor(flexibility: Flexibility, weekday: number): readonly number[] {
  if (flexibility === "fixed") return [];
  if (flexibility === "same_day") return [0];
  const [first, last] = flexibility === "same_week" ? [1 - weekday, 7 - weekday] : [0, MAX_MOVE_DAYS];
  const shifts = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return shifts.toSorted((one, other) => Math.abs(one) - Math.abs(other) || other - one);
}

/** Start times on a day, in steps of 15 minutes, within waking hours and not in the past. */
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

/** Free time nearest to `wanted` on the first of the days that has one; null if all are busy. */
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
    const start = starts.find((candidate) => isFreeAt(event, { start: candidate, end: candidate + length }, context));
    if (start !== undefined) return { start, end: start + length };
  }
  return null;
}
