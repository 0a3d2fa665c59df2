import { Temporal } from "temporal-polyfill";
import { plusDays } from "./day-phrase.ts";
import type { RecurrencePhrase } from "./recurrence-phrase.ts";
import { nthWeekday, ruleDays, weekdayFrom } from "./weekdays.ts";

/** First day of a repetition on or after `from`; null if the text leaves the day open. */
export function firstDay(recurrence: RecurrencePhrase, from: Temporal.PlainDate): Temporal.PlainDate | null {
  const { frequency, weekdays, nth, monthDay } = recurrence;
  if (nth !== null) return firstInMonths(from, (month) => nthWeekday(month, weekdays[0] ?? 1, nth));
  if (monthDay !== null) return firstInMonths(from, (month) => dayInMonth(month, monthDay));
  if (weekdays.length > 0) {
    const days = weekdays
      .map((weekday) => weekdayFrom(from, weekday))
      .toSorted((one, other) => Temporal.PlainDate.compare(one, other));
    return days[0] ?? null;
  }
  return frequency === "DAILY" ? from : null;
}

function firstInMonths(
  from: Temporal.PlainDate,
  dayIn: (month: Temporal.PlainDate) => Temporal.PlainDate | null,
): Temporal.PlainDate | null {
  for (let ahead = 0; ahead <= 12; ahead += 1) {
    const day = dayIn(from.with({ day: 1 }).add({ months: ahead }));
    if (day !== null && Temporal.PlainDate.compare(day, from) >= 0) return day;
  }
  return null;
}

const dayInMonth = (month: Temporal.PlainDate, day: number): Temporal.PlainDate | null => {
  if (day === -1) return month.with({ day: month.daysInMonth });
  return day <= month.daysInMonth ? month.with({ day }) : null;
};

/** Last day of a repetition, by its end or its duration; null if it has no end or is counted. */
export function lastDay({ until, length }: RecurrencePhrase, first: Temporal.PlainDate): Temporal.PlainDate | null {
  if (until !== null) return until;
  return length === null ? null : plusDays(first.add(length), -1);
}

/** Context for the text of a rule. */
export interface RuleFrame {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate | null;
  readonly timeZone: string;
  readonly allDay: boolean;
}

/**
 * Builds the RFC 5545 rule. UNTIL is the end of the last day in UTC, as the standard requires for starts with a time zone, and a
 * date for all-day events.
 */
export function ruleText(recurrence: RecurrencePhrase, { first, last, timeZone, allDay }: RuleFrame): string {
  const { frequency, interval, weekdays, nth, monthDay, count } = recurrence;
  const parts = [`FREQ=${frequency}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  if (nth !== null) {
    parts.push(`BYDAY=${nth}${ruleDays[(weekdays[0] ?? 1) - 1] ?? "MO"}`);
  } else if (weekdays.length > 0) {
    parts.push(`BYDAY=${weekdays.map((weekday) => ruleDays[weekday - 1]).join(",")}`);
  } else if (frequency === "WEEKLY") {
    parts.push(`BYDAY=${ruleDays[first.dayOfWeek - 1] ?? "MO"}`);
  }
  if (monthDay !== null) parts.push(`BYMONTHDAY=${monthDay}`);
  else if (frequency === "MONTHLY" && nth === null && weekdays.length === 0) parts.push(`BYMONTHDAY=${first.day}`);
  if (count !== null) parts.push(`COUNT=${count}`);
  else if (last !== null) parts.push(`UNTIL=${untilText(last, timeZone, allDay)}`);
  return parts.join(";");
}

function untilText(last: Temporal.PlainDate, timeZone: string, allDay: boolean): string {
  if (allDay) return last.toString().replaceAll("-", "");
  const end = plusDays(last, 1).toZonedDateTime({ timeZone }).subtract({ seconds: 1 });
  return end.toInstant().toString().replace(/[-:]/g, "");
}

/** Rule without its day: only frequency, interval and count. */
export const openRule = ({ frequency, interval, count }: RecurrencePhrase): string =>
  [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(count === null ? [] : [`COUNT=${count}`]),
  ].join(";");

/** Adds the day to an open rule; a rule with days stays unchanged. */
export function closeRule(rule: string, first: Temporal.PlainDate): string {
  if (/BYDAY|BYMONTHDAY/.test(rule)) return rule;
  const day = rule.includes("FREQ=WEEKLY")
    ? `BYDAY=${ruleDays[first.dayOfWeek - 1] ?? "MO"}`
    : rule.includes("FREQ=MONTHLY")
      ? `BYMONTHDAY=${first.day}`
      : null;
  if (day === null) return rule;
  const [head, count] = rule.split(/;(?=COUNT=)/);
  return [head, day, ...(count === undefined ? [] : [count])].join(";");
}
