import { Temporal } from "temporal-polyfill";
import { hoursText, minutesText, nextDay, seatText, timeOf } from "./format.ts";
import type { Itinerary } from "./trip.ts";

/** A flight, visit or dinner of a trip. */
export interface TripEntry {
  readonly kind: "flight" | "visit" | "meal";
  /** Name of the entry in its trip, the same in every version of the trip. */
  readonly key: string;
  /** Local date and time. */
  readonly date: string;
  readonly time: string;
  readonly title: string;
  readonly note: string;
  /** Start and end as instants in UTC. */
  readonly start: string;
  readonly end: string;
}

const flightEntry = (key: string, { flight: flown, seat }: Itinerary["outbound"]): TripEntry => {
  const { number, carrier, origin, destination, departs, arrives, minutes, departsAt, arrivesAt } = flown;
  const date = departs.slice(0, 10);
  return {
    kind: "flight",
    key,
    date,
    time: `${timeOf(departs)}–${timeOf(arrives)}`,
    title: `${number}, ${origin} to ${destination}${nextDay(flown)}`,
    note: `${carrier}, ${minutesText(minutes)}${seatText(seat)}`,
    start: departsAt,
    end: arrivesAt,
  };
};

/** Flights, visits and dinners in the order in which they start. */
export function timelineOf({ outbound, return: back, days, timeZone }: Itinerary): readonly TripEntry[] {
  const instant = (date: string, time: string): string =>
    Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant().toString();
  const plans = days.flatMap(({ date, visits, dinner }): TripEntry[] => {
    const entries = visits.map(({ sight, from, to, kilometers, travelMinutes }): TripEntry => ({
      kind: "visit",
      key: `${date}-${sight.id}`,
      date,
      time: `${from}–${to}`,
      title: sight.name,
      note: `${hoursText(sight)}; ${travelMinutes} min away, ${kilometers} km`,
      start: instant(date, from),
      end: instant(date, to),
    }));
    if (dinner === null) return entries;
    const { name: title, diets } = dinner;
    const [start, end] = [instant(date, "19:30"), instant(date, "21:00")];
    const meal = { key: `${date}-dinner`, date, time: "evening", title, note: diets.join(", "), start, end };
    return [...entries, { kind: "meal", ...meal }];
  });
  const flights = [flightEntry("out", outbound), ...(back === null ? [] : [flightEntry("back", back)])];
  return [...flights, ...plans].toSorted((a, b) => (a.start < b.start ? -1 : 1));
}
