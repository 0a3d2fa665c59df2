import { hasOnly, weekdayNames, weekdayOf, type DaysAfter, type RuleParts } from "./recurrence-parts.ts";
import { dayMilliseconds } from "./wall-clock.ts";

/** One month by its first day and its length, both in days. */
interface Month {
  readonly start: number;
  readonly length: number;
}

/** Names the days of a month that a rule means, counted from 1; those that the month lacks may be among them. */
type DaysOfMonth = (month: Month) => readonly number[];

/** Months since year 0. */
const monthStart = (month: number): number =>
  new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1) / dayMilliseconds;

const monthOf = (day: number): number => {
  const date = new Date(day * dayMilliseconds);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** Reads a monthly rule, or a yearly one about certain months, that has one kind of day; null for every other rule. */
export function monthDays(parts: RuleParts): DaysAfter | null {
  const yearly = parts.get("FREQ") === "YEARLY";
  const months = parts.get("BYMONTH")?.split(",").map(Number) ?? null;
  const days = readDays(parts);
  if (!yearly && (parts.get("FREQ") !== "MONTHLY" || !hasOnly(parts, "BYDAY", "BYMONTHDAY"))) return null;
  if (!hasOnly(parts, "BYDAY", "BYMONTHDAY", "BYMONTH") || days === null) return null;
  // Without a month these mean all days of that kind in a year.
  if (yearly && months === null && (parts.has("BYDAY") || parts.has("BYMONTHDAY"))) return null;
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const ofYear = months === null ? null : [...new Set(months)].toSorted((one, other) => one - other);
  return everyMonths({ step: yearly ? 12 * interval : interval, ofYear, yearly, days });
}

/** The days that BYDAY or BYMONTHDAY mean; "own" is the day of the month of the start; null when both are given. */
function readDays(parts: RuleParts): DaysOfMonth | "own" | null {
  const byDay = parts.get("BYDAY")?.split(",");
  const byMonthDay = parts.get("BYMONTHDAY")?.split(",").map(Number);
  if (byDay !== undefined && byMonthDay !== undefined) return null;
  if (byMonthDay !== undefined) return ({ length }) => byMonthDay.map((day) => (day > 0 ? day : length + 1 + day));
  if (byDay === undefined) return "own";
  const wanted = byDay.map((text) => ({
    nth: Number.parseInt(text, 10) || 0,
    weekday: weekdayNames.indexOf(text.slice(-2)),
  }));
  return (month) => wanted.flatMap(({ nth, weekday }) => weekdaysOf(month, nth, weekday));
}

/** The nth such weekday of a month, counted from its end when negative; all of them for 0. */
function weekdaysOf({ start, length }: Month, nth: number, weekday: number): readonly number[] {
  const first = 1 + ((weekday - weekdayOf(start) + 7) % 7);
  const all: number[] = [];
  for (let day = first; day <= length; day += 7) all.push(day);
  if (nth === 0) return all;
  const found = all.at(nth > 0 ? nth - 1 : nth);
  return found === undefined ? [] : [found];
}

interface MonthRule {
  readonly step: number;
  readonly ofYear: readonly number[] | null;
  readonly yearly: boolean;
  readonly days: DaysOfMonth | "own";
}

const everyMonths = ({ step, ofYear, yearly, days }: MonthRule): DaysAfter =>
  function* found(firstDay, { from, to }) {
    const ownMonth = monthOf(firstDay);
    const ownDay = firstDay - monthStart(ownMonth) + 1;
    const anchor = yearly ? ownMonth - (ownMonth % 12) : ownMonth;
    const offsets = yearly ? (ofYear?.map((month) => month - 1) ?? [ownMonth % 12]) : [0];
    const skipped = Math.max(0, Math.floor((monthOf(from) - anchor) / step));
    for (let period = anchor + skipped * step; monthStart(period) <= to; period += step) {
      for (const offset of offsets) {
        const start = monthStart(period + offset);
        const length = monthStart(period + offset + 1) - start;
        const named = days === "own" ? [ownDay] : days({ start, length });
        const real = [...new Set(named)]
          .filter((day) => day >= 1 && day <= length)
          .toSorted((one, other) => one - other);
        for (const day of real) if (start + day - 1 > firstDay) yield start + day - 1;
      }
    }
  };
