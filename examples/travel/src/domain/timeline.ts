import { Temporal } from "temporal-polyfill";
import { hoursText, minutesText, nextDay, roomsText, seatText, timeOf } from "./format.ts";
import type { Itinerary } from "./trip.ts";

/** A flight, visit, dinner, or an end of the stay. Times are local; an entry without a time has no fixed one. */
export interface TripEntry {
  readonly kind: "flight" | "hotel" | "visit" | "meal";
  /** Name of the entry in its trip, the same in every version of the trip. */
  readonly key: string;
  readonly date: string;
  readonly time: string;
  readonly title: string;
  readonly note: string;
  /** Start and end as instants in UTC. */
  readonly start: string;
  readonly end: string;
}

const flightEntry = (key: string, { flight, seat }: Itinerary["outbound"]): TripEntry => ({
  kind: "flight",
  key,
  date: flight.departs.slice(0, 10),
  time: `${timeOf(flight.departs)}–${timeOf(flight.arrives)}`,
  title: `${flight.number}, ${flight.origin} to ${flight.destination}${nextDay(flight)}`,
  note: `${flight.carrier}, ${minutesText(flight.minutes)}${seatText(seat)}`,
  start: flight.departsAt,
  end: flight.arrivesAt,
});

const stay = (title: string, note: string, date: string, at: string): TripEntry => ({
  kind: "hotel",
  key: title,
  time: "",
  title,
  note,
  date,
  start: at,
  end: at,
});

/** Flights, the ends of the stay, visits and dinners in the order in which they start. */
export function timelineOf({
  outbound,
  return: back,
  hotel,
  days,
  endDate,
  timeZone,
}: Itinerary): readonly TripEntry[] {
  const local = (date: string, from: string, to: string) => {
    const [start, end] = [from, to].map((time) =>
      Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant().toString(),
    );
    return { date, start: start ?? "", end: end ?? "" };
  };
  const plans = days.flatMap(({ date, visits, dinner }): readonly TripEntry[] => [
    ...visits.map(({ sight, from, to, kilometers, travelMinutes }) => ({
      kind: "visit" as const,
      key: `${date}-${sight.id}`,
      time: `${from}–${to}`,
      title: sight.name,
      note: `${hoursText(sight)}; ${travelMinutes} min away, ${kilometers} km`,
      ...local(date, from, to),
    })),
    ...(dinner === null ? [] : [dinner]).map(({ name: title, diets }) => {
      const shown = { key: `${date}-dinner`, time: "evening", title, note: diets.join(", ") };
      return { kind: "meal" as const, ...shown, ...local(date, "19:30", "21:00") };
    }),
  ]);
  const { arrives, arrivesAt } = outbound.flight;
  const stays =
    hotel === null
      ? []
      : [
          stay(
            `Check in at ${hotel.name}`,
            `${hotel.stars} stars, ${roomsText(hotel.rooms, hotel.room.name)}`,
            arrives.slice(0, 10),
            arrivesAt,
          ),
          stay(`Check out of ${hotel.name}`, "", endDate, local(endDate, "00:00", "00:00").start),
        ];
  const flights = [flightEntry("out", outbound), ...(back === null ? [] : [flightEntry("back", back)])];
  return [...flights, ...stays, ...plans].toSorted((a, b) => (a.start < b.start ? -1 : 1));
}
