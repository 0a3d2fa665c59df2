import { Temporal } from "temporal-polyfill";
import { dayText, listText } from "../domain/format.ts";
import { MAX_NIGHTS } from "../domain/merge-dates.ts";
import { MAX_TRAVELERS } from "../domain/merge-reading.ts";
import { citiesText } from "./read-places.ts";
import type { Reading, ReadingContext } from "./reading.ts";

/**
 * Checks a reading of the rules or a model: what cannot be is removed and named in `problems`.
 *
 * Dates must be in the future and within the timetable, numbers in range, cities in the catalog.
 */
export function checkReading(reading: Reading, context: ReadingContext): Reading {
  const { trip, problems } = checkDates(reading.trip, context);
  const checked: Reading = {
    ...reading,
    trip: { ...trip },
    wishes: { ...reading.wishes },
    problems: [...reading.problems, ...problems],
    ask: [...reading.ask],
  };
  const { travelers } = trip;
  if (travelers !== undefined && (travelers < 1 || travelers > MAX_TRAVELERS)) {
    checked.problems.push(
      `A trip for ${travelers} ${travelers === 1 ? "person" : "people"} is not possible: I plan for 1 to ${MAX_TRAVELERS}.`,
    );
    delete checked.trip.travelers;
    checked.ask.push("how many of you travel");
  }
  const { total } = reading.budget;
  if (typeof total === "number" && total <= 0) {
    checked.problems.push(`A budget of ${total} € is not possible.`);
    checked.budget = { ...reading.budget, total: null };
  }
  for (const end of ["origin", "destination"] as const) {
    const code = checked.trip[end];
    if (code === undefined || context.airports.some((airport) => airport.code === code)) continue;
    checked.problems.push(`I do not know ${code} as a place. The catalog has ${citiesText(context.airports)}.`);
    delete checked.trip[end];
  }
  if (checked.notTo !== null && checked.notTo === checked.trip.destination) delete checked.trip.destination;
  return checked;
}

const are = (days: readonly string[]): string => `${listText(days.map(dayText))} ${days.length === 1 ? "is" : "are"}`;

/** Names dates that are past, beyond the timetable, backwards or too long, and removes them. */
function checkDates(
  trip: Reading["trip"],
  { today, lastDate, trip: before }: ReadingContext,
): { readonly trip: Reading["trip"]; readonly problems: readonly string[] } {
  const { startDate, endDate, nights, period, datesAssumed, ...rest } = trip;
  const problems: string[] = [];
  const dates = [...new Set([startDate, endDate])].filter((date) => date !== undefined);
  const passed = dates.filter((date) => date <= today);
  const far = dates.filter((date) => date > lastDate);
  if (passed.length > 0) problems.push(`${are(passed)} not in the future.`);
  if (far.length > 0) problems.push(`${are(far)} too far ahead: the timetable ends on ${dayText(lastDate)}.`);
  const [start = "", end = ""] = [startDate, endDate];
  const span = start === "" || end === "" ? null : Temporal.PlainDate.from(start).until(end).days;
  if (problems.length === 0 && span !== null && span < 1) {
    const why = span === 0 ? "on the day on which it starts; I plan at least one night" : "before it starts";
    problems.push(`A trip from ${dayText(start)} to ${dayText(end)} is not possible: it ends ${why}.`);
    // The start of a new trip is kept, and its end is asked for.
    if ((before?.startDate ?? null) === null) Object.assign(rest, { startDate, ...(datesAssumed && { datesAssumed }) });
  }
  if (problems.length === 0 && span !== null && typeof nights === "number" && nights !== span)
    problems.push(`From ${dayText(start)} to ${dayText(end)} are ${span} nights, not ${nights}.`);
  const length = span ?? nights ?? 1;
  if (problems.length === 0 && (length < 1 || length > MAX_NIGHTS))
    problems.push(`${length} nights are not possible; I plan 1 to ${MAX_NIGHTS} nights.`);
  if (period !== undefined && period !== null && period.to <= today) problems.push(`${period.words} is in the past.`);
  if (period !== undefined && period !== null && period.from > lastDate)
    problems.push(`${period.words} is too far ahead: the timetable ends on ${dayText(lastDate)}.`);
  return problems.length === 0 ? { trip, problems } : { trip: rest, problems };
}
