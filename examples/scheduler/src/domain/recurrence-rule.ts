import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { readRule, type RuleParts } from "./recurrence-parts.ts";
import { dayMilliseconds, instantToWall, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Lists the wall-clock starts of a series in a range, both ends included, in order. */
export type StartsBetween = (low: number, high: number) => readonly number[];

const number = (low: number, high: number) => (text: string) =>
  /^[+-]?\d{1,5}$/.test(text) && Number(text) >= low && Number(text) <= high;

const list = (accepts: (text: string) => boolean) => (text: string) => text.split(",").every(accepts);

const signed = (high: number) => list((text) => number(-high, high)(text) && Number(text) !== 0);

const isUntil = (text: string): boolean => {
  const wall = readUntil(text);
  return wall !== null && !Number.isNaN(readWallTime(wall));
};

/** Allowed values of the parts of a rule; other parts are rejected. */
const accepted: Readonly<Record<string, (text: string) => boolean>> = {
  FREQ: (text) => ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY"].includes(text),
  INTERVAL: number(1, 1000),
  COUNT: number(1, 10_000),
  UNTIL: isUntil,
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
  const parts = new Map<string, string>();
  for (const part of rule.split(";")) {
    const [, name, value] = /^([A-Z-]+)=(.+)$/.exec(part.toUpperCase()) ?? [];
    if (name === undefined || value === undefined) return `"${part}" is not a part of a recurrence rule`;
    if (parts.has(name)) return `the recurrence rule contains ${name} twice`;
    parts.set(name, value);
  }
  const frequency = parts.get("FREQ");
  if (frequency === undefined) return "the recurrence rule has no FREQ";
  if (frequency === "SECONDLY" || frequency === "MINUTELY") return "it repeats more often than once an hour";
  for (const [name, value] of parts) {
    const accepts = Object.hasOwn(accepted, name) ? accepted[name] : undefined;
    if (accepts === undefined) return `the recurrence rule part ${name} is not supported`;
    if (!accepts(value)) return `the recurrence rule has a ${name} of "${value}", which is not possible`;
  }
  if (/\d/.test(parts.get("BYDAY") ?? "") && frequency !== "MONTHLY" && frequency !== "YEARLY")
    return `the recurrence rule counts weekdays, which needs FREQ=MONTHLY or FREQ=YEARLY`;
  const times = (name: string): number => parts.get(name)?.split(",").length ?? 1;
  const perDay = (frequency === "HOURLY" ? 24 : times("BYHOUR")) * times("BYMINUTE");
  return perDay > maxStartsPerDay ? `it repeats more than ${maxStartsPerDay} times a day` : null;
}

/** Parses an UNTIL, "20261231", "20261231T225959" or "20261231T225959Z", as a wall-clock time; null for other texts. */
export function readUntil(text: string): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z?)?$/.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  return hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Last possible start of a rule, as a wall time, and as an instant if the rule names one. */
interface LastStart {
  readonly wall: number;
  readonly instant: number;
}

/** Returns the end of a rule with UNTIL, in the time zone of its series; null for a rule without UNTIL. */
function lastStart(parts: RuleParts, timeZone: string): LastStart | null {
  const until = parts.get("UNTIL");
  const text = until === undefined ? null : readUntil(until);
  if (until === undefined || text === null) return null;
  const wall = readWallTime(text);
  if (!until.includes("T")) return { wall: wall + dayMilliseconds - 1, instant: Number.POSITIVE_INFINITY };
  if (!until.endsWith("Z")) return { wall, instant: Number.POSITIVE_INFINITY };
  // Adds a day: near a clock change, only the instant decides.
  return { wall: instantToWall(wall, timeZone) + dayMilliseconds, instant: wall };
}

/**
 * Compiles a rule to a function that lists its starts on the wall clock. The first start always counts, even if the rule itself
 * does not include it.
 *
 * The rule is evaluated on a clock without daylight saving time, so an occurrence keeps its wall time and is never dropped; its
 * instant is computed afterwards.
 */
export function compileRule(rule: string, start: number, timeZone: string): StartsBetween {
  const parts = readRule(rule);
  const starts = libraryStarts(parts, start);
  const last = lastStart(parts, timeZone);
  if (last === null) return (low, high) => (high < start ? [] : starts(Math.max(low, start), high));
  return (low, high) => {
    const from = Math.max(low, start);
    const to = Math.min(high, Math.max(start, last.wall));
    if (to < from) return [];
    return starts(from, to).filter((wall) => wall === start || wallToInstant(wall, timeZone) <= last.instant);
  };
}

/** Iteration limit of the library, far above what any range needs; the library throws when it is reached. */
const maxIterations = 1_000_000;

/** Number of years in which a counted series is expanded: an unusual rule may be so rare that its count is never reached. */
const countedYears: Readonly<Record<string, number>> = {
  HOURLY: 3,
  DAILY: 30,
  WEEKLY: 100,
  MONTHLY: 100,
  YEARLY: 100,
};

const keptAround = 45 * dayMilliseconds;

const within = (starts: readonly number[], low: number, high: number): readonly number[] =>
  starts.filter((wall) => wall >= low && wall <= high);

/** Expands a rule with rrule-temporal, in UTC. */
function libraryStarts(parts: RuleParts, start: number): StartsBetween {
  const text = [...parts].filter(([name]) => name !== "UNTIL").map(([name, value]) => `${name}=${value}`);
  const rule = new RRuleTemporal({
    rruleString: text.join(";"),
    dtstart: Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO("UTC"),
    includeDtstart: true,
    maxIterations,
  });
  const between: StartsBetween = (low, high) =>
    rule.between(new Date(low), new Date(high), true).map((occurrence) => occurrence.epochMilliseconds);
  // Counting always begins at the start, so it is done once.
  const years = countedYears[parts.get("FREQ") ?? ""] ?? 1;
  const counted = parts.has("COUNT") ? { low: start, high: start + years * 366 * dayMilliseconds } : null;
  // A turn asks for many ranges near each other, and the library takes a while for each.
  let kept: { readonly low: number; readonly high: number; readonly starts: readonly number[] } | null = null;
  return (low, high) => {
    if (kept !== null && (counted !== null || (low >= kept.low && high <= kept.high)))
      return within(kept.starts, low, high);
    const range = counted ?? { low: low - keptAround, high: high + keptAround };
    kept = { ...range, starts: between(range.low, range.high) };
    return within(kept.starts, low, high);
  };
}
