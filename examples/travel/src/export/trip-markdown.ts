import { dayText, hoursText, minutesText, travelersText } from "../domain/describe-trip.ts";
import type { Day, Itinerary } from "../domain/trip.ts";
import type { ExportNotes } from "./trip-ics.ts";

/** Formats a trip as a Markdown page. */
export function tripMarkdown(itinerary: Itinerary, { booking, sample }: Omit<ExportNotes, "now">): string {
  const { city, startDate, endDate, travelers, outbound, return: back, hotel, total } = itinerary;
  const lines = [
    `# ${escaped(city)}, ${dayText(startDate)} to ${dayText(endDate)}`,
    "",
    `${travelersText(travelers)}, ${Math.round(total)} €. ` +
      (booking === null ? "Not booked." : `Booked as ${booking.reference} on ${booking.bookedAt.slice(0, 10)}.`),
    "",
    ...(sample ? ["> Sample data: flights, hotels, restaurants and prices are made up.", ""] : []),
    "| | Flight | From | To | Duration | Seat | € |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    flightRow("Out", outbound, travelers),
    flightRow("Back", back, travelers),
    "",
    `**${escaped(hotel.name)}** (${hotel.stars} stars): ${escaped(hotel.room.name)}, ` +
      `${hotel.nights} × ${hotel.room.pricePerNight} €`,
    "",
    ...itinerary.days.flatMap(dayLines),
    "## Why this trip",
    "",
    ...itinerary.reasons.map((reason) => `- ${escaped(reason)}`),
    "",
  ];
  return lines.join("\n");
}

function flightRow(direction: string, { flight, seat }: Itinerary["outbound"], travelers: number): string {
  const cells = [
    direction,
    `${flight.number} ${flight.carrier}`,
    `${flight.origin} ${dateTimeText(flight.departs)}`,
    `${flight.destination} ${dateTimeText(flight.arrives)}`,
    minutesText(flight.minutes),
    seat ?? "",
    String(Math.round(flight.price * travelers)),
  ];
  return `| ${cells.map(escaped).join(" | ")} |`;
}

const dateTimeText = (dateTime: string): string => `${dayText(dateTime.slice(0, 10))} ${dateTime.slice(11)}`;

function dayLines({ date, visits, dinner }: Day): readonly string[] {
  const sights = visits.map(
    ({ sight, from, to, kilometers, travelMinutes }) =>
      `- ${from}–${to} ${escaped(sight.name)} (${hoursText(sight.opens, sight.closes)}; ${kilometers} km, ${travelMinutes} min away)`,
  );
  const evening = dinner === null ? [] : [`- evening: ${escaped(dinner.name)}`];
  return [
    `## ${dayText(date)}`,
    "",
    ...(sights.length + evening.length === 0 ? ["Nothing planned."] : [...sights, ...evening]),
    "",
  ];
}

/** Escapes a name from a catalog, so that it cannot form a table, a link or a heading. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`).replaceAll(/\s+/g, " ");
