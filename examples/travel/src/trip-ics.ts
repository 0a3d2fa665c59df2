import { digest } from "tidemark/rules";
import { generateIcsCalendar, type IcsEvent } from "ts-ics";
import { texts } from "./domain/format.ts";
import type { Booking, Itinerary } from "./domain/trip.ts";
import { partsOf, SAMPLE_NOTE, timelineOf } from "./domain/trip-parts.ts";

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
  const { origin, destination, startDate: start, endDate: end, city } = itinerary;
  const trip = digest([origin, destination, start]).slice(0, 12);
  const stays = partsOf(itinerary).flatMap(({ stay, line }) =>
    stay === null ? [] : [{ start, end, kind: "hotel", key: "hotel", title: stay.name, note: line }],
  );
  const entries = [...timelineOf(itinerary).filter(({ kind }) => kind !== "hotel"), ...stays];
  const events = entries.map((entry): IcsEvent => {
    // Dates without a time are whole days.
    const type = entry.start.includes("T") ? "DATE-TIME" : "DATE";
    const booked = booking === null ? "Not booked." : `Booked as ${booking.reference}.`;
    return {
      uid: `${trip}-${entry.key}@travel.tidemark`,
      stamp: { date: new Date(now), type: "DATE-TIME" },
      start: { date: new Date(entry.start), type },
      end: { date: new Date(entry.end), type },
      summary: entry.kind === "meal" ? `Dinner: ${entry.title}` : entry.title,
      location: city,
      description: texts(entry.note, booked, sample && SAMPLE_NOTE).join("\n"),
      status: booking === null ? "TENTATIVE" : "CONFIRMED",
    };
  });
  return generateIcsCalendar({ version: "2.0", prodId: "-//Tidemark//Travel Planner//EN", events });
}
