import type { RuleParts, StartsBetween } from "./recurrence-rule.ts";
import { dayMilliseconds } from "./wall-clock.ts";

/** A rule that steps by days or weeks and picks weekdays at most: what most families write, and arithmetic suffices. */
export interface StepRule {
  /** Days from one step to the next. */
  readonly days: number;
  /** Weeks are looked at as a whole, from their first day on. */
  readonly weekly: boolean;
  /** Weekdays picked, 0 is Monday; empty means no choice. */
  readonly weekdays: readonly number[];
  /** The first day of the week, 0 is Monday. */
  readonly weekStart: number;
  readonly count: number | null;
}

const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const stepParts = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"]);
/** A counted rule whose days never come stops here. */
const longestCountedSeries = 100 * 366;

/** Reads a rule that plain steps can expand; null for every other rule. */
export function readStepRule(parts: RuleParts): StepRule | null {
  const frequency = parts.get("FREQ");
  if (frequency !== "DAILY" && frequency !== "WEEKLY") return null;
  if ([...parts.keys()].some((name) => !stepParts.has(name))) return null;
  const weekdays = (parts.get("BYDAY")?.split(",") ?? []).map((name) => weekdayNames.indexOf(name));
  if (weekdays.includes(-1)) return null;
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const count = parts.get("COUNT");
  return {
    days: frequency === "WEEKLY" ? 7 * interval : interval,
    weekly: frequency === "WEEKLY",
    weekdays,
    weekStart: weekdayNames.indexOf(parts.get("WKST") ?? "MO"),
    count: count === undefined ? null : Number(count),
  };
}

/** Day 0 is Thursday, 1 January 1970. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Expands a step rule: without COUNT straight from the window, with COUNT once from the start. */
export function stepStarts(rule: StepRule, start: number): StartsBetween {
  const firstDay = Math.floor(start / dayMilliseconds);
  const time = start - firstDay * dayMilliseconds;
  const startOf = (day: number): number => day * dayMilliseconds + time;
  const { count } = rule;
  if (count === null) {
    return (low, high) =>
      daysBetween(rule, firstDay, {
        from: Math.ceil((low - time) / dayMilliseconds),
        to: Math.floor((high - time) / dayMilliseconds),
      }).map(startOf);
  }
  let counted: readonly number[] | null = null;
  return (low, high) => {
    counted ??= daysBetween(rule, firstDay, { from: firstDay, to: firstDay + longestCountedSeries, most: count }).map(
      startOf,
    );
    return counted.filter((each) => each >= low && each <= high);
  };
}

interface DayWindow {
  readonly from: number;
  readonly to: number;
  readonly most?: number;
}

function daysBetween(
  rule: StepRule,
  firstDay: number,
  { from, to, most = Number.POSITIVE_INFINITY }: DayWindow,
): number[] {
  const days: number[] = [];
  const add = (day: number): void => {
    if (day >= from && day <= to && days.length < most) days.push(day);
  };
  add(firstDay);
  const weekdays = rule.weekly && rule.weekdays.length === 0 ? [weekdayOf(firstDay)] : rule.weekdays;
  const inWeek = weekdays.map((weekday) => (weekday - rule.weekStart + 7) % 7).toSorted((one, other) => one - other);
  const anchor = rule.weekly ? firstDay - ((weekdayOf(firstDay) - rule.weekStart + 7) % 7) : firstDay;
  const stepsToSkip = Math.max(0, Math.floor((from - anchor) / rule.days));
  for (let day = anchor + stepsToSkip * rule.days; day <= to && days.length < most; day += rule.days) {
    if (rule.weekly) {
      for (const offset of inWeek) if (day + offset > firstDay) add(day + offset);
    } else if (day > firstDay && (weekdays.length === 0 || weekdays.includes(weekdayOf(day)))) add(day);
  }
  return days;
}
