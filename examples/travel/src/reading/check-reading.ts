import { Temporal } from "temporal-polyfill";
import { dayText, listText, texts } from "../domain/format.ts";
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
  const { airports } = context;
  const { trip, problems } = checkDates(reading.trip, context);
  const [budget, ask] = [{ ...reading.budget }, [...reading.ask]];
  const { travelers = 1 } = trip;
  if (travelers < 1 || travelers > MAX_TRAVELERS) {
    const party = `${travelers} ${travelers === 1 ? "person" : "people"}`;
    problems.push(`A trip for ${party} is not possible: I plan for 1 to ${MAX_TRAVELERS}.`);
    delete trip.travelers;
    ask.push("how many of you travel");
  }
  if (typeof budget.total === "number" && budget.total <= 0) {
    problems.push(`A budget of ${budget.total} € is not possible.`);
    budget.total = null;
  }
  for (const end of ["origin", "destination"] as const) {
    const code = trip[end];
    if (code === undefined || airports.some((airport) => airport.code === code)) continue;
    problems.push(`I do not know ${code} as a place. The catalog has ${citiesText(airports)}.`);
    delete trip[end];
  }
  if (reading.notTo !== null && reading.notTo === trip.destination) delete trip.destination;
  return { ...reading, trip, budget, ask, problems: [...reading.problems, ...problems] };
}

const are = (days: readonly string[]): string => `${listText(days.map(dayText))} ${days.length === 1 ? "is" : "are"}`;

/** Names dates that are past, beyond the timetable, backwards or too long, and removes them. */
function checkDates(trip: Reading["trip"], { today, lastDate, trip: before }: ReadingContext) {
  const { startDate, endDate, nights, period, datesAssumed, ...rest } = trip;
  const dates = [...new Set(texts(startDate, endDate))];
  const [passed, far] = [dates.filter((date) => date <= today), dates.filter((date) => date > lastDate)];
  const end = `too far ahead: the timetable ends on ${dayText(lastDate)}.`;
  const problems = [
    ...texts(passed.length > 0 && `${are(passed)} not in the future.`, far.length > 0 && `${are(far)} ${end}`),
  ];
  const span =
    startDate === undefined || endDate === undefined ? null : Temporal.PlainDate.from(startDate).until(endDate).days;
  const length = span ?? nights ?? 1;
  const days = `rom ${dayText(startDate ?? today)} to ${dayText(endDate ?? today)}`;
  if (problems.length === 0 && span !== null && span < 1) {
    const why = span === 0 ? "on the day on which it starts; I plan at least one night" : "before it starts";
    problems.push(`A trip f${days} is not possible: it ends ${why}.`);
    // The start of a new trip is kept, and its end is asked for.
    if ((before?.startDate ?? null) === null) Object.assign(rest, { startDate, ...(datesAssumed && { datesAssumed }) });
  } else if (problems.length === 0 && span !== null && typeof nights === "number" && nights !== span)
    problems.push(`F${days} are ${span} nights, not ${nights}.`);
  else if (problems.length === 0 && (length < 1 || length > MAX_NIGHTS))
    problems.push(`${length} nights are not possible; I plan 1 to ${MAX_NIGHTS} nights.`);
  if (period && period.to <= today) problems.push(`${period.words} is in the past.`);
  if (period && period.from > lastDate) problems.push(`${period.words} is ${end}`);
  return { trip: problems.length === 0 ? { ...trip } : { ...rest }, problems };
}
