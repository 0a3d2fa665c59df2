import type { Wish } from "./wish.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Maximum number of days to search. */
const MAX_DAYS = 35;

/** Days on the wall clock that the window touches. */
export function daysOfWindow({ window, clock }: Wish): readonly string[] {
  const days: string[] = [];
  if (window.start >= window.end) return days;
  const last = clock.dayOf(window.end - 1);
  for (let day = clock.dayOf(window.start); day <= last && days.length < MAX_DAYS; day = clock.addDays(day, 1))
    days.push(day);
  return days;
}

/**
 * Possible start times on one day: every 15 minutes, or every 30 minutes in a window longer than two days.
 *
 * A slot lies within the window; if the window is too short, only its start does. All-day events start at midnight.
 */
export function startsOnDay(day: string, { window, clock, length, allDay }: Wish): readonly number[] {
  if (allDay) return [clock.at(day, 0)];
  const step = window.end - window.start > 2 * DAY ? 30 : 15;
  const starts: number[] = [];
  for (let minutes = 0; minutes < 1440; minutes += step) {
    const start = clock.at(day, minutes);
    if (start >= window.start && start + length <= window.end && starts.at(-1) !== start) starts.push(start);
  }
  if (starts.length > 0 || length <= window.end - window.start) return starts;
  const rounded = Math.ceil(window.start / (15 * MINUTE)) * 15 * MINUTE;
  return clock.dayOf(window.start) === day && rounded < window.end ? [rounded] : [];
}
