import { Temporal } from "temporal-polyfill";

/** Days that a message names; `nights` alone says how long, and not when. */
export interface ReadDates {
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly nights: number | null;
  /** What was made of vague words, for people; null when the days were plain. */
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
 * Reads the days of a trip from a message: "12 to 16 May", "2027-05-12 to 2027-05-16", "a long weekend in May", "next weekend",
 * "a week in June", "from 3 June for 5 nights".
 *
 * Days without a year are the next ones. Days that do not exist are not read.
 */
export function readDates(text: string, today: string): ReadDates {
  const said = text.toLowerCase();
  const now = Temporal.PlainDate.from(today);
  return (
    isoRange(said) ??
    dayRange(said, now) ??
    weekdays(said, now) ??
    weekend(said, now) ??
    weekIn(said, now) ??
    single(said, now) ??
    nothing
  );
}

function isoRange(said: string): ReadDates | null {
  const found = [...said.matchAll(/\b(\d{4}-\d{2}-\d{2})\b/g)].flatMap(([, day = ""]) => dateOf(day) ?? []);
  const [start, end] = found;
  if (start === undefined) return null;
  return end === undefined ? withLength(start, said) : range(start, end);
}

function dayRange(said: string, now: Temporal.PlainDate): ReadDates | null {
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
    const match = pattern.exec(said);
    if (match === null) continue;
    const [startDay, startMonth, endDay, endMonth] = order(match.slice(1));
    const start = upcoming(startDay, startMonth, now);
    const end = start === null ? null : upcoming(endDay, endMonth, start);
    if (start !== null && end !== null) return range(start, end);
  }
  return null;
}

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** "Friday to Sunday": the next such days. */
function weekdays(said: string, now: Temporal.PlainDate): ReadDates | null {
  const [, from = "", to = ""] =
    new RegExp(`\\b(${WEEKDAYS.join("|")})${TO}(${WEEKDAYS.join("|")})\\b`).exec(said) ?? [];
  if (from === "") return null;
  const first = now.add({ days: ((WEEKDAYS.indexOf(from) - now.dayOfWeek + 7) % 7) + 1 });
  const nights = (WEEKDAYS.indexOf(to) - WEEKDAYS.indexOf(from) + 6) % 7;
  return range(first, first.add({ days: nights + 1 }));
}

function weekend(said: string, now: Temporal.PlainDate): ReadDates | null {
  const match = new RegExp(`\\b(long\\s+)?weekend\\b(?:.*?\\b(?:in|of)\\s+${MONTH}\\b)?`).exec(said);
  if (match === null) return null;
  const [, long, month] = match;
  const isLong = long !== undefined;
  const named = month === undefined ? null : firstOf(month, now);
  const from =
    named ??
    (/\bnext\s+(?:long\s+)?weekend\b/.test(said) ? now.add({ days: 7 - now.dayOfWeek + 1 }) : now.add({ days: 1 }));
  const friday = from.add({ days: (5 - from.dayOfWeek + 7) % 7 });
  const end = friday.add({ days: isLong ? 3 : 2 });
  const which = named === null ? "the next" : "the first";
  const because = `${which} ${isLong ? "long " : ""}weekend${named === null ? "" : ` of ${monthName(friday)}`}, Friday to ${isLong ? "Monday" : "Sunday"}`;
  return { ...range(friday, end), because };
}

function weekIn(said: string, now: Temporal.PlainDate): ReadDates | null {
  const match = new RegExp(`\\b${COUNT}\\s+(week|day|night)s?\\b(?:\\s+in\\s+\\p{L}+)?\\s+in\\s+${MONTH}\\b`, "u").exec(
    said,
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

function single(said: string, now: Temporal.PlainDate): ReadDates | null {
  const day = new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH}\\b`).exec(said);
  const month = new RegExp(`\\b${MONTH}\\s+${DAY}\\b`).exec(said);
  const start =
    day !== null
      ? upcoming(day[1] ?? "", day[2] ?? "", now)
      : month === null
        ? null
        : upcoming(month[2] ?? "", month[1] ?? "", now);
  if (start !== null) return withLength(start, said);
  const length = lengthOf(said);
  return length === null ? null : { ...nothing, nights: length };
}

const range = (start: Temporal.PlainDate, end: Temporal.PlainDate): ReadDates => ({
  startDate: start.toString(),
  endDate: end.toString(),
  nights: null,
  because: null,
});

function withLength(start: Temporal.PlainDate, said: string): ReadDates {
  const nights = lengthOf(said);
  return {
    startDate: start.toString(),
    endDate: nights === null ? null : start.add({ days: nights }).toString(),
    nights,
    because: null,
  };
}

function lengthOf(said: string): number | null {
  const match = new RegExp(
    `\\bfor\\s+${COUNT}\\s+(night|day|week)s?\\b|\\b${COUNT}\\s+(night)s?\\b(?!\\s+(?:longer|shorter|more|less))`,
  ).exec(said);
  if (match === null) return null;
  return nightsOf(match[1] ?? match[3] ?? "", match[2] ?? match[4] ?? "");
}

/** "Five days" are four nights; weeks and nights are as long as they say. */
function nightsOf(count: string, unit: string): number {
  const number = NUMBERS[count] ?? Number(count);
  return unit === "week" ? number * 7 : unit === "day" ? Math.max(1, number - 1) : number;
}

const monthIndex = (name: string): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

/** The first day of the next such month that is at least a day away. */
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
