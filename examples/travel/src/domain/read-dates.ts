import { Temporal } from "temporal-polyfill";

/** Dates read from a message. A message that names only a duration sets `nights` alone. */
export interface ReadDates {
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly nights: number | null;
  /** Explains how a vague date was resolved; null for exact dates. */
  readonly because: string | null;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const TO = "\\s*(?:to|until|till|through|and|-|–|—)\\s*";
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const COUNT = "(\\d{1,2}|a|one|two|three|four|five|six|seven|eight|nine|ten)";

const nothing: ReadDates = { startDate: null, endDate: null, nights: null, because: null };

/**
 * Reads the dates of a trip from a message: "12 to 16 May", "2027-05-12 to 2027-05-16", "a long weekend in May", "next weekend",
 * "a week in June", "from 3 June for 5 nights".
 *
 * A date without a year is the next such date. Dates that do not exist are ignored.
 */
export function readDates(text: string, today: string): ReadDates {
  const message = text.toLowerCase();
  const now = Temporal.PlainDate.from(today);
  return (
    isoRange(message) ??
    dayRange(message, now) ??
    weekdays(message, now) ??
    weekend(message, now) ??
    weekIn(message, now) ??
    single(message, now) ??
    nothing
  );
}

function isoRange(message: string): ReadDates | null {
  const found = [...message.matchAll(/\b(\d{4}-\d{2}-\d{2})\b/g)].flatMap(([, day = ""]) => dateOf(day) ?? []);
  const [start, end] = found;
  if (start === undefined) return null;
  return end === undefined ? withLength(start, message) : range(start, end);
}

function dayRange(message: string, now: Temporal.PlainDate): ReadDates | null {
  const patterns: readonly [RegExp, (parts: readonly string[]) => readonly [string, string, string, string]][] = [
    [
      new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH}${TO}${DAY}\\s+(?:of\\s+)?${MONTH}\\b`),
      ([a, m, b, n]) => [a ?? "", m ?? "", b ?? "", n ?? ""],
    ],
    [new RegExp(`\\b${DAY}${TO}${DAY}\\s+(?:of\\s+)?${MONTH}\\b`), ([a, b, m]) => [a ?? "", m ?? "", b ?? "", m ?? ""]],
    [
      new RegExp(`\\b${MONTH}\\s+${DAY}${TO}${MONTH}\\s+${DAY}\\b`),
      ([m, a, n, b]) => [a ?? "", m ?? "", b ?? "", n ?? ""],
    ],
    [new RegExp(`\\b${MONTH}\\s+${DAY}${TO}${DAY}\\b`), ([m, a, b]) => [a ?? "", m ?? "", b ?? "", m ?? ""]],
  ];
  for (const [pattern, order] of patterns) {
    const match = pattern.exec(message);
    if (match === null) continue;
    const [startDay, startMonth, endDay, endMonth] = order(match.slice(1));
    const start = upcoming(startDay, startMonth, now);
    const end = start === null ? null : upcoming(endDay, endMonth, start);
    if (start !== null && end !== null) return range(start, end);
  }
  return null;
}

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Reads "Friday to Sunday" as the next such days. */
function weekdays(message: string, now: Temporal.PlainDate): ReadDates | null {
  const [, from = "", to = ""] =
    new RegExp(`\\b(${WEEKDAYS.join("|")})${TO}(${WEEKDAYS.join("|")})\\b`).exec(message) ?? [];
  if (from === "") return null;
  const first = now.add({ days: ((WEEKDAYS.indexOf(from) - now.dayOfWeek + 7) % 7) + 1 });
  const nights = (WEEKDAYS.indexOf(to) - WEEKDAYS.indexOf(from) + 6) % 7;
  return range(first, first.add({ days: nights + 1 }));
}

function weekend(message: string, now: Temporal.PlainDate): ReadDates | null {
  const match = new RegExp(`\\b(long\\s+)?weekend\\b(?:.*?\\b(?:in|of)\\s+${MONTH}\\b)?`).exec(message);
  if (match === null) return null;
  const [, long, month] = match;
  const isLong = long !== undefined;
  const named = month === undefined ? null : firstOf(month, now);
  const from =
    named ??
    (/\bnext\s+(?:long\s+)?weekend\b/.test(message) ? now.add({ days: 7 - now.dayOfWeek + 1 }) : now.add({ days: 1 }));
  const friday = from.add({ days: (5 - from.dayOfWeek + 7) % 7 });
  const end = friday.add({ days: isLong ? 3 : 2 });
  const ordinal = named === null ? "the next" : "the first";
  const because = `${ordinal} ${isLong ? "long " : ""}weekend${named === null ? "" : ` of ${monthName(friday)}`}, Friday to ${isLong ? "Monday" : "Sunday"}`;
  return { ...range(friday, end), because };
}

function weekIn(message: string, now: Temporal.PlainDate): ReadDates | null {
  const match = new RegExp(`\\b${COUNT}\\s+(week|day|night)s?\\b(?:\\s+in\\s+\\p{L}+)?\\s+in\\s+${MONTH}\\b`, "u").exec(
    message,
  );
  if (match === null) return null;
  const [, count = "", unit = "", month = ""] = match;
  const first = firstOf(month, now);
  const saturday = first.add({ days: (6 - first.dayOfWeek + 7) % 7 });
  const nights = nightsOf(count, unit);
  return {
    ...range(saturday, saturday.add({ days: nights })),
    because: `from the first Saturday of ${monthName(saturday)}`,
  };
}

function single(message: string, now: Temporal.PlainDate): ReadDates | null {
  const day = new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH}\\b`).exec(message);
  const month = new RegExp(`\\b${MONTH}\\s+${DAY}\\b`).exec(message);
  const start =
    day !== null
      ? upcoming(day[1] ?? "", day[2] ?? "", now)
      : month === null
        ? null
        : upcoming(month[2] ?? "", month[1] ?? "", now);
  if (start !== null) return withLength(start, message);
  const length = lengthOf(message);
  return length === null ? null : { ...nothing, nights: length };
}

const range = (start: Temporal.PlainDate, end: Temporal.PlainDate): ReadDates => ({
  startDate: start.toString(),
  endDate: end.toString(),
  nights: null,
  because: null,
});

function withLength(start: Temporal.PlainDate, message: string): ReadDates {
  const nights = lengthOf(message);
  return {
    startDate: start.toString(),
    endDate: nights === null ? null : start.add({ days: nights }).toString(),
    nights,
    because: null,
  };
}

function lengthOf(message: string): number | null {
  const match = new RegExp(
    `\\bfor\\s+${COUNT}\\s+(night|day|week)s?\\b|\\b${COUNT}\\s+(night)s?\\b(?!\\s+(?:longer|shorter|more|less))`,
  ).exec(message);
  if (match === null) return null;
  return nightsOf(match[1] ?? match[3] ?? "", match[2] ?? match[4] ?? "");
}

/** Converts a duration to nights: five days are four nights, and a week is seven. */
function nightsOf(count: string, unit: string): number {
  const number = NUMBERS[count] ?? Number(count);
  return unit === "week" ? number * 7 : unit === "day" ? Math.max(1, number - 1) : number;
}

const monthIndex = (name: string): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

/** First day of the next such month, at least one day ahead. */
function firstOf(month: string, now: Temporal.PlainDate): Temporal.PlainDate {
  const index = monthIndex(month);
  if (index === now.month) return now.add({ days: 1 });
  return Temporal.PlainDate.from({ year: index < now.month ? now.year + 1 : now.year, month: index, day: 1 });
}

function upcoming(day: string, month: string, after: Temporal.PlainDate): Temporal.PlainDate | null {
  for (const year of [after.year, after.year + 1]) {
    const date = dateOf(`${year}-${String(monthIndex(month)).padStart(2, "0")}-${day.padStart(2, "0")}`);
    if (date !== null && Temporal.PlainDate.compare(date, after) >= 0) return date;
  }
  return null;
}

function dateOf(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    return null;
  }
}

const monthName = (date: Temporal.PlainDate): string => date.toLocaleString("en-GB", { month: "long" });
