import { digest } from "tidemark/rules";
import { generateIcsCalendar, type IcsDateObject, type IcsEvent } from "ts-ics";
import type { Booking, Itinerary } from "../domain/trip.ts";
import { tripEvents } from "./trip-events.ts";

/** Details of an export besides the itinerary. */
export interface ExportNotes {
  /** Current time, used as the timestamp of every entry. */
  readonly now: string;
  /** Booking of the itinerary. Without one, the entries are tentative. */
  readonly booking: Booking | null;
  /** True for made-up data. */
  readonly sample: boolean;
}

const SAMPLE = "Sample data: flights, hotels, restaurants and prices are made up.";

/**
 * Formats a trip as an iCalendar file (RFC 5545) with flights, hotel, visits and dinners.
 *
 * Importing a later export updates the existing entries.
 */
export function tripIcs(itinerary: Itinerary, { now, booking, sample }: ExportNotes): string {
  const { origin, destination, startDate } = itinerary;
  const trip = digest([origin, destination, startDate]).slice(0, 12);
  const events = tripEvents(itinerary).map(({ key, title, place, note, start, end, allDay }): IcsEvent => {
    const type: IcsDateObject["type"] = allDay ? "DATE" : "DATE-TIME";
    const description = [
      ...(note === "" ? [] : [note]),
      booking === null ? "Not booked." : `Booked as ${booking.reference}.`,
      ...(sample ? [SAMPLE] : []),
    ];
    return {
      uid: `${trip}-${key}@travel.tidemark`,
      stamp: { date: new Date(now), type: "DATE-TIME" },
      start: { date: new Date(start), type },
      end: { date: new Date(end), type },
      summary: title,
      location: place,
      description: description.join("\n"),
      status: booking === null ? "TENTATIVE" : "CONFIRMED",
    };
  });
  return generateIcsCalendar({ version: "2.0", prodId: "-//Tidemark//Travel Planner//EN", events });
}
