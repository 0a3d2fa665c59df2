import { monthDays } from "./recurrence-months.ts";
import type { DaysAfter, DayWindow, RuleParts } from "./recurrence-parts.ts";
import { weekDays } from "./recurrence-weeks.ts";
import { dayMilliseconds } from "./wall-clock.ts";

/** Lists the wall-clock starts of one series in a window, both ends included, in order. */
export type StartsBetween = (low: number, high: number) => readonly number[];

/** A rule that arithmetic on days can expand: once a day at most, at the time of its start. */
export interface StepRule {
  readonly days: DaysAfter;
  readonly count: number | null;
}

/** A counted rule whose days never come stops here. */
const longestCountedSeries = 100 * 366;

/**
 * Reads a rule that plain steps can expand, which is what most families write; null for every other rule.
 *
 * rrule-temporal gives the same starts, a hundred times slower: thousands of series want arithmetic.
 */
export function readStepRule(parts: RuleParts): StepRule | null {
  const days = weekDays(parts) ?? monthDays(parts);
  const count = parts.get("COUNT");
  return days === null ? null : { days, count: count === undefined ? null : Number(count) };
}

/** Expands a step rule: without COUNT straight from the window, with COUNT once from the start. */
export function stepStarts({ days, count }: StepRule, start: number): StartsBetween {
  const firstDay = Math.floor(start / dayMilliseconds);
  const time = start - firstDay * dayMilliseconds;
  const collect = ({ from, to }: DayWindow, most = Number.POSITIVE_INFINITY): readonly number[] => {
    const found: number[] = firstDay >= from && firstDay <= to ? [start] : [];
    for (const day of days(firstDay, { from, to })) {
      if (found.length >= most) break;
      if (day >= from && day <= to) found.push(day * dayMilliseconds + time);
    }
    return found;
  };
  const windowOf = (low: number, high: number): DayWindow => ({
    from: Math.ceil((low - time) / dayMilliseconds),
    to: Math.floor((high - time) / dayMilliseconds),
  });
  if (count === null) return (low, high) => collect(windowOf(low, high));
  let counted: readonly number[] | null = null;
  return (low, high) => {
    counted ??= collect({ from: firstDay, to: firstDay + longestCountedSeries }, count);
    return counted.filter((each) => each >= low && each <= high);
  };
}
