import { Temporal } from "temporal-polyfill";
import { dayPhrase, plusDays } from "./day-phrase.ts";
import type { DayPhrase } from "./day-phrase.ts";
import type { WhenPhrase } from "./read-when.ts";
import type { RecurrencePhrase } from "./recurrence-phrase.ts";

/** Days and repetition of a text. */
export interface Combined {
  readonly recurrence: RecurrencePhrase | null;
  readonly days: readonly DayPhrase[];
  readonly problem: string | null;
}

const weekly: RecurrencePhrase = {
  frequency: "WEEKLY",
  interval: 1,
  weekdays: [],
  nth: null,
  monthDay: null,
  count: null,
  length: null,
  until: null,
  starts: null,
  excluded: [],
  unread: [],
};

/** Combines days: weekdays joined by "and" are a repetition ("Tuesday and Thursday"), and those joined by "or" are a choice. */
export function combineDays({ days, recurrence, joinedBy, time }: WhenPhrase): Combined {
  const weekdays = [...new Set(days.filter((day) => day.isWeekday).map((day) => day.from.dayOfWeek))];
  const allWeekdays = days.length > 1 && days.every((day) => day.isWeekday) && weekdays.length === days.length;
  if (allWeekdays && joinedBy === "and" && (recurrence === null || recurrence.weekdays.length === 0)) {
    const base = recurrence ?? { ...weekly, count: weekdays.length };
    return {
      recurrence: { ...base, weekdays: weekdays.toSorted((one, other) => one - other) },
      days: [],
      problem: null,
    };
  }
  const [first, second] = days;
  if (joinedBy === "or" && first !== undefined && second !== undefined) {
    // On a Saturday, "Friday or Saturday" means the Saturday after that Friday.
    const isBefore = second.isWeekday && Temporal.PlainDate.compare(second.from, first.from) < 0;
    const other = isBefore ? { ...second, from: plusDays(second.from, 7), to: plusDays(second.to, 7) } : second;
    const [early, late] = Temporal.PlainDate.compare(first.from, other.from) <= 0 ? [first, other] : [other, first];
    if (days.length === 2 && early.to.until(late.from).days <= 1) {
      const period = dayPhrase({ index: early.index, 0: "" }, early.from, { kind: "period", to: late.to });
      return { recurrence, days: [period], problem: null };
    }
    return { recurrence, days, problem: "More than one day was named. A request can have only one." };
  }
  const span = days.length === 1 && first?.kind === "span" && time.start !== null && recurrence === null ? first : null;
  if (span !== null)
    return { recurrence: { ...weekly, frequency: "DAILY", until: span.to, starts: span }, days: [], problem: null };
  return { recurrence, days, problem: null };
}
