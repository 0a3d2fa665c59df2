import { Temporal } from "temporal-polyfill";
import type { Part, Role } from "./sheet.ts";

export type Day = Temporal.PlainDate;

/** A named day, several days in a row, or a span to search such as "next week". */
export interface Days extends Part, Role {
  readonly first: Day;
  readonly last: Day;
  /** "day" and "days" are exact; a "span" is a week, a weekend or a month. */
  readonly kind: "day" | "days" | "span";
  /** Meaning that was chosen among several, in words; null if there is only one. */
  readonly assumed: string | null;
  /** Reason why no such day can be meant; null if it can. */
  readonly problem: string | null;
  /** Named weekday, 1 for Monday; null if none was named. */
  readonly weekday: number | null;
  /** True if today has that weekday too. */
  readonly today: boolean;
  /** True if it continues a list: the second day of "the 24th and the 26th". */
  readonly listed: boolean;
}

/** Marks of a plain day. */
export const ONE_DAY = {
  kind: "day",
  assumed: null,
  problem: null,
  weekday: null,
  today: false,
  listed: false,
} as const;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Pattern of a weekday. */
export const WEEKDAY =
  "(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)";
/** Pattern of a month. */
export const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

/** Number of a weekday, 1 for Monday; 0 for another word. */
export const weekdayOf = (text: string): number =>
  WEEKDAYS.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase()) + 1;

/** Number of a month, 1 for January; 0 for another word. */
export const monthOf = (text: string): number => MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

export const isBefore = (one: Day, other: Day): boolean => Temporal.PlainDate.compare(one, other) < 0;

/** Monday of the week of a day. */
export const mondayOf = (day: Day): Day => day.subtract({ days: day.dayOfWeek - 1 });

/** First such weekday, from a day on. */
export const onOrAfter = (weekday: number, from: Day): Day => from.add({ days: (weekday - from.dayOfWeek + 7) % 7 });

/** Formats a day: "Fri 27 Nov", with the year if it is not that of `today`. */
export const dayText = (day: Day, today: Day): string =>
  `${WEEKDAYS[day.dayOfWeek - 1]?.slice(0, 3)} ${day.day} ${day.toLocaleString("en-GB", { month: "short" }).slice(0, 3)}${day.year === today.year ? "" : ` ${day.year}`}`;

/** What the words for one day mean, or why they mean none. */
export interface DayOrProblem {
  readonly first: Day;
  readonly problem?: string;
}

/** Day of a month; without a year, the next one, today included. */
export function dated(day: number, month: number, today: Day, year: number | null = null): DayOrProblem {
  const years = year === null ? [today.year, today.year + 1] : [year];
  const firsts = years.map((each) => new Temporal.PlainDate(each, month, 1));
  const dates = firsts.filter(({ daysInMonth }) => day >= 1 && day <= daysInMonth).map((first) => first.with({ day }));
  const found = dates.find((date) => !isBefore(date, today)) ?? dates[0];
  const name = firsts[0]?.toLocaleString("en-GB", { month: "long" }) ?? "";
  return found === undefined ? { first: today, problem: `There is no ${day} ${name}.` } : { first: found };
}

/** Next day with this number of the month, today included. */
export function numbered(day: number, today: Day): DayOrProblem {
  const months = Array.from({ length: 12 }, (_, index) => today.with({ day: 1 }).add({ months: index }));
  const month = months.find((each) => day >= 1 && day <= each.daysInMonth && !isBefore(each.with({ day }), today));
  if (month === undefined) return { first: today, problem: `There is no ${day}th of a month.` };
  return { first: month.with({ day }) };
}

/** Next day with this number of the month that is a weekday, in this month or the next; the next day with the number if neither is. */
export function numberedOn(weekday: number, day: number, today: Day): DayOrProblem {
  const next = numbered(day, today);
  const later = numbered(day, next.first.add({ days: 1 }));
  return next.first.dayOfWeek !== weekday && later.first.dayOfWeek === weekday ? later : next;
}

/** Why a day cannot be the weekday that was named beside it; null if it can. */
export const weekdayProblem = (day: Day, weekday: number, today: Day): string | null =>
  day.dayOfWeek === weekday ? null : `${dayText(day, today)} is not a ${WEEKDAYS[weekday - 1]}.`;

/** Days that are searched, such as a week, a weekend or a month. */
export interface Span {
  readonly first: Day;
  readonly last: Day;
  readonly kind: "span";
}

/** The days of a span that are not over. */
export const span = (first: Day, last: Day, today: Day): Span => ({
  first: isBefore(first, today) && !isBefore(last, today) ? today : first,
  last,
  kind: "span",
});
export const weekOf = (day: Day, today: Day): Span => span(mondayOf(day), mondayOf(day).add({ days: 6 }), today);
