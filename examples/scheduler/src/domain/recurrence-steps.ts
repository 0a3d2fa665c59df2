import { monthDays } from "./recurrence-months.ts";
import type { DaysAfter, DayWindow, RuleParts } from "./recurrence-parts.ts";
import { weekDays } from "./recurrence-weeks.ts";
import { dayMilliseconds } from "./wall-clock.ts";

/** Lists the wall-clock starts of a series in a range, both ends included, in order. */
export type StartsBetween = (low: number, high: number) => readonly number[];

/** Rule that can be expanded with day arithmetic: at most once a day, at the time of its start. */
export interface StepRule {
  readonly days: DaysAfter;
  readonly count: number | null;
}

/** Number of days in which a counted series is expanded, in case its days never come. */
const maxCountedDays = 100 * 366;

/**
 * Reads a rule that can be expanded with day arithmetic, as most rules can; null for any other rule.
 *
 * rrule-temporal returns the same starts but is about a hundred times slower, which matters with thousands of series.
 */
export function readStepRule(parts: RuleParts): StepRule | null {
  const days = weekDays(parts) ?? monthDays(parts);
  const count = parts.get("COUNT");
  return days === null ? null : { days, count: count === undefined ? null : Number(count) };
}

/** Expands a step rule: directly within the range, or once from the start if it has a COUNT. */
export function stepStarts({ days, count }: StepRule, start: number): StartsBetween {
  const firstDay = Math.floor(start / dayMilliseconds);
  const time = start - firstDay * dayMilliseconds;
  const collect = ({ from, to }: DayWindow, limit = Number.POSITIVE_INFINITY): readonly number[] => {
    const found: number[] = firstDay >= from && firstDay <= to ? [start] : [];
    for (const day of days(firstDay, { from, to })) {
      if (found.length >= limit) break;
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
    counted ??= collect({ from: firstDay, to: firstDay + maxCountedDays }, count);
    return counted.filter((wall) => wall >= low && wall <= high);
  };
}
