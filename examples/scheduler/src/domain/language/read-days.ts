import { Temporal } from "temporal-polyfill";
import { readNamedDates } from "./chrono-dates.ts";
import type { DayContext, DayPhrase, DayReading } from "./day-phrase.ts";
import { readLeapDay, readNumericDates } from "./numeric-dates.ts";
import { readRelativeDays } from "./relative-days.ts";
import type { RequestText } from "./request-text.ts";
import { readWeekdays } from "./weekdays.ts";

/** Takes all phrases about days out of the text, and returns them in the order of the text. */
export function readDays(text: RequestText, context: DayContext): DayReading {
  const numeric = readNumericDates(text, context);
  const days = [
    ...numeric.days,
    ...readLeapDay(text, context),
    ...readWeekdays(text, context),
    ...readRelativeDays(text, context),
    ...readNamedDates(text, context),
  ].toSorted((one, other) => one.index - other.index);
  return { days, impossible: numeric.impossible };
}

/** Days that several phrases agree on; null if they contradict each other. */
export interface AgreedDays {
  readonly days: DayPhrase | null;
  /** Description of the contradiction. */
  readonly contradiction: string | null;
}

/**
 * Combines phrases: a weekday next to a date must match it ("Tuesday the 24th"), and a day within a period replaces the period
 * ("next week, Friday").
 */
export function agreeOnDays(phrases: readonly DayPhrase[], say: (date: Temporal.PlainDate) => string): AgreedDays {
  const [first, ...others] = phrases;
  if (first === undefined) return { days: null, contradiction: null };
  let days = first;
  for (const other of others) {
    const agreed = pair(days, other);
    if (agreed === null) {
      return { days: null, contradiction: `${describe(days, say)} and ${describe(other, say)} contradict each other` };
    }
    days = agreed;
  }
  return { days, contradiction: null };
}

const describe = (phrase: DayPhrase, say: (date: Temporal.PlainDate) => string): string =>
  phrase.from.equals(phrase.to) ? say(phrase.from) : `${say(phrase.from)} to ${say(phrase.to)}`;

const isWithin = (date: Temporal.PlainDate, phrase: DayPhrase): boolean =>
  Temporal.PlainDate.compare(phrase.from, date) <= 0 && Temporal.PlainDate.compare(date, phrase.to) <= 0;

function pair(one: DayPhrase, other: DayPhrase): DayPhrase | null {
  if (one.from.equals(other.from) && one.to.equals(other.to)) return one.isWeekday ? other : one;
  const [narrow, wide] = one.kind === "day" ? [one, other] : [other, one];
  if (narrow.kind !== "day") return null;
  if (wide.kind === "day") {
    // A weekday next to a date must fall on that date.
    const [weekday, date] = one.isWeekday ? [one, other] : [other, one];
    return weekday.isWeekday && !date.isWeekday && weekday.from.dayOfWeek === date.from.dayOfWeek ? date : null;
  }
  if (isWithin(narrow.from, wide)) return narrow;
  if (!narrow.isWeekday) return null;
  const ahead = (narrow.from.dayOfWeek - wide.from.dayOfWeek + 7) % 7;
  const moved = wide.from.add({ days: ahead });
  return isWithin(moved, wide) ? { ...narrow, from: moved, to: moved } : null;
}

const monthFirstZones =
  /^(?:US\/.*|America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Detroit|Boise|Juneau|Sitka|Nome|Adak|Metlakatla|Yakutat|Menominee|Indiana\/.*|Kentucky\/.*|North_Dakota\/.*)|Pacific\/Honolulu|Asia\/Manila|UTC|Etc\/.*)$/;

/**
 * True if "12/4" means 4 December: in time zones of the United States and the Philippines, and in UTC, which belongs to no country.
 * Elsewhere the day comes first. A number above 12 is always the day.
 */
export const writesMonthFirst = (timeZone: string): boolean => monthFirstZones.test(timeZone);
