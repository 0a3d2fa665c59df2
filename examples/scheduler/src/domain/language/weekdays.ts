import type { Temporal } from "temporal-polyfill";
import { dayPhrase, endOfMonth, MONTH, plusDays, readMonth, startOfWeek } from "./day-phrase.ts";
import type { DayContext, DayPhrase } from "./day-phrase.ts";
import { COUNT, ORDINAL, readCount, readOrdinal } from "./number-words.ts";
import type { RequestText } from "./request-text.ts";

const NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Weekdays in RFC 5545 format, Monday first. */
export const ruleDays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** Pattern source of a weekday's name without a word boundary, so that an "s" can follow. */
export const WEEKDAY_NAME =
  "(?:monday|mon|tuesday|tues|tue|wednesday|weds|wed|thursday|thurs|thur|thu|friday|fri|saturday|sat|sunday|sun)";

/** Pattern source of a weekday, long or short. */
export const WEEKDAY = `${WEEKDAY_NAME}\\b\\.?`;

/** Parses a match of `WEEKDAY`: 1 is Monday, 7 is Sunday. */
export const readWeekday = (text: string): number => NAMES.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** First such weekday on or after a date. */
export const weekdayFrom = (date: Temporal.PlainDate, weekday: number): Temporal.PlainDate =>
  plusDays(date, (weekday - date.dayOfWeek + 7) % 7);

/** The n-th such weekday of a month, counted from its end if negative; null if the month has fewer. */
export function nthWeekday(month: Temporal.PlainDate, weekday: number, nth: number): Temporal.PlainDate | null {
  if (nth < 0) {
    const end = endOfMonth(month);
    return plusDays(end, -((end.dayOfWeek - weekday + 7) % 7) + 7 * (nth + 1));
  }
  const found = plusDays(weekdayFrom(month.with({ day: 1 }), weekday), 7 * (nth - 1));
  return nth > 0 && found.month === month.month ? found : null;
}

const pattern = (source: string): RegExp => new RegExp(source, "i");

const nthOfMonth = pattern(
  `\\b(?:on )?(?:the )?(${ORDINAL}) (${WEEKDAY}) (?:of|in) (?:(${MONTH})(?:,? (\\d{4}))?|(next|this|the) month)`,
);
const weeksOnDay = pattern(
  `\\bin (${COUNT}) weeks?(?:' time)?,? (?:on )?(?:a )?(${WEEKDAY})|\\b(?:on )?(${WEEKDAY}) in (${COUNT}) weeks?(?:' time)?\\b`,
);
const weeksFromDay = pattern(`\\b(${COUNT}) weeks? (?:from|after) (?:this |next )?(${WEEKDAY})`);
const weekAfterNext = pattern(
  `\\b(?:the )?(${WEEKDAY}) (?:after next|week\\b)|\\bweek after next,? (?:on )?(${WEEKDAY})`,
);
const withinWeek = pattern(
  `\\b(next|this) week(?:'s)?,? (?:on )?(${WEEKDAY})|\\b(?:on )?(${WEEKDAY})(?:,? of)? (next|this) week\\b`,
);
const range = pattern(
  `\\b(?:from )?(?:(this|next) )?(${WEEKDAY}) ?(?:-|to|through|thru|until|till) ?(${WEEKDAY})|\\bbetween (?:(this|next) )?(${WEEKDAY}) and (${WEEKDAY})`,
);
const single = pattern(
  `\\b(?:on |by )?(?:(this coming|coming|this|next|last|past) )?(${WEEKDAY_NAME})(?:'?s)?(?![a-z0-9])\\.?`,
);

/** Reads all phrases that contain the name of a weekday. */
export function readWeekdays(text: RequestText, context: DayContext): DayPhrase[] {
  const { today } = context;
  const thisWeek = startOfWeek(today);
  const inWeek = (weeks: number, weekday: string): Temporal.PlainDate =>
    plusDays(thisWeek, 7 * weeks + readWeekday(weekday) - 1);
  const found: DayPhrase[] = [];

  for (const match of text.takeAll(nthOfMonth)) {
    const [, nth = "", weekday = "", month, year, relative] = match;
    const date = ordinalDay(context, { nth: readOrdinal(nth), weekday: readWeekday(weekday), month, year, relative });
    if (date !== null) found.push(dayPhrase(match, date));
  }
  for (const match of text.takeAll(weeksOnDay)) {
    const weeks = readCount(match[1] ?? match[4] ?? "");
    const weekday = match[2] ?? match[3] ?? "";
    if (weeks >= 1 && weeks <= 520) {
      found.push(dayPhrase(match, inWeek(Math.round(weeks), weekday)));
    }
  }
  for (const match of text.takeAll(weeksFromDay)) {
    const weeks = readCount(match[1] ?? "");
    const start = weekdayFrom(plusDays(today, 1), readWeekday(match[2] ?? ""));
    if (weeks >= 1 && weeks <= 520) found.push(dayPhrase(match, plusDays(start, 7 * Math.round(weeks))));
  }
  for (const match of text.takeAll(weekAfterNext)) {
    const weekday = match[1] ?? match[2] ?? "";
    // "Friday week" is a week after the next Friday; "after next" names the week itself.
    const isWeekLater = / week$/i.test(match[0]);
    const date = isWeekLater ? plusDays(weekdayFrom(plusDays(today, 1), readWeekday(weekday)), 7) : inWeek(2, weekday);
    found.push(dayPhrase(match, date));
  }
  for (const match of text.takeAll(withinWeek)) {
    const relative = (match[1] ?? match[4] ?? "").toLowerCase();
    found.push(dayPhrase(match, inWeek(relative === "next" ? 1 : 0, match[2] ?? match[3] ?? "")));
  }
  for (const match of text.takeAll(range)) {
    const relative = (match[1] ?? match[4] ?? "").toLowerCase();
    const first = match[2] ?? match[5] ?? "";
    const from = relative === "next" ? inWeek(1, first) : weekdayFrom(today, readWeekday(first));
    const kind = match[5] === undefined ? "span" : "period";
    found.push(dayPhrase(match, from, { kind, to: weekdayFrom(from, readWeekday(match[3] ?? match[6] ?? "")) }));
  }
  return [...found, ...readSingles(text, context)];
}

