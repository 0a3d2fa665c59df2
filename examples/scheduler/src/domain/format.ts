import { Temporal } from "temporal-polyfill";
import type { Interval } from "./calendar-event.ts";

/** Format of times in texts: on the clock of `timeZone`, with the year if it differs from that of `now`. */
export interface Wording {
  readonly timeZone: string;
  /** Current time; without it, the year is never shown. */
  readonly now?: string;
}

const zoned = (instant: string, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);

const time = (at: Temporal.ZonedDateTime): string => at.toPlainTime().toString({ smallestUnit: "minute" });

/** Formats a day: "Fri 27 Nov", with the year if it is not that of `today`. */
export function dayText(date: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const name = (options: Intl.DateTimeFormatOptions) => date.toLocaleString("en-GB", options).slice(0, 3);
  const year = date.year === today.year ? "" : ` ${date.year}`;
  return `${name({ weekday: "short" })} ${date.day} ${name({ month: "short" })}${year}`;
}

const day = (at: Temporal.ZonedDateTime, { now, timeZone }: Wording): string =>
  dayText(at.toPlainDate(), (now === undefined ? at : zoned(now, timeZone)).toPlainDate());

/** Formats the day of an instant: "Tue 24 Nov", or "Mon 4 Jan 2027" if its year is not the current one. */
export const formatDay = (instant: string, wording: Wording): string => day(zoned(instant, wording.timeZone), wording);

/** The day of an interval with a space, and its hours. Over several days, the hours have the days, and the day is empty. */
function partsOf({ start, end }: Interval, wording: Wording): readonly [day: string, hours: string] {
  const [from, to] = [zoned(start, wording.timeZone), zoned(end, wording.timeZone)];
  // Midnight at the end of a day belongs to that day and is written as 24:00.
  const isOneDay = to.equals(from) || to.subtract({ nanoseconds: 1 }).toPlainDate().equals(from.toPlainDate());
  return isOneDay
    ? [`${day(from, wording)} `, `${time(from)}–${time(to).replace("00:00", "24:00")}`]
    : ["", `${day(from, wording)} ${time(from)}–${day(to, wording)} ${time(to)}`];
}

/** Formats an interval within one day without the day, "16:00–17:00"; an interval over several days includes both days. */
export const formatHours = (interval: Interval, wording: Wording): string => partsOf(interval, wording)[1];

/** Formats an interval with its day: "Tue 24 Nov 16:00–17:00", "Fri 27 Nov 22:00–Sat 28 Nov 01:00". */
export const formatSpan = (interval: Interval, wording: Wording): string => partsOf(interval, wording).join("");

/** Formats whole days: "Tue 24 Nov (all day)", "Tue 24 Nov–Thu 26 Nov (all day)"; the end is exclusive. */
export function formatDays({ start, end }: Interval, wording: Wording): string {
  const last = zoned(end, wording.timeZone).subtract({ nanoseconds: 1 });
  const days = [formatDay(start, wording), day(last, wording)];
  return `${[...new Set(days)].join("–")} (all day)`;
}

/** Joins names: "Emma", "Emma and Dad", "Emma, Dad and Mom". */
export function listNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** Formats a count with its noun: "1 event", "2 events". */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
