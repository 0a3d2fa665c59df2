import { Temporal } from "temporal-polyfill";
import type { Flight } from "./offers.ts";
import type { Alternative, Booking, Itinerary } from "./trip.ts";

/** A day for people: `Fri 7 May 2027`. */
export const dayText = (date: string): string =>
  Temporal.PlainDate.from(date)
    .toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric" })
    .replace(",", "");

const euro = (amount: number): string => `${Math.round(amount)} €`;

const flightText = ({ number, carrier, origin, destination, departs, arrives, minutes }: Flight): string =>
  `${number} ${carrier}, ${origin} ${departs.slice(11)} → ${destination} ${arrives.slice(11)}` +
  `${arrives.slice(0, 10) === departs.slice(0, 10) ? "" : " (next day)"}, ${Math.floor(minutes / 60)} h ${minutes % 60} min`;

/** What there is to know about an itinerary beside itself. */
export interface TripNotes {
  readonly alternatives: readonly Alternative[];
  /** The data are made up. */
  readonly sample: boolean;
  readonly booking: Booking | null;
}

/** An itinerary in lines for people. */
export function itineraryLines(itinerary: Itinerary, { alternatives, sample, booking }: TripNotes): readonly string[] {
  const { outbound, return: back, hotel, travellers } = itinerary;
  const people = travellers === 1 ? "1 traveller" : `${travellers} travellers`;
  const seat = (each: string | null): string => (each === null ? "" : `, seat ${each}`);
  return [
    `${itinerary.city}, ${dayText(itinerary.startDate)} to ${dayText(itinerary.endDate)}, ${people}: ${euro(itinerary.total)}`,
    `  Out    ${flightText(outbound.flight)}${seat(outbound.seat)}, ${euro(outbound.flight.price * travellers)}`,
    `  Back   ${flightText(back.flight)}${seat(back.seat)}, ${euro(back.flight.price * travellers)}`,
    `  Hotel  ${hotel.name} (${hotel.stars} stars), ${hotel.room.name}, ${hotel.nights} ${hotel.nights === 1 ? "night" : "nights"}, ${euro(hotel.room.pricePerNight * hotel.nights)}`,
    ...itinerary.days.flatMap((day) => [
      `  ${dayText(day.date)}`,
      ...day.visits.map(
        ({ sight, from, to, kilometres, wayMinutes }) =>
          `    ${from}–${to}  ${sight.name} (${hoursText(sight.opens, sight.closes)}; ${kilometres} km, ${wayMinutes} min there)`,
      ),
      ...(day.dinner === null
        ? []
        : [`    evening      ${day.dinner.name}${day.dinner.diets.length === 0 ? "" : ` (${day.dinner.diets.join(", ")})`}`]),
    ]),
    ...(itinerary.reasons.length === 0 ? [] : ["  Why this one", ...itinerary.reasons.map((each) => `    ${each}`)]),
    ...alternativeLines(alternatives),
    ...(booking === null ? [] : [`  Booked as ${booking.reference}.`]),
    ...(sample ? ["  Sample data: flights, hotels, restaurants and prices are made up."] : []),
  ];
}

const hoursText = (opens: string, closes: string): string =>
  opens === "00:00" && closes === "24:00" ? "always open" : `open ${opens}–${closes}`;

const parts: Readonly<Record<Alternative["part"], string>> = { outbound: "Out", return: "Back", hotel: "Hotel" };

/** What would have done nearly as well, numbered as the traveller may pick it. */
export function alternativeLines(alternatives: readonly Alternative[]): readonly string[] {
  if (alternatives.length === 0) return [];
  return [
    "  Close, if you would rather (say the number)",
    ...alternatives.map(({ part, label, difference }, index) => {
      const price = difference === 0 ? "same price" : difference > 0 ? `${euro(difference)} more` : `${euro(-difference)} less`;
      return `    ${index + 1}. ${parts[part]}: ${label}, ${price}`;
    }),
  ];
}

/** What changed between two itineraries, one line each; nothing when there was none before. */
export function changedParts(before: Itinerary | null, after: Itinerary): readonly string[] {
  if (before === null || before.destination !== after.destination) return [];
  const rows: readonly [string, string, string][] = [
    ["days", `${dayText(before.startDate)} to ${dayText(before.endDate)}`, `${dayText(after.startDate)} to ${dayText(after.endDate)}`],
    ["flight out", shortFlight(before.outbound.flight), shortFlight(after.outbound.flight)],
    ["seat out", before.outbound.seat ?? "none", after.outbound.seat ?? "none"],
    ["flight back", shortFlight(before.return.flight), shortFlight(after.return.flight)],
    ["seat back", before.return.seat ?? "none", after.return.seat ?? "none"],
    ["room", `${before.hotel.name}, ${before.hotel.room.name}`, `${after.hotel.name}, ${after.hotel.room.name}`],
    ["sights", sightsText(before), sightsText(after)],
    ["price", euro(before.total), euro(after.total)],
  ];
  return rows.filter(([, old, now]) => old !== now).map(([what, old, now]) => `${what}: ${old} → ${now}`);
}

const shortFlight = ({ number, departs }: Flight): string => `${number} at ${departs.slice(11)}`;
const sightsText = ({ days }: Itinerary): string => {
  const names = days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name));
  return names.length === 0 ? "none" : names.join(", ");
};
