import type { Temporal } from "temporal-polyfill";

/**
 * Days named by a part of a request.
 *
 * - `day`: one date
 * - `span`: all days between two dates, as in "Dec 24-26"
 * - `period`: some time within these days, as in "next week"
 */
export interface DayPhrase {
  readonly kind: "day" | "span" | "period";
  readonly from: Temporal.PlainDate;
  /** Last day, inclusive. */
  readonly to: Temporal.PlainDate;
  /** Position in the request, for comparison with adjacent phrases. */
  readonly index: number;
  readonly length: number;
  /** True for a bare weekday, which another phrase can complete ("Tuesday the 24th"). */
  readonly isWeekday: boolean;
  /** True for a weekday without "this" or "next"; when moving an event, it is placed in the week of that event. */
  readonly isBare: boolean;
  /** True for a whole month or week: "until June" ends before it. */
  readonly isWhole: boolean;
  /** Assumed meaning of an ambiguous phrase. */
  readonly note: string | null;
}

/** Context for reading days. */
export interface DayContext {
  readonly today: Temporal.PlainDate;
  /** True if the month comes first: "12/4" is then 4 December, otherwise 12 April. */
  readonly monthFirst: boolean;
  /** True if only future days are possible; a question can be about the past. */
  readonly forward: boolean;
}

/** Days read from a request, in the order of the text. */
export interface DayReading {
  readonly days: readonly DayPhrase[];
  /** Dates that do not exist, as typed. */
  readonly impossible: readonly string[];
}

/** Creates a phrase from a match; defaults to a single day. */
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

/** Parses a match of `MONTH`: 1 to 12. */
export const readMonth = (text: string): number => MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** Adds days to a date. */
export const plusDays = (date: Temporal.PlainDate, days: number): Temporal.PlainDate => date.add({ days });

/** Last day of the month of a date. */
export const endOfMonth = (date: Temporal.PlainDate): Temporal.PlainDate => date.with({ day: date.daysInMonth });

/** Monday of the week of a date. */
export const startOfWeek = (date: Temporal.PlainDate): Temporal.PlainDate => plusDays(date, 1 - date.dayOfWeek);
