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
  `${arrives.slice(0, 10) === departs.slice(0, 10) ? "" : " (next day)"}, ${minutesText(minutes)}`;

/** A length of time for people: `3 h 50 min`. */
export const minutesText = (minutes: number): string =>
  [Math.floor(minutes / 60) > 0 ? `${Math.floor(minutes / 60)} h` : "", minutes % 60 > 0 ? `${minutes % 60} min` : ""]
    .filter((each) => each !== "")
    .join(" ");

/** What there is to know about an itinerary beside itself. */
export interface TripNotes {
  readonly alternatives: readonly Alternative[];
  /** The data are made up. */
  readonly sample: boolean;
  readonly booking: Booking | null;
}

const seatText = (seat: string | null): string =>
  seat === null ? "" : `, ${seat.includes(" ") ? "seats" : "seat"} ${seat}`;

/** An itinerary in lines for people. */
export function itineraryLines(itinerary: Itinerary, { alternatives, sample, booking }: TripNotes): readonly string[] {
  const { outbound, return: back, hotel, travelers } = itinerary;
  const people = travelers === 1 ? "1 traveler" : `${travelers} travelers`;
  return [
    `${itinerary.city}, ${dayText(itinerary.startDate)} to ${dayText(itinerary.endDate)}, ${people}: ${euro(itinerary.total)}`,
    `  Out    ${flightText(outbound.flight)}${seatText(outbound.seat)}, ${euro(outbound.flight.price * travelers)}`,
    `  Back   ${flightText(back.flight)}${seatText(back.seat)}, ${euro(back.flight.price * travelers)}`,
    `  Hotel  ${hotel.name} (${hotel.stars} stars), ${hotel.room.name}, ${hotel.nights} ${hotel.nights === 1 ? "night" : "nights"}, ${euro(hotel.room.pricePerNight * hotel.nights)}`,
    ...itinerary.days.flatMap((day) => [
      `  ${dayText(day.date)}`,
      ...day.visits.map(
        ({ sight, from, to, kilometres, wayMinutes }) =>
          `    ${from}–${to}  ${sight.name} (${hoursText(sight.opens, sight.closes)}; ${kilometres} km, ${wayMinutes} min there)`,
      ),
      ...(day.visits.length === 0 && day.dinner === null ? ["    nothing planned"] : []),
      ...(day.dinner === null
        ? []
        : [
            `    evening      ${day.dinner.name}${day.dinner.diets.length === 0 ? "" : ` (${day.dinner.diets.join(", ")})`}`,
          ]),
    ]),
    ...(itinerary.reasons.length === 0 ? [] : ["  Why this one", ...itinerary.reasons.map((each) => `    ${each}`)]),
    ...alternativeLines(alternatives, itinerary),
    ...(booking === null ? [] : [`  Booked as ${booking.reference}.`]),
    ...(sample ? ["  Sample data: flights, hotels, restaurants and prices are made up."] : []),
  ];
}

/** Opening hours for people. */
export const hoursText = (opens: string, closes: string): string =>
  opens === "00:00" && closes === "24:00" ? "always open" : `open ${opens}–${closes}`;

const parts: Readonly<Record<Alternative["part"], string>> = { outbound: "Out", return: "Back", hotel: "Hotel" };

/** What would have done nearly as well, beside what was chosen, and numbered as the traveler may pick it. */
function alternativeLines(
  alternatives: readonly Alternative[],
  { outbound, return: back, hotel }: Itinerary,
): readonly string[] {
  if (alternatives.length === 0) return [];
  const chosen: Readonly<Record<Alternative["part"], string>> = {
    outbound: shortFlight(outbound.flight),
    return: shortFlight(back.flight),
    hotel: hotel.name,
  };
  return [
    "  Close calls (say the number to take it)",
    ...alternatives.map(({ part, label, compared, difference }, index) => {
      const price =
        difference === 0 ? "same price" : difference > 0 ? `${euro(difference)} more` : `${euro(-difference)} less`;
      return `    ${index + 1}. ${parts[part]}: ${label}: ${price} than ${chosen[part]}; ${compared}`.replace(
        "same price than",
        "same price as",
      );
    }),
  ];
}

/** What changed between two itineraries, one line each; nothing when there was none before. */
export function changedParts(before: Itinerary | null, after: Itinerary): readonly string[] {
  if (before === null || before.destination !== after.destination) return [];
  const rows: readonly [string, string, string][] = [
    [
      "days",
      `${dayText(before.startDate)} to ${dayText(before.endDate)}`,
      `${dayText(after.startDate)} to ${dayText(after.endDate)}`,
    ],
    ["flight out", shortFlight(before.outbound.flight), shortFlight(after.outbound.flight)],
    ["seat out", before.outbound.seat ?? "none", after.outbound.seat ?? "none"],
    ["flight back", shortFlight(before.return.flight), shortFlight(after.return.flight)],
    ["seat back", before.return.seat ?? "none", after.return.seat ?? "none"],
    ["room", `${before.hotel.name}, ${before.hotel.room.name}`, `${after.hotel.name}, ${after.hotel.room.name}`],
    ["price", euro(before.total), euro(after.total)],
  ];
  const [seen, seenNow] = [sightsOf(before), sightsOf(after)];
  const sights = [
    ...seen.filter((each) => !seenNow.includes(each)).map((each) => `without ${each}`),
    ...seenNow.filter((each) => !seen.includes(each)).map((each) => `with ${each}`),
  ];
  return [
    ...rows.filter(([, old, now]) => old !== now).map(([what, old, now]) => `${what}: ${old} → ${now}`),
    ...(sights.length === 0 ? [] : [`sights: ${sights.join(", ")}`]),
  ];
}

const shortFlight = ({ number, departs }: Flight): string => `${number} at ${departs.slice(11)}`;
const sightsOf = ({ days }: Itinerary): readonly string[] =>
  days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name));
