import { Temporal } from "temporal-polyfill";
import type { Flight } from "./offers.ts";
import type { Alternative, Booking, Itinerary } from "./trip.ts";

/** Formats a date: `Fri 7 May 2027`. */
export const dayText = (date: string): string =>
  Temporal.PlainDate.from(date)
    .toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric" })
    .replace(",", "");

const euro = (amount: number): string => `${Math.round(amount)} €`;

const flightText = ({ number, carrier, origin, destination, departs, arrives, minutes }: Flight): string =>
  `${number} ${carrier}, ${origin} ${departs.slice(11)} → ${destination} ${arrives.slice(11)}` +
  `${arrives.slice(0, 10) === departs.slice(0, 10) ? "" : " (next day)"}, ${minutesText(minutes)}`;

/** Formats a duration: `3 h 50 min`. */
export function minutesText(duration: number): string {
  const [hours, minutes] = [Math.floor(duration / 60), duration % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(minutes > 0 ? [`${minutes} min`] : [])].join(" ");
}

const conjunction = new Intl.ListFormat("en", { type: "conjunction" });

/** Formats a list: `a, b, and c`. */
export const listText = (items: readonly string[]): string => conjunction.format(items);

/** Formats a number of travelers: `2 travelers`. */
export const travelersText = (count: number): string => (count === 1 ? "1 traveler" : `${count} travelers`);

/** Details shown together with an itinerary. */
export interface TripNotes {
  readonly alternatives: readonly Alternative[];
  /** True for made-up data. */
  readonly sample: boolean;
  readonly booking: Booking | null;
}

const seatText = (seat: string | null): string =>
  seat === null ? "" : `, ${seat.includes(" ") ? "seats" : "seat"} ${seat}`;

/** Formats an itinerary as lines of text. */
export function itineraryLines(itinerary: Itinerary, { alternatives, sample, booking }: TripNotes): readonly string[] {
  const { outbound, return: back, hotel, travelers } = itinerary;
  return [
    `${itinerary.city}, ${dayText(itinerary.startDate)} to ${dayText(itinerary.endDate)}, ${travelersText(travelers)}: ${euro(itinerary.total)}`,
    `  Out    ${flightText(outbound.flight)}${seatText(outbound.seat)}, ${euro(outbound.flight.price * travelers)}`,
    `  Back   ${flightText(back.flight)}${seatText(back.seat)}, ${euro(back.flight.price * travelers)}`,
    `  Hotel  ${hotel.name} (${hotel.stars} stars), ${hotel.room.name}, ${hotel.nights} ${hotel.nights === 1 ? "night" : "nights"}, ${euro(hotel.room.pricePerNight * hotel.nights)}`,
    ...itinerary.days.flatMap((day) => [
      `  ${dayText(day.date)}`,
      ...day.visits.map(
        ({ sight, from, to, kilometers, travelMinutes }) =>
          `    ${from}–${to}  ${sight.name} (${hoursText(sight.opens, sight.closes)}; ${kilometers} km, ${travelMinutes} min away)`,
      ),
      ...(day.visits.length === 0 && day.dinner === null ? ["    nothing planned"] : []),
      ...(day.dinner === null
        ? []
        : [
            `    evening      ${day.dinner.name}${day.dinner.diets.length === 0 ? "" : ` (${day.dinner.diets.join(", ")})`}`,
          ]),
    ]),
    ...(itinerary.reasons.length === 0
      ? []
      : ["  Why this trip", ...itinerary.reasons.map((reason) => `    ${reason}`)]),
    ...alternativeLines(alternatives, itinerary),
    ...(booking === null ? [] : [`  Booked as ${booking.reference}.`]),
    ...(sample ? ["  Sample data: flights, hotels, restaurants and prices are made up."] : []),
  ];
}

/** Formats opening hours: `open 09:00–21:00`. */
export const hoursText = (opens: string, closes: string): string =>
  opens === "00:00" && closes === "24:00" ? "always open" : `open ${opens}–${closes}`;

const parts: Readonly<Record<Alternative["part"], string>> = { outbound: "Out", return: "Back", hotel: "Hotel" };

/** Formats the alternatives, numbered from 1 so that the traveler can pick one. */
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
    "  Alternatives (type a number to choose one)",
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

/** Describes the differences between two itineraries. Empty without a previous itinerary for the same destination. */
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
  const [oldSights, newSights] = [sightsOf(before), sightsOf(after)];
  const sights = [
    ...oldSights.filter((name) => !newSights.includes(name)).map((name) => `without ${name}`),
    ...newSights.filter((name) => !oldSights.includes(name)).map((name) => `with ${name}`),
  ];
  return [
    ...rows.filter(([, old, current]) => old !== current).map(([name, old, current]) => `${name}: ${old} → ${current}`),
    ...(sights.length === 0 ? [] : [`sights: ${sights.join(", ")}`]),
  ];
}

const shortFlight = ({ number, departs }: Flight): string => `${number} at ${departs.slice(11)}`;
const sightsOf = ({ days }: Itinerary): readonly string[] =>
  days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name));
