import { Temporal } from "temporal-polyfill";
import { hoursText, minutesText, seatText } from "./format.ts";
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

/** Flights, visits and dinners in the order in which they start. */
export function timelineOf({ outbound, return: back, days, timeZone }: Itinerary): readonly TripEntry[] {
  const instant = (date: string, time: string): string =>
    Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant().toString();
  const flights = Object.entries({ out: outbound, back }).flatMap(([key, booked]): TripEntry[] => {
    if (booked === null) return [];
    const { number, carrier, origin, destination, departs, arrives, minutes, departsAt, arrivesAt } = booked.flight;
    const date = departs.slice(0, 10);
    const later = arrives.startsWith(date) ? "" : " (next day)";
    return [
      {
        kind: "flight",
        key,
        date,
        time: `${departs.slice(11)}–${arrives.slice(11)}`,
        title: `${number}, ${origin} to ${destination}${later}`,
        note: `${carrier}, ${minutesText(minutes)}${seatText(booked.seat)}`,
        start: departsAt,
        end: arrivesAt,
      },
    ];
  });
  const plans = days.flatMap(({ date, visits, dinner }): TripEntry[] => [
    ...visits.map(({ sight, from, to, kilometers, travelMinutes }): TripEntry => ({
      kind: "visit",
      key: `${date}-${sight.id}`,
      date,
      time: `${from}–${to}`,
      title: sight.name,
      note: `${hoursText(sight)}; ${travelMinutes} min away, ${kilometers} km`,
      start: instant(date, from),
      end: instant(date, to),
    })),
    ...(dinner === null
      ? []
      : [
          {
            kind: "meal" as const,
            key: `${date}-dinner`,
            date,
            time: "evening",
            title: dinner.name,
            note: dinner.diets.join(", "),
            start: instant(date, "19:30"),
            end: instant(date, "21:00"),
          },
        ]),
  ]);
  return [...flights, ...plans].toSorted((a, b) => (a.start < b.start ? -1 : 1));
}
