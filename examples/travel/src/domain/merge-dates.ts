import { Temporal } from "temporal-polyfill";
import type { Reading, ReadingContext } from "../reading/reading.ts";
import { dayText, nightsBetween, texts } from "./format.ts";
import type { TravelInfo } from "./trip.ts";

type Dates = Pick<TravelInfo, "startDate" | "endDate" | "nights" | "datesAssumed">;

/** Longest trip, in nights. */
const MAX_NIGHTS = 30;

/**
 * Combines new dates with the earlier ones: a new start keeps the length, and a length without dates waits for them.
 *
 * What is not possible is named in `problems`. It changes nothing of a trip with dates.
 */
export function mergeDates({ trip, startShift, endShift }: Reading, kept: Dates, { today, lastDate }: ReadingContext) {
  const { startDate, endDate, nights, datesAssumed } = kept;
  const { startDate: saidStart = null, endDate: saidEnd = null, nights: saidNights } = trip;
  const outside = (date: string): string | false => {
    const end = `too far ahead: the timetable ends on ${dayText(lastDate)}`;
    return (date <= today || date > lastDate) && `${dayText(date)} is ${date <= today ? "not in the future" : end}.`;
  };
  const problems = texts(saidStart && outside(saidStart), saidEnd && outside(saidEnd));
  const isSaid = (saidStart ?? saidEnd) !== null;
  const isChanged = isSaid || startShift !== 0 || endShift !== 0 || saidNights !== undefined;
  if (problems.length > 0 || !isChanged) return { dates: kept, problems };
  const length = saidNights ?? nights ?? (startDate && endDate ? nightsBetween(startDate, endDate) : null);
  let start = saidStart ?? startDate;
  const isReplaced = (start !== null && saidNights !== undefined) || (saidStart && startDate);
  let end = saidEnd ?? (isReplaced ? null : endDate);
  let assumed = isSaid ? (trip.datesAssumed ?? null) : datesAssumed;
  if (length !== null) {
    start ??= end && plusDays(end, -length);
    end ??= start && plusDays(start, length);
  }
  // What was assumed about the days is outdated when they are moved: only the start may still be an assumption.
  if (!isSaid && startDate !== null && assumed !== null)
    assumed = startShift === 0 && start !== null ? `${dayText(start)} as the first day` : null;
  start &&= plusDays(start, startShift);
  end &&= plusDays(end, endShift);
  const span = start && end ? nightsBetween(start, end) : (saidNights ?? 1);
  const asked = saidNights ?? span;
  const days = start && end && `rom ${dayText(start)} to ${dayText(end)}`;
  const why = span === 0 ? "on the day on which it starts; I plan at least one night" : "before it starts";
  const [problem] = texts(
    start !== null && start <= today && `${dayText(start)} is not in the future.`,
    days && span < 1 && `A trip f${days} is not possible: it ends ${why}.`,
    days && span !== asked && `F${days} are ${span} nights, not ${asked}.`,
    (span < 1 || span > MAX_NIGHTS) && `${span} nights are not possible; I plan 1 to ${MAX_NIGHTS} nights.`,
  );
  if (problem !== undefined && startDate !== null)
    return { dates: kept, problems: [`${problem} The days stay as they were.`] };
  // "10 to 5 May" leaves the end open, and "between 10 and 20 May for 4 nights" the start too.
  if (problem !== undefined) return { dates: { ...kept, startDate: span > asked ? null : start }, problems: [problem] };
  // Without days, a longer or shorter stay waits for them too.
  const waiting = start === null && length !== null ? Math.max(1, length + endShift - startShift) : null;
  const dates = { startDate: start, endDate: end, nights: waiting };
  return { dates: { ...dates, datesAssumed: assumed }, problems: [] };
}

const plusDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();
