import { hasOnly, weekdayNames, weekdayOf, type DaysAfter, type RuleParts } from "./recurrence-parts.ts";
import { dayMilliseconds } from "./wall-clock.ts";

/** A month: its first day and its length, both in days. */
interface Month {
  readonly start: number;
  readonly length: number;
}

/** Lists the days of a month that a rule selects, starting at 1; the list can include days that the month does not have. */
type DaysOfMonth = (month: Month) => readonly number[];

/** First day of a month, counted in months since year 0. */
const monthStart = (month: number): number =>
  new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1) / dayMilliseconds;

const monthOf = (day: number): number => {
  const date = new Date(day * dayMilliseconds);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** Reads a monthly rule, or a yearly rule with certain months, with one kind of day; null for any other rule. */
export function monthDays(parts: RuleParts): DaysAfter | null {
  const yearly = parts.get("FREQ") === "YEARLY";
  const months = parts.get("BYMONTH")?.split(",").map(Number) ?? null;
  const days = readDays(parts);
  if (!yearly && (parts.get("FREQ") !== "MONTHLY" || !hasOnly(parts, "BYDAY", "BYMONTHDAY"))) return null;
  if (!hasOnly(parts, "BYDAY", "BYMONTHDAY", "BYMONTH") || days === null) return null;
  // Without BYMONTH, these parts select days of the whole year.
  if (yearly && months === null && (parts.has("BYDAY") || parts.has("BYMONTHDAY"))) return null;
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const ofYear = months === null ? null : [...new Set(months)].toSorted((one, other) => one - other);
  return everyMonths({ step: yearly ? 12 * interval : interval, ofYear, yearly, days });
}

/** Days selected by BYDAY or BYMONTHDAY; "own" is the day of the month of the start; null if both are given. */
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

/** The nth weekday of a month, counted from its end if negative; all of them for 0. */
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
