import { digest } from "tidemark/rules";
import { generateIcsCalendar, type IcsEvent } from "ts-ics";
import type { Booking, Itinerary } from "../domain/trip.ts";
import { tripEvents } from "./trip-events.ts";

/** What an export says besides the trip. */
export interface ExportNotes {
  /** The present moment, as the stamp of every entry. */
  readonly now: string;
  /** Entries of a trip that is not booked are tentative. */
  readonly booking: Booking | null;
  /** The data are made up. */
  readonly sample: boolean;
}

const SAMPLE = "Sample data: made up.";

/** Writes a trip as an iCalendar file (RFC 5545): flights, stay, visits and dinners; importing it again updates. */
export function tripIcs(itinerary: Itinerary, { now, booking, sample }: ExportNotes): string {
  const { origin, destination, startDate } = itinerary;
  const trip = digest([origin, destination, startDate]).slice(0, 12);
  const events = tripEvents(itinerary).map(({ key, title, place, note, start, end, allDay }): IcsEvent => {
    const type = allDay ? ("DATE" as const) : ("DATE-TIME" as const);
    const description = [
      note,
      booking === null ? "Not booked." : `Booked as ${booking.reference}.`,
      ...(sample ? [SAMPLE] : []),
    ].filter((each) => each !== "");
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
