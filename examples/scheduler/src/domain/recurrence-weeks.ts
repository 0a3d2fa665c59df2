import { hasOnly, weekdayNames, weekdayOf, type DaysAfter, type RuleParts } from "./recurrence-parts.ts";

/** Reads a daily or weekly rule with no parts other than weekdays; null for any other rule. */
export function weekDays(parts: RuleParts): DaysAfter | null {
  const weekly = parts.get("FREQ") === "WEEKLY";
  if ((!weekly && parts.get("FREQ") !== "DAILY") || !hasOnly(parts, "BYDAY")) return null;
  const picked = (parts.get("BYDAY")?.split(",") ?? []).map((name) => weekdayNames.indexOf(name));
  if (picked.includes(-1)) return null;
  const interval = Number(parts.get("INTERVAL") ?? 1);
  return weekly
    ? everyWeeks(7 * interval, picked, weekdayNames.indexOf(parts.get("WKST") ?? "MO"))
    : everyDays(interval, picked);
}

const everyDays = (step: number, picked: readonly number[]): DaysAfter =>
  function* days(firstDay, { from, to }) {
    const skipped = Math.max(1, Math.floor((from - firstDay) / step));
    for (let day = firstDay + skipped * step; day <= to; day += step) {
      if (picked.length === 0 || picked.includes(weekdayOf(day))) yield day;
    }
  };

const everyWeeks = (step: number, picked: readonly number[], weekStart: number): DaysAfter =>
  function* days(firstDay, { from, to }) {
    const own = weekdayOf(firstDay);
    const anchor = firstDay - ((own - weekStart + 7) % 7);
    const offsets = (picked.length === 0 ? [own] : picked).map((weekday) => (weekday - weekStart + 7) % 7);
    const inOrder = [...new Set(offsets)].toSorted((one, other) => one - other);
    const skipped = Math.max(0, Math.floor((from - anchor) / step));
    for (let week = anchor + skipped * step; week <= to; week += step) {
      for (const offset of inOrder) if (week + offset > firstDay) yield week + offset;
    }
  };
