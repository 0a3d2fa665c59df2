import type { Temporal } from "temporal-polyfill";

/**
 * The days that a part of a request names.
 *
 * - `day`: one date
 * - `span`: everything from one date to another, as in "Dec 24-26"
 * - `period`: some time within these days, as in "next week"
 */
export interface DayPhrase {
  readonly kind: "day" | "span" | "period";
  readonly from: Temporal.PlainDate;
  /** The last day, included. */
  readonly to: Temporal.PlainDate;
  /** Where in the request it was read, to compare with its neighbours. */
  readonly index: number;
  readonly length: number;
  /** A bare weekday: the day that another phrase may pin down ("Tuesday the 24th"). */
  readonly isWeekday: boolean;
  /** A weekday without "this" or "next": a move puts it into the week of what is moved. */
  readonly isBare: boolean;
  /** A month or week as a whole: "until June" stops before it. */
  readonly isWhole: boolean;
  /** How a phrase with more than one meaning was taken. */
  readonly note: string | null;
}

/** What reading days needs to know. */
export interface DayContext {
  readonly today: Temporal.PlainDate;
  /** "12/4" is 4 December where the month is written first, and 12 April elsewhere. */
  readonly monthFirst: boolean;
  /** True when only the future can be meant; a question may look back. */
  readonly forward: boolean;
}

/** Everything that was read about days in a request, in the order of the text. */
export interface DayReading {
  readonly days: readonly DayPhrase[];
  /** Dates that no calendar has, as typed. */
  readonly impossible: readonly string[];
}

/** Makes a phrase from the match that was read and whatever differs from a plain single day. */
export const dayPhrase = (
  match: { readonly index: number; readonly 0: string },
  from: Temporal.PlainDate,
  parts: Partial<DayPhrase> = {},
): DayPhrase => ({
  kind: "day",
  from,
  to: from,
  index: match.index,
  length: match[0].length,
  isWeekday: false,
  isBare: false,
  isWhole: false,
  note: null,
  ...parts,
});

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Pattern source of a month's name, long or short. */
export const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";

/** Reads what `MONTH` matches: 1 to 12. */
export const readMonth = (text: string): number => MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** Gives the day `days` later (or earlier). */
export const plusDays = (date: Temporal.PlainDate, days: number): Temporal.PlainDate => date.add({ days });

/** The last day of the month in which a date lies. */
export const endOfMonth = (date: Temporal.PlainDate): Temporal.PlainDate => date.with({ day: date.daysInMonth });

/** The Monday of the week in which a date lies: weeks run from Monday to Sunday. */
export const startOfWeek = (date: Temporal.PlainDate): Temporal.PlainDate => plusDays(date, 1 - date.dayOfWeek);
