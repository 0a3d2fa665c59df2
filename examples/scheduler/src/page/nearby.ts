import type { Interval, Occurrence } from "../domain/calendar-event.ts";
import { dayMilliseconds, formatInstant } from "../domain/wall-clock.ts";

/** A bit more than a year, from the day before. */
export function yearFrom(now: string): Interval {
  const from = Date.parse(now) - dayMilliseconds;
  return { start: formatInstant(from), end: formatInstant(from + 400 * dayMilliseconds) };
}

/** Finds the occurrences on the days of another one, so that thousands of them need not be compared with each other. */
export function nearby(occurrences: readonly Occurrence[]): (one: Interval) => readonly Occurrence[] {
  const byDay = new Map<number, Occurrence[]>();
  for (const occurrence of occurrences)
    for (const day of daysOf(occurrence)) {
      const sameDay = byDay.get(day);
      if (sameDay === undefined) byDay.set(day, [occurrence]);
      else sameDay.push(occurrence);
    }
  return (one) => [...new Set(daysOf(one).flatMap((day) => byDay.get(day) ?? []))];
}

const dayOf = (instant: string): number => Math.floor(Date.parse(instant) / dayMilliseconds);

/** Days of UTC that an interval touches, as numbers. */
const daysOf = ({ start, end }: Interval): readonly number[] =>
  Array.from({ length: dayOf(end) - dayOf(start) + 1 }, (_, index) => dayOf(start) + index);
