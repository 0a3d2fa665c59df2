import { readRule } from "./recurrence-parts.ts";
import { formatInstant, formatWallTime, instantToWall, readWallTime, wallToInstant } from "./wall-clock.ts";

const number = (low: number, high: number) => (text: string) =>
  /^[+-]?\d{1,5}$/.test(text) && Number(text) >= low && Number(text) <= high;

const list = (accepts: (text: string) => boolean) => (text: string) => text.split(",").every(accepts);

const signed = (high: number) => list((text) => number(-high, high)(text) && Number(text) !== 0);

/** Allowed values of the parts of a rule. The library ignores what it does not know, which would be a different rule. */
const accepted: Readonly<Record<string, (text: string) => boolean>> = {
  FREQ: (text) => ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY"].includes(text),
  INTERVAL: number(1, 1000),
  COUNT: number(1, 10_000),
  UNTIL: (text) => !Number.isNaN(readUntil(text, "UTC")),
  BYDAY: list((text) => /^([+-]?([1-9]|[1-4]\d|5[0-3]))?(MO|TU|WE|TH|FR|SA|SU)$/.test(text)),
  BYMONTH: list(number(1, 12)),
  BYMONTHDAY: signed(31),
  BYYEARDAY: signed(366),
  BYWEEKNO: signed(53),
  BYSETPOS: signed(366),
  BYHOUR: list(number(0, 23)),
  BYMINUTE: list(number(0, 59)),
  BYSECOND: number(0, 59),
  WKST: (text) => /^(MO|TU|WE|TH|FR|SA|SU)$/.test(text),
};

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
  for (const [name, value] of parts) {
    const accepts = Object.hasOwn(accepted, name) ? accepted[name] : undefined;
    if (accepts === undefined) return `the recurrence rule part ${name} is not supported`;
    if (!accepts(value)) return `the recurrence rule has a ${name} of "${value}", which is not possible`;
  }
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
