import { Temporal } from "temporal-polyfill";
import type { Itinerary } from "../domain/trip.ts";

/** Calendar entry. Times are in UTC; the end of an all-day entry is exclusive. */
export interface TripEvent {
  /** Identifies the entry across exports. */
  readonly key: string;
  readonly title: string;
  readonly place: string;
  readonly note: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

/** Returns the calendar entries of an itinerary, ordered by start. */
export function tripEvents(itinerary: Itinerary): readonly TripEvent[] {
  const { outbound, return: back, hotel, days, city, timeZone } = itinerary;
  const instant = (date: string, time: string): string =>
    Temporal.PlainDateTime.from(`${date}T${time}`)
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString({ smallestUnit: "second" });
  const flights = Object.entries({ out: outbound, back }).map(([key, { flight, seat }]): TripEvent => ({
    key,
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
  const sights = days.flatMap(({ date, visits }) =>
    visits.map(({ sight, from, to }): TripEvent => ({
      key: `${date}-${sight.id}`,
      title: sight.name,
      place: city,
      note: `Open ${sight.opens}–${sight.closes}`,
      start: instant(date, from),
      end: instant(date, to),
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
            start: instant(date, "19:30"),
            end: instant(date, "21:00"),
            allDay: false,
          },
        ],
  );
  return [...flights, stay, ...sights, ...dinners].toSorted((a, b) => (a.start < b.start ? -1 : 1));
}
