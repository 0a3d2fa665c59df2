import { Temporal } from "temporal-polyfill";
import type { Reading } from "../reading/reading.ts";
import { dayText } from "./format.ts";
import type { TravelInfo } from "./trip.ts";

type Dates = Pick<TravelInfo, "startDate" | "endDate" | "nights" | "period" | "datesAssumed">;

/** Longest trip, in nights. */
export const MAX_NIGHTS = 30;

/**
 * Combines new dates with the earlier ones: a new start keeps the length, and a length without dates waits for them.
 *
 * Impossible dates change nothing; `problem` says why.
 */
export function mergeDates(
  { trip, startShift, endShift }: Reading,
  { startDate, endDate, nights, period: vague, datesAssumed }: Dates,
  today: string,
): { readonly dates: Dates; readonly problem: string | null } {
  const kept: Dates = { startDate, endDate, nights, period: vague, datesAssumed };
  const says = [trip.startDate, trip.endDate, trip.period].some((date) => date !== undefined);
  if (!says && startShift === 0 && endShift === 0 && trip.nights === undefined) return { dates: kept, problem: null };
  const hasPeriod = trip.period !== undefined && trip.period !== null;
  const period = trip.period ?? (says ? null : vague);
  const length = trip.nights ?? nights ?? (startDate && endDate ? nightsBetween(startDate, endDate) : null);
  let start = trip.startDate ?? (hasPeriod ? null : startDate);
  const isReplaced = hasPeriod || (start !== null && trip.nights !== undefined) || (trip.startDate && startDate);
  let end = trip.endDate ?? (isReplaced ? null : endDate);
  let assumed = says ? (trip.datesAssumed ?? null) : datesAssumed;
  if (start === null && period !== null && length !== null) {
    start = firstDay(period, startDate, today);
    assumed = `from ${dayText(start)}, for ${period.words}`;
  }
  if (length !== null) {
    start ??= end && plusDays(end, -length);
    end ??= start && plusDays(start, length);
  }
  // What was assumed about the days is outdated when they are moved: only the start may still be an assumption.
  if (!says && startDate !== null && assumed !== null)
    assumed = startShift === 0 && start !== null ? `${dayText(start)} as the first day` : null;
  start &&= plusDays(start, startShift);
  end &&= plusDays(end, endShift);
  const problem = start && end && problemOf(start, end, today);
  if (problem) return { dates: kept, problem: `${problem} The days stay as they were.` };
  // Without days, a longer or shorter stay waits for them too.
  const waiting = start !== null || length === null ? null : Math.max(1, length + endShift - startShift);
  const dates = { startDate: start, endDate: end, nights: waiting, period: start === null ? period : null };
  return { dates: { ...dates, datesAssumed: assumed }, problem: null };
}

function problemOf(start: string, end: string, today: string): string | null {
  const nights = nightsBetween(start, end);
  if (start <= today) return `${dayText(start)} is not in the future.`;
  if (nights < 1) return `A trip from ${dayText(start)} to ${dayText(end)} is not possible.`;
  return nights > MAX_NIGHTS ? `${nights} nights are not possible; I plan 1 to ${MAX_NIGHTS} nights.` : null;
}

/** The day of the earlier start in another month, else the first Saturday of a month or day of a week, at least tomorrow. */
function firstDay({ from, to }: NonNullable<TravelInfo["period"]>, earlier: string | null, today: string): string {
  const same = `${from.slice(0, 8)}${earlier?.slice(8)}`;
  if (earlier !== null && nightsBetween(from, to) > 20 && same >= from && same <= to) return same;
  const first = from > today ? from : plusDays(today, 1);
  const saturday = plusDays(first, (6 - Temporal.PlainDate.from(first).dayOfWeek + 7) % 7);
  return nightsBetween(from, to) > 6 && saturday <= to ? saturday : first;
}

const plusDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();
const nightsBetween = (start: string, end: string): number => Temporal.PlainDate.from(start).until(end).days;
