import { Temporal } from "temporal-polyfill";
import type { Flight } from "./offers.ts";
import type { Alternative, Booking, Itinerary } from "./trip.ts";

/** Formats a date: `Fri 7 May 2027`. */
export const dayText = (date: string): string =>
  Temporal.PlainDate.from(date)
    .toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric" })
    .replace(",", "");

export const euro = (amount: number): string => `${Math.round(amount)} €`;

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

/** Formats rooms: `Double`, `2 × Double`. */
export const roomsText = (count: number, name: string): string => (count === 1 ? name : `${count} × ${name}`);

/** Formats a number of nights: `3 nights`. */
export const nightsText = (nights: number): string => (nights === 1 ? "1 night" : `${nights} nights`);

/** Details shown together with an itinerary. */
export interface TripNotes {
  readonly alternatives: readonly Alternative[];
  /** True for made-up data. */
  readonly sample: boolean;
  readonly booking: Booking | null;
  /** True beside a view that shows days, reasons and alternatives. */
  readonly brief: boolean;
}

const seatText = (seat: string | null): string =>
  seat === null ? "" : `, ${seat.includes(" ") ? "seats" : "seat"} ${seat}`;

/** Formats an itinerary as lines of text. */
export function itineraryLines(
  itinerary: Itinerary,
  { alternatives, sample, booking, brief }: TripNotes,
): readonly string[] {
  const { outbound, return: back, hotel, travelers } = itinerary;
  return [
    `${headline(itinerary)}: ${priceText(itinerary)}`,
    `  Out    ${flightText(outbound.flight)}${seatText(outbound.seat)}, ${euro(outbound.flight.price * travelers)}`,
    ...(back === null
      ? []
      : [`  Back   ${flightText(back.flight)}${seatText(back.seat)}, ${euro(back.flight.price * travelers)}`]),
    ...(hotel === null
      ? []
      : [
          `  Hotel  ${hotel.name} (${hotel.stars} stars), ${roomsText(hotel.rooms, hotel.room.name)}, ${nightsText(hotel.nights)}, ${euro(hotel.room.pricePerNight * hotel.rooms * hotel.nights)}`,
        ]),
    ...(brief ? [] : itinerary.days).flatMap((day) => [
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
    ...section("  Why this trip", brief ? [] : itinerary.reasons),
    ...section("  Assumed, because you did not say it", itinerary.assumed),
    ...section("  Not possible", itinerary.notPossible),
    ...alternativeLines(brief ? [] : alternatives, itinerary),
    ...(booking === null ? [] : [`  Booked as ${booking.reference}.`]),
    ...(sample ? ["  Sample data: flights, hotels, restaurants and prices are made up."] : []),
  ];
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `    ${line}`)];

/** Formats city, days and party: `Lisbon, Fri 7 May 2027 to Mon 10 May 2027, 2 travelers`. */
export function headline({ city, startDate, endDate, travelers, return: back }: Itinerary): string {
  const days = startDate === endDate ? dayText(startDate) : `${dayText(startDate)} to ${dayText(endDate)}`;
  return `${city}, ${days}, ${travelersText(travelers)}${back === null ? ", one way" : ""}`;
}

/** Formats the price: `520 €, 260 € per person`. */
const priceText = ({ total, travelers }: Pick<Itinerary, "total" | "travelers">): string =>
  travelers === 1 ? euro(total) : `${euro(total)}, ${euro(total / travelers)} per person`;

/** Formats opening hours: `open 09:00–21:00`. */
const hoursText = (opens: string, closes: string): string =>
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
    return: shortFlight(back?.flight ?? null),
    hotel: hotel?.name ?? "",
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
    ["flight back", shortFlight(before.return?.flight ?? null), shortFlight(after.return?.flight ?? null)],
    ["seat back", before.return?.seat ?? "none", after.return?.seat ?? "none"],
    ["room", roomText(before.hotel), roomText(after.hotel)],
    ["party", travelersText(before.travelers), travelersText(after.travelers)],
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

const shortFlight = (flight: Flight | null): string =>
  flight === null ? "none" : `${flight.number} at ${flight.departs.slice(11)}`;
const roomText = (hotel: Itinerary["hotel"]): string =>
  hotel === null ? "none" : `${hotel.name}, ${roomsText(hotel.rooms, hotel.room.name)}`;
const sightsOf = ({ days }: Itinerary): readonly string[] =>
  days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name));
