import { Temporal } from "temporal-polyfill";
import type { Itinerary } from "../domain/trip.ts";

/** One entry of a calendar: moments in UTC, or whole days, the last one not included. */
export interface TripEvent {
  /** Stays the same when the trip is exported again. */
  readonly key: string;
  readonly title: string;
  readonly place: string;
  readonly note: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

/** Everything of an itinerary that belongs into a calendar, in the order of its start. */
export function tripEvents(itinerary: Itinerary): readonly TripEvent[] {
  const { outbound, return: back, hotel, days, city, timeZone } = itinerary;
  const moment = (date: string, time: string): string =>
    Temporal.PlainDateTime.from(`${date}T${time}`)
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString({ smallestUnit: "second" });
  const flights = (
    [
      ["out", outbound],
      ["back", back],
    ] as const
  ).map(([way, { flight, seat }]): TripEvent => ({
    key: way,
    title: `${flight.number} ${flight.origin} to ${flight.destination}`,
    place: flight.origin,
    note: [flight.carrier, ...(seat === null ? [] : [`Seat ${seat}`])].join(", "),
    start: flight.departsAt,
    end: flight.arrivesAt,
    allDay: false,
  }));
  const stay: TripEvent = {
    key: "hotel",
    title: hotel.name,
    place: city,
    note: `${hotel.room.name}, ${hotel.nights} ${hotel.nights === 1 ? "night" : "nights"}`,
    start: itinerary.startDate,
    end: itinerary.endDate,
    allDay: true,
  };
  const visits = days.flatMap(({ date, visits: each }) =>
    each.map(({ sight, from, to }): TripEvent => ({
      key: `${date}-${sight.id}`,
      title: sight.name,
      place: city,
      note: `Open ${sight.opens}–${sight.closes}`,
      start: moment(date, from),
      end: moment(date, to),
      allDay: false,
    })),
  );
  const dinners = days.flatMap(({ date, dinner }): readonly TripEvent[] =>
    dinner === null
      ? []
      : [
          {
            key: `${date}-dinner`,
            title: `Dinner: ${dinner.name}`,
            place: city,
            note: dinner.diets.join(", "),
            start: moment(date, "19:30"),
            end: moment(date, "21:00"),
            allDay: false,
          },
        ],
  );
  return [...flights, stay, ...visits, ...dinners].toSorted((one, other) => (one.start < other.start ? -1 : 1));
}
