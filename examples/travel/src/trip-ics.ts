import { digest } from "tidemark/rules";
import { generateIcsCalendar, type IcsEvent } from "ts-ics";
import { SAMPLE_NOTE, stayText } from "./domain/describe-trip.ts";
import { texts } from "./domain/format.ts";
import { timelineOf } from "./domain/timeline.ts";
import type { Booking, Itinerary } from "./domain/trip.ts";

/** What an export says besides the itinerary: its time, the booking, and whether the data is made up. */
interface ExportNotes {
  readonly now: string;
  /** Without one, the entries are tentative. */
  readonly booking: Booking | null;
  readonly sample: boolean;
}

/**
 * Formats a trip as an iCalendar file (RFC 5545) with flights, hotel, visits and dinners.
 *
 * Importing a later export updates the existing entries.
 */
export function tripIcs(itinerary: Itinerary, { now, booking, sample }: ExportNotes): string {
  const { origin, destination, startDate, endDate, city, hotel } = itinerary;
  const trip = digest([origin, destination, startDate]).slice(0, 12);
  const times = { start: startDate, end: endDate, kind: "hotel" };
  const stay = hotel === null ? [] : [{ ...times, key: "hotel", title: hotel.name, note: stayText(hotel) }];
  const entries = [...timelineOf(itinerary).filter(({ kind }) => kind !== "hotel"), ...stay];
  const events = entries.map(({ key, kind, title, note, start, end }): IcsEvent => {
    // Dates without a time are whole days.
    const type = start.includes("T") ? "DATE-TIME" : "DATE";
    const booked = booking === null ? "Not booked." : `Booked as ${booking.reference}.`;
    return {
      uid: `${trip}-${key}@travel.tidemark`,
      stamp: { date: new Date(now), type: "DATE-TIME" },
      start: { date: new Date(start), type },
      end: { date: new Date(end), type },
      summary: kind === "meal" ? `Dinner: ${title}` : title,
      location: city,
      description: texts(note, booked, sample && SAMPLE_NOTE).join("\n"),
      status: booking === null ? "TENTATIVE" : "CONFIRMED",
    };
  });
  return generateIcsCalendar({ version: "2.0", prodId: "-//Tidemark//Travel Planner//EN", events });
}
