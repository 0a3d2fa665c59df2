import { dayText, hoursText, minutesText } from "../domain/describe-trip.ts";
import type { Flight } from "../domain/offers.ts";
import type { Day, Itinerary } from "../domain/trip.ts";
import type { ExportNotes } from "./trip-ics.ts";

/** Writes a trip as a Markdown page that prints well. */
export function tripMarkdown(itinerary: Itinerary, { booking, sample }: Omit<ExportNotes, "now">): string {
  const { city, startDate, endDate, travelers, outbound, return: back, hotel, total } = itinerary;
  const lines = [
    `# ${escaped(city)}, ${dayText(startDate)} to ${dayText(endDate)}`,
    "",
    `${travelers === 1 ? "1 traveler" : `${travelers} travelers`}, ${Math.round(total)} €. ` +
      (booking === null ? "Not booked." : `Booked as ${booking.reference} on ${booking.bookedAt.slice(0, 10)}.`),
    "",
    ...(sample ? ["> Sample data: flights, hotels, restaurants and prices are made up.", ""] : []),
    "| | Flight | From | To | Takes | Seat | € |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    flightRow("Out", outbound, travelers),
    flightRow("Back", back, travelers),
    "",
    `**${escaped(hotel.name)}** (${hotel.stars} stars): ${escaped(hotel.room.name)}, ` +
      `${hotel.nights} × ${hotel.room.pricePerNight} €`,
    "",
    ...itinerary.days.flatMap(dayLines),
    "## Why this one",
    "",
    ...itinerary.reasons.map((each) => `- ${escaped(each)}`),
    "",
  ];
  return lines.join("\n");
}

function flightRow(way: string, { flight, seat }: Itinerary["outbound"], travelers: number): string {
  const cells = [
    way,
    `${flight.number} ${flight.carrier}`,
    `${flight.origin} ${moment(flight.departs)}`,
    `${flight.destination} ${moment(flight.arrives)}`,
    minutesText(flight.minutes),
    seat ?? "",
    String(Math.round(flight.price * travelers)),
  ];
  return `| ${cells.map(escaped).join(" | ")} |`;
}

const moment = (wall: Flight["departs"]): string => `${dayText(wall.slice(0, 10))} ${wall.slice(11)}`;

function dayLines({ date, visits, dinner }: Day): readonly string[] {
  const seen = visits.map(
    ({ sight, from, to, kilometres, wayMinutes }) =>
      `- ${from}–${to} ${escaped(sight.name)} (${hoursText(sight.opens, sight.closes)}; ${kilometres} km, ${wayMinutes} min there)`,
  );
  const evening = dinner === null ? [] : [`- evening: ${escaped(dinner.name)}`];
  return [
    `## ${dayText(date)}`,
    "",
    ...(seen.length + evening.length === 0 ? ["Nothing planned."] : [...seen, ...evening]),
    "",
  ];
}

/** Names come from catalogues; none of them makes a table, a link or a heading. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`).replaceAll(/\s+/g, " ");