function readSingles(text: RequestText, { today, forward }: DayContext): DayPhrase[] {
  const found: DayPhrase[] = [];
  let offset = 0;
  for (let match = single.exec(text.rest); match !== null; match = single.exec(text.rest.slice(offset))) {
    const index = match.index + offset;
    offset = index + match[0].length;
    if (!readsAsDay(match, text.rest.slice(0, index), text.rest.slice(offset))) continue;
    text.blank(index, match[0].length);
    const [, relative = "", name = ""] = match;
    const weekday = readWeekday(name);
    found.push(singleDay({ match: { 0: match[0], index }, relative: relative.toLowerCase(), weekday, today, forward }));
  }
  return found;
}

interface SingleDay {
  readonly match: { readonly index: number; readonly 0: string };
  readonly relative: string;
  readonly weekday: number;
  readonly today: Temporal.PlainDate;
  readonly forward: boolean;
}

/** "next" means the day in next week (weeks begin on Monday); any other form is the first one from today on. */
function singleDay({ match, relative, weekday, today, forward }: SingleDay): DayPhrase {
  const coming = weekdayFrom(today, weekday);
  if (relative === "last" || relative === "past") {
    return dayPhrase(match, plusDays(weekdayFrom(plusDays(today, -7), weekday), 0));
  }
  if (relative === "next") {
    const next = plusDays(startOfWeek(today), 7 + weekday - 1);
    const note = next.equals(coming) ? null : "next-week";
    return dayPhrase(match, next, { note });
  }
  if (relative === "this coming" || relative === "coming") {
    return dayPhrase(match, weekdayFrom(plusDays(today, 1), weekday));
  }
  const past = !forward && relative === "" ? weekdayFrom(plusDays(today, -6), weekday) : coming;
  return dayPhrase(match, past, { isWeekday: true, isBare: relative === "" });
}

/** "sat", "sun" and "wed" are also words; they count as days only next to other parts of a date. */
function readsAsDay(match: RegExpExecArray, before: string, after: string): boolean {
  const name = (match[2] ?? "").replace(".", "");
  if (name.length > 3 || !/^(?:sat|sun|wed|mon)$/.test(name)) return true;
  const company = /^(?:on|by|this|next|last|coming)\b/i.test(match[0]);
  const led = /(?:^|\b(?:every|each|until|till|through|from|and|or|to|for)|[,&/\uE000-]) ?$/i.test(before);
  const followed = /^ ?(?:$|[\d,?!&/\uE000-]|at\b|and\b|or\b|morning|afternoon|evening|night|noon|from\b)/i.test(after);
  return company || (led && followed) || (followed && !/[a-z] $/i.test(before)) || followed;
}

interface OrdinalDay {
  readonly nth: number;
  readonly weekday: number;
  readonly month: string | undefined;
  readonly year: string | undefined;
  readonly relative: string | undefined;
}

function ordinalDay(
  { today }: DayContext,
  { nth, weekday, month, year, relative }: OrdinalDay,
): Temporal.PlainDate | null {
  const firstOfMonth = today.with({ day: 1 });
  if (month === undefined) {
    const next = nthWeekday(firstOfMonth.add({ months: 1 }), weekday, nth);
    if (relative?.toLowerCase() === "next") return next;
    const current = nthWeekday(firstOfMonth, weekday, nth);
    return current !== null && current.toString() >= today.toString() ? current : next;
  }
  const named = firstOfMonth.with({ month: readMonth(month) });
  if (year !== undefined) return nthWeekday(named.with({ year: Number(year) }), weekday, nth);
  const found = nthWeekday(named, weekday, nth);
  return found !== null && found.toString() >= today.toString()
    ? found
    : nthWeekday(named.add({ years: 1 }), weekday, nth);
}
