import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { formatInstant, formatWallTime, instantToWall, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Splits a valid rule into its parts by name: FREQ → WEEKLY, BYDAY → TU,TH. */
export const readRule = (rule: string): ReadonlyMap<string, string> =>
  new Map(Array.from(rule.toUpperCase().matchAll(/([^=;]+)=([^;]*)/g), ([, name = "", value = ""]) => [name, value]));

/** Joins the parts of a rule. */
export const ruleText = (parts: Iterable<readonly [name: string, value: string]>): string =>
  [...parts].map(([name, value]) => `${name}=${value}`).join(";");

const epoch = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO("UTC");

/** A list of numbers or weekdays in one form: "1FR,2" for "+1FR,02". */
const normalized = (value: string): string =>
  [...new Set(value.split(",").map((item) => item.replace(/^\+?(-?)0*(?=.)/, "$1")))].toSorted().join(",");

/** True if the library reads a part as it is written. It leaves out what it does not know, which would be another rule. */
function isUnderstood(name: string, value: string): boolean {
  if (name === "UNTIL") return !Number.isNaN(readUntil(value, "UTC"));
  if (name === "COUNT") return /^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) <= 10_000;
  // Other calendar systems are not expanded.
  if (name === "RSCALE" || name === "SKIP") return false;
  try {
    const rruleString = name === "FREQ" ? `FREQ=${value}` : `FREQ=DAILY;${name}=${value}`;
    const [, read = ""] = new RRuleTemporal({ rruleString, dtstart: epoch }).toString().split("RRULE:");
    return normalized(readRule(read).get(name) ?? (name === "INTERVAL" ? "1" : "")) === normalized(value);
  } catch {
    return false;
  }
}

const maxStartsPerDay = 24;

/** Validates a recurrence rule; returns the problem as half a sentence, or null when it can be expanded. */
export function ruleProblem(rule: string): string | null {
  const written = rule.toUpperCase().split(";");
  const broken = written.find((part) => !/^[A-Z-]+=.+$/.test(part));
  if (broken !== undefined) return `"${broken}" is not a part of a recurrence rule`;
  const parts = readRule(rule);
  if (parts.size < written.length) return "the recurrence rule contains a part twice";
  const frequency = parts.get("FREQ");
  if (frequency === undefined) return "the recurrence rule has no FREQ";
  if (frequency === "SECONDLY" || frequency === "MINUTELY") return "it repeats more often than once an hour";
  for (const [name, value] of parts)
    if (!isUnderstood(name, value)) return `the recurrence rule has a ${name} of "${value}", which is not possible`;
  if (/\d/.test(parts.get("BYDAY") ?? "") && frequency !== "MONTHLY" && frequency !== "YEARLY")
    return "the recurrence rule counts weekdays, which needs FREQ=MONTHLY or FREQ=YEARLY";
  const times = (name: string): number => parts.get(name)?.split(",").length ?? 1;
  const perDay = (frequency === "HOURLY" ? 24 : times("BYHOUR")) * times("BYMINUTE");
  return perDay > maxStartsPerDay ? `it repeats more than ${maxStartsPerDay} times a day` : null;
}

/**
 * Parses an UNTIL, "20261231", "20261231T225959" or "20261231T225959Z", as a wall time of the series' zone; NaN for other texts. A
 * date includes its whole day.
 */
export function readUntil(text: string, timeZone: string): number {
  const [, date = "", time = "235959", utc] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(text) ?? [];
  const wall = readWallTime(`${date}T${time}`.replace(/^(....)(..)(..T..)(..)(..)$/, "$1-$2-$3:$4:$5"));
  return utc === "Z" && !Number.isNaN(wall) ? instantToWall(wall, timeZone) : wall;
}

/** Formats a wall time like an UNTIL without a zone: "20261231T225959", or "20261231" for whole days. */
export const basicWallTime = (wall: number, allDay: boolean): string =>
  formatWallTime(wall, allDay).replaceAll(/[-:]/g, "");

/** Replaces the UNTIL of a rule; any other rule stays as it is. */
export const mapUntil = (rule: string, change: (until: string) => string): string =>
  rule.replace(/(?<=UNTIL=)[^;]+/i, (until) => change(until.toUpperCase()));

/** Rewrites a rule for other calendars: RFC 5545 requires UNTIL as a date for all-day series and as an instant for all others. */
export const portableRule = (rule: string, { allDay, timeZone }: { allDay: boolean; timeZone: string }): string =>
  mapUntil(rule, (until) => {
    const wall = readUntil(until, timeZone);
    return allDay ? basicWallTime(wall, true) : formatInstant(wallToInstant(wall, timeZone)).replaceAll(/[-:]/g, "");
  });
