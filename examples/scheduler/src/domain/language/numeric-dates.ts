import { Temporal } from "temporal-polyfill";
import { dayPhrase, MONTH, readMonth } from "./day-phrase.ts";
import type { DayContext, DayPhrase, DayReading } from "./day-phrase.ts";
import type { RequestText } from "./request-text.ts";

interface DateParts {
  readonly day: number;
  readonly month: number;
  readonly year: number | null;
}

const pattern = (source: string): RegExp => new RegExp(source, "gi");

const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const isoDate = /\b(?:on )?(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T(?=\d{2}:)|\b)/i;
const slashDate =
  /\b(?:on )?(\d{1,2})([/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?\b(?!\d|[/.:]\d| ?(?:am|pm|hours?|h|hrs?|hr)\b)/i;
const dashDate = /\b(?:on )?(\d{1,2})-(\d{1,2})-(\d{4})\b/i;
const monthThenDay = pattern(`\\b(${MONTH}) ?(?:the )?${DAY}(?![\\d:]|[ap]m\\b| ?[ap]m\\b)(?:,? (\\d{4})\\b)?`);
const dayThenMonth = pattern(`\\b${DAY} (?:of )?(${MONTH})(?:,? (\\d{4})\\b)?`);
const dayOfMonth = new RegExp(
  `\\b(?:on )?the (\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:floor|grade|birthday|anniversary|time|class|game)|,? (?:of )?${MONTH})|\\bon (\\d{1,2})(?:st|nd|rd|th)\\b(?!,? (?:of )?${MONTH})`,
  "i",
);

/** Maximum distance of a year from the current one; beyond it, a number is treated as a mistake. */
const maxYears = 100;

/** Returns the date if it exists, otherwise null. */
function realDate({ day, month, year }: DateParts, { today, forward }: DayContext): Temporal.PlainDate | null {
  const years = year === null ? [today.year, today.year + 1] : [year];
  // 29 February comes every four years, or after eight years at a turn of the century.
  if (year === null && month === 2 && day === 29)
    years.push(...[2, 3, 4, 5, 6, 7, 8].map((ahead) => today.year + ahead));
  const dates = years
    .filter((candidate) => Math.abs(candidate - today.year) <= maxYears && isDate({ day, month, year: candidate }))
    .map((candidate) => new Temporal.PlainDate(candidate, month, day));
  if (year !== null || !forward) return dates[0] ?? null;
  return dates.find((date) => Temporal.PlainDate.compare(date, today) >= 0) ?? null;
}

function isDate({
  day,
  month,
  year,
}: {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}): boolean {
  if (month < 1 || month > 12 || day < 1 || year < 1 || year > 9000) return false;
  return day <= new Temporal.PlainYearMonth(year, month).daysInMonth;
}

const fullYear = (text: string | undefined): number | null =>
  text === undefined ? null : text.length === 2 ? 2000 + Number(text) : Number(text);

/**
 * Reads dates written in digits, and finds dates that do not exist.
 *
 * Existing dates with a month name stay in the text, for `readNamedDates`.
 */
export function readNumericDates(text: RequestText, context: DayContext): DayReading {
  const days: DayPhrase[] = [];
  const impossible: string[] = [];
  const add = (match: RegExpExecArray, parts: DateParts, note: string | null = null): void => {
    const date = realDate(parts, context);
    if (date === null) impossible.push(match[0].replace(/^on /i, ""));
    else days.push(dayPhrase(match, date, { note }));
  };

  for (const match of text.takeAll(isoDate)) {
    add(match, { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) });
  }
  for (const match of [...text.takeAll(slashDate), ...text.takeAll(dashDate)]) {
    const isDash = match[2] !== "/" && match[2] !== ".";
    const [first, second] = [Number(match[1]), Number(isDash ? match[2] : match[3])];
    const year = fullYear(isDash ? match[3] : match[4]);
    // With dots the day comes first, as in all countries that use them.
    const monthFirst = second > 12 || (first <= 12 && context.monthFirst && match[2] !== ".");
    const isAmbiguous = first <= 12 && second <= 12 && first !== second;
    add(
      match,
      { day: monthFirst ? second : first, month: monthFirst ? first : second, year },
      isAmbiguous ? "order" : null,
    );
  }
  takeImpossible(text, context, impossible);
  for (const match of text.takeAll(dayOfMonth)) {
    const day = Number(match[1] ?? match[2]);
    const date = nextDayOfMonth(day, context);
    if (date === null) impossible.push(match[0].replace(/^on /i, ""));
    else days.push(dayPhrase(match, date));
  }
  return { days, impossible };
}

/** Takes out nonexistent dates with a month name. */
function takeImpossible(text: RequestText, context: DayContext, impossible: string[]): void {
  const check = (match: RegExpExecArray, parts: DateParts): void => {
    if (realDate(parts, context) !== null) return;
    impossible.push(match[0].trim());
    text.blank(match.index, match[0].length);
  };
  for (const match of text.rest.matchAll(dayThenMonth)) {
    check(match, { day: Number(match[1]), month: readMonth(match[2] ?? ""), year: fullYear(match[3]) });
  }
  for (const match of text.rest.matchAll(monthThenDay)) {
    // In "24 December 25", the day before the month counts, not "December 25".
    if (/\d(?:st|nd|rd|th)? (?:of )?$/i.test(text.rest.slice(0, match.index))) continue;
    check(match, { month: readMonth(match[1] ?? ""), day: Number(match[2]), year: fullYear(match[3]) });
  }
}

/** Next date with that day of the month, such as "the 31st", including the current month. */
function nextDayOfMonth(day: number, { today }: DayContext): Temporal.PlainDate | null {
  if (day < 1 || day > 31) return null;
  for (let ahead = 0; ahead < 3; ahead += 1) {
    const month = today.with({ day: 1 }).add({ months: ahead });
    const date = day <= month.daysInMonth ? month.with({ day }) : null;
    if (date !== null && Temporal.PlainDate.compare(date, today) >= 0) return date;
  }
  return null;
}

/** Reads 29 February as the date in the next leap year, which libraries that use the current year do not find. */
export function readLeapDay(text: RequestText, context: DayContext): DayPhrase[] {
  const leapDay = /\b(?:on )?(?:feb(?:ruary)?\.? (?:the )?29(?:th)?|29(?:th)? (?:of )?feb(?:ruary)?)\b(?!,? \d{4})/i;
  return text.takeAll(leapDay).flatMap((match) => {
    const date = realDate({ day: 29, month: 2, year: null }, context);
    return date === null ? [] : [dayPhrase(match, date)];
  });
}
