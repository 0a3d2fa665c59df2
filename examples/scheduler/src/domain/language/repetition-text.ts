import { formatDay, listNames } from "../format.ts";
import { readWallTime } from "../wall-clock.ts";

const DAYS: Readonly<Record<string, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};
const UNITS: Readonly<Record<string, string>> = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };
const PLACES: Readonly<Record<string, string>> = {
  "-1": "last",
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  5: "fifth",
};

/** Formats a recurrence rule: "every Tuesday and Thursday until Mon 31 May". */
export function repetitionText(rule: string, timeZone: string): string {
  const parts = new Map(
    rule.split(";").map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const unit = UNITS[parts.get("FREQ") ?? ""] ?? "time";
  const days = parts.get("BYDAY")?.split(",") ?? [];
  const every = interval === 1 ? "every" : interval === 2 ? "every other" : `every ${interval}`;
  const [first = ""] = days;
  const place = /^-?\d/.exec(first)?.[0];
  const monthDay = parts.get("BYMONTHDAY");
  const head =
    place !== undefined
      ? `the ${PLACES[first.slice(0, -2)] ?? place} ${DAYS[first.slice(-2)] ?? first} of ${every} month`
      : days.length === 5 && !rule.includes("SA") && !rule.includes("SU") && interval === 1
        ? "every weekday"
        : days.length > 0 && interval <= 2
          ? `${every} ${listNames(days.map((day) => DAYS[day] ?? day))}`
          : `${every} ${unit}${interval > 2 ? "s" : ""}${days.length > 0 ? ` on ${listNames(days.map((day) => DAYS[day] ?? day))}` : ""}`;
  const on =
    monthDay === undefined ? "" : monthDay === "-1" ? " on its last day" : ` on the ${ordinal(Number(monthDay))}`;
  return `${head}${on}${endText(parts, timeZone)}`;
}

const ordinal = (day: number): string => {
  const suffix = day > 10 && day < 14 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${suffix}`;
};

function endText(parts: ReadonlyMap<string, string>, timeZone: string): string {
  const count = parts.get("COUNT");
  if (count !== undefined) return `, ${count} times,`;
  const until = parts.get("UNTIL");
  if (until === undefined) return "";
  const text = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}T${until.length > 8 ? `${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}` : "12:00:00"}`;
  if (Number.isNaN(readWallTime(text))) return "";
  const day = formatDay(`${text}Z`, { timeZone: until.length > 8 ? timeZone : "UTC", now: "2000-01-01T00:00:00Z" });
  return ` until ${day}`;
}
