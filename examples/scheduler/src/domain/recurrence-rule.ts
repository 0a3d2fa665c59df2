import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { formatWallTime, instantToWall, readWallTime } from "./wall-clock.ts";

/** Splits a valid rule into its parts by name: FREQ → WEEKLY, BYDAY → TU,TH. */
export const readRule = (rule: string): ReadonlyMap<string, string> =>
  new Map(Array.from(rule.toUpperCase().matchAll(/([^=;]+)=([^;]*)/g), ([, name = "", value = ""]) => [name, value]));

/** Joins the parts of a rule. */
export const ruleText = (parts: Iterable<readonly [name: string, value: string]>): string =>
  [...parts].map(([name, value]) => `${name}=${value}`).join(";");

const epoch = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO("UTC");

/** A rule in one form, to compare it with another one: "BYDAY=-1TU,1FR;FREQ=MONTHLY" for "FREQ=MONTHLY;INTERVAL=1;BYDAY=+1FR,-1TU". */
function normalized(rule: string): string {
  const parts = rule.toUpperCase().split(";");
  const plain = parts.map((part) => {
    const [name = "", values = ""] = part.split("=");
    const items = values.split(",").map((item) => item.replace(/^\+?(-?)0*(?=.)/, "$1"));
    return `${name}=${[...new Set(items)].toSorted().join()}`;
  });
  return plain
    .filter((part) => part !== "INTERVAL=1")
    .toSorted()
    .join(";");
}

/** True for a rule without an end that is like another one apart from its end. */
export const isSameWithoutEnd = (rule: string, other: string): boolean =>
  normalized(rule) ===
  normalized(ruleText([...readRule(other)].filter(([name]) => !/^(?:UNTIL|COUNT|WKST)$/.test(name))));

/** First date of a rule on or after a day; null if it has none. */
export function firstDate(rule: string, day: string): string | null {
  const dtstart = Temporal.PlainDate.from(day).toZonedDateTime("UTC");
  const step = ruleText([...readRule(rule)].filter(([name]) => !/^(?:COUNT|UNTIL|INTERVAL)$/.test(name)));
  const [first] = new RRuleTemporal({ rruleString: step, dtstart }).all((_, index) => index < 1);
  return first?.toString().slice(0, 10) ?? null;
}

const maxCount = 10_000;
const maxStartsPerDay = 24;

/** Validates a recurrence rule; returns the problem as half a sentence, or null when it can be expanded. */
export function ruleProblem(rule: string): string | null {
  const parts = readRule(rule);
  const [frequency = "", byDay = "", count = "1"] = ["FREQ", "BYDAY", "COUNT"].map((name) => parts.get(name));
  const times = (name: string): number => parts.get(name)?.split(",").length ?? 1;
  const perDay = (frequency === "HOURLY" ? 24 : times("BYHOUR")) * times("BYMINUTE");
  if (/SECONDLY|MINUTELY/.test(frequency) || perDay > maxStartsPerDay)
    return `it repeats more than ${maxStartsPerDay} times a day`;
  const countsWeekdays = /\d/.test(byDay) && !/MONTHLY|YEARLY/.test(frequency);
  const isLimited = Number(count) > 0 && Number(count) <= maxCount;
  try {
    const written = ruleInUtc(rule, "UTC");
    const [, read = ""] = new RRuleTemporal({ rruleString: written, dtstart: epoch }).toString().split("RRULE:");
    // The library leaves out what it does not know, which would be another rule, and expands no other calendar systems.
    const isKnown = normalized(read) === normalized(written) && !parts.has("RSCALE");
    if (isKnown && isLimited && !countsWeekdays) return null;
  } catch {
    // It is not a rule.
  }
  return `the recurrence rule "${rule.slice(0, 80)}" is not possible`;
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

/** A rule whose UNTIL is a wall time of the series' zone, written as if it were in UTC, where the library expands it. */
export const ruleInUtc = (rule: string, timeZone: string): string =>
  mapUntil(rule, (until) => `${basicWallTime(readUntil(until, timeZone), false)}Z`);
