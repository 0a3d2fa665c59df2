import { Temporal } from "temporal-polyfill";
import { digest } from "tidemark/rules";
import { generateIcsCalendar, type IcsDateObject, type IcsEvent } from "ts-ics";
import { nightsText, roomsText } from "./domain/describe-trip.ts";
import type { Booking, Itinerary } from "./domain/trip.ts";

/** Details of an export besides the itinerary. */
export interface ExportNotes {
  /** Current time, used as the timestamp of every entry. */
  readonly now: string;
  /** Booking of the itinerary. Without one, the entries are tentative. */
  readonly booking: Booking | null;
  /** True for made-up data. */
  readonly sample: boolean;
}

/** Key, title, note, start and end of an entry. Dates without a time are whole days. */
type Entry = readonly [key: string, title: string, note: string, start: string, end: string];

/**
 * Formats a trip as an iCalendar file (RFC 5545) with flights, hotel, visits and dinners.
 *
 * Importing a later export updates the existing entries.
 */
export function tripIcs(itinerary: Itinerary, { now, booking, sample }: ExportNotes): string {
  const { origin, destination, startDate, city } = itinerary;
  const trip = digest([origin, destination, startDate]).slice(0, 12);
  const events = entriesOf(itinerary).map(([key, title, note, start, end]): IcsEvent => {
    const type: IcsDateObject["type"] = start.includes("T") ? "DATE-TIME" : "DATE";
    const description = [
      ...(note === "" ? [] : [note]),
      booking === null ? "Not booked." : `Booked as ${booking.reference}.`,
      ...(sample ? ["Sample data: flights, hotels, restaurants and prices are made up."] : []),
    ];
    return {
      uid: `${trip}-${key}@travel.tidemark`,
      stamp: { date: new Date(now), type: "DATE-TIME" },
      start: { date: new Date(start), type },
      end: { date: new Date(end), type },
      summary: title,
      location: city,
      description: description.join("\n"),
      status: booking === null ? "TENTATIVE" : "CONFIRMED",
    };
  });
  return generateIcsCalendar({ version: "2.0", prodId: "-//Tidemark//Travel Planner//EN", events });
}

/** Entries of an itinerary, ordered by start. Times are in UTC. */
function entriesOf(itinerary: Itinerary): readonly Entry[] {
  const { outbound, return: back, hotel, days, timeZone, startDate, endDate } = itinerary;
  const instant = (date: string, time: string): string =>
    Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant().toString();
  const flights = Object.entries({ out: outbound, back }).flatMap(([key, booked]): Entry[] => {
    if (booked === null) return [];
    const { flight, seat } = booked;
    const title = `${flight.number} ${flight.origin} to ${flight.destination}`;
    const note = seat === null ? flight.carrier : `${flight.carrier}, Seat ${seat}`;
    return [[key, title, note, flight.departsAt, flight.arrivesAt]];
  });
  const stay: Entry[] =
    hotel === null
      ? []
      : [
          [
            "hotel",
            hotel.name,
            `${roomsText(hotel.rooms, hotel.room.name)}, ${nightsText(hotel.nights)}`,
            startDate,
            endDate,
          ],
        ];
  const visits = days.flatMap(({ date, visits: list }) =>
    list.map(({ sight, from, to }): Entry => [
      `${date}-${sight.id}`,
      sight.name,
      `Open ${sight.opens}–${sight.closes}`,
      instant(date, from),
      instant(date, to),
    ]),
  );
  const dinners = days.flatMap(({ date, dinner }): Entry[] =>
    dinner === null
      ? []
      : [
          [
            `${date}-dinner`,
            `Dinner: ${dinner.name}`,
            dinner.diets.join(", "),
            instant(date, "19:30"),
            instant(date, "21:00"),
          ],
        ],
  );
  return [...flights, ...stay, ...visits, ...dinners].toSorted(([, , , a], [, , , b]) => (a < b ? -1 : 1));
}
