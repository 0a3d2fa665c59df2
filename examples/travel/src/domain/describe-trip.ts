import type { Flight } from "./offers.ts";
import { dayText, euro, minutesText, nightsText, roomsText, seatText, travelersText } from "./format.ts";
import { comparedFlights, comparedRooms } from "./choose-journey.ts";
import { isEarly, isLate } from "./explain-journey.ts";
import { factValues, type Profile } from "./profile.ts";
import { timelineOf } from "./timeline.ts";
import type { Alternative, Booking, Itinerary } from "./trip.ts";

/** Says that the data is made up. */
export const SAMPLE_NOTE = "Sample data: flights, hotels, restaurants and prices are made up.";

/** Formats a stay: `Double, 3 nights`. */
export const stayText = ({ rooms, room, nights }: NonNullable<Itinerary["hotel"]>): string =>
  `${roomsText(rooms, room.name)}, ${nightsText(nights)}`;

/** Formats the main facts: `Lisbon, Fri 7 May 2027 to Mon 10 May 2027, 2 travelers`. */
export function headline({ city, startDate, endDate, travelers, return: back }: Itinerary): string {
  const days = startDate === endDate ? dayText(startDate) : `${dayText(startDate)} to ${dayText(endDate)}`;
  return `${city}, ${days}, ${travelersText(travelers)}${back === null ? ", one way" : ""}`;
}

/** Prices of the parts of a trip. */
export function pricesOf({ outbound, return: back, hotel, travelers }: Itinerary) {
  const seats = travelers === 1 ? "" : `, ${travelers} seats`;
  return [
    { label: `Flight out${seats}`, amount: euro(outbound.flight.price * travelers) },
    ...(back === null ? [] : [{ label: `Flight back${seats}`, amount: euro(back.flight.price * travelers) }]),
    ...(hotel === null
      ? []
      : [{ label: stayText(hotel), amount: euro(hotel.room.pricePerNight * hotel.rooms * hotel.nights) }]),
  ];
}

/** Details shown together with an itinerary. */
export interface TripNotes {
  readonly alternatives: readonly Alternative[];
  /** True for made-up data. */
  readonly sample: boolean;
  readonly booking: Booking | null;
  /** True beside a view that shows days, reasons and alternatives. Headings are then bold. */
  readonly brief: boolean;
}

/** Formats an itinerary as Markdown that reads well as plain text too: headings with lists. */
export function itineraryText(itinerary: Itinerary, { alternatives, sample, booking, brief }: TripNotes): string {
  const { outbound, return: back, hotel, days, assumed, notPossible, reasons } = itinerary;
  const [out, home, stay] = pricesOf(itinerary).map(({ amount }) => amount);
  const entries = timelineOf(itinerary);
  const section = (title: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [[brief ? `**${title}**` : title, ...items.map((item) => `- ${item}`)].join("\n")];
  return [
    ...section(`${headline(itinerary)}: ${priceText(itinerary)}`, [
      `Out: ${flightText(outbound)}, ${out}`,
      ...(back === null ? [] : [`Back: ${flightText(back)}, ${home}`]),
      ...(hotel === null
        ? []
        : [`Hotel: ${hotel.name} (${hotel.stars} stars), ${stayText(hotel)}, ${back === null ? home : stay}`]),
    ]),
    ...(brief ? [] : days).flatMap(({ date }) => {
      const plans = entries.filter((entry) => entry.date === date && entry.kind !== "flight");
      const lines = plans.map(({ time, title, note }) => `${time} ${title}${note === "" ? "" : ` (${note})`}`);
      return section(dayText(date), lines.length === 0 ? ["nothing planned"] : lines);
    }),
    ...section("Why this trip", brief ? [] : reasons),
    ...section("Assumed, because you did not say it", assumed),
    ...section("Not possible", notPossible),
    ...section("Alternatives (type a number to choose one)", brief ? [] : alternativeLines(alternatives, itinerary)),
    ...(booking === null ? [] : [`Booked as ${booking.reference}.`]),
    ...(sample && !brief ? [SAMPLE_NOTE] : []),
  ].join("\n\n");
}

const flightText = ({ flight, seat }: Itinerary["outbound"]): string => {
  const { number, carrier, origin, destination, departs, arrives, minutes } = flight;
  const later = arrives.slice(0, 10) === departs.slice(0, 10) ? "" : " (next day)";
  return `${number} ${carrier}, ${origin} ${departs.slice(11)} → ${destination} ${arrives.slice(11)}${later}, ${minutesText(minutes)}${seatText(seat)}`;
};

/** Formats the price: `520 €, 260 € per person`. */
export const priceText = ({ total, travelers }: Pick<Itinerary, "total" | "travelers">): string =>
  travelers === 1 ? euro(total) : `${euro(total)}, ${euro(total / travelers)} per person`;

const parts: Readonly<Record<Alternative["part"], string>> = { outbound: "Out", return: "Back", hotel: "Hotel" };

/** Formats the alternatives, numbered from 1 so that the traveler can pick one. */
function alternativeLines(
  alternatives: readonly Alternative[],
  { outbound, return: back, hotel }: Itinerary,
): readonly string[] {
  const chosen: Readonly<Record<Alternative["part"], string>> = {
    outbound: shortFlight(outbound.flight),
    return: shortFlight(back?.flight ?? null),
    hotel: hotel?.name ?? "",
  };
  return alternatives.map(({ part, label, compared, difference }, index) => {
    const price = difference > 0 ? `${euro(difference)} more than` : `${euro(-difference)} less than`;
    return `${index + 1}. ${parts[part]}: ${label}: ${difference === 0 ? "same price as" : price} ${chosen[part]}; ${compared}`;
  });
}

/** Describes the differences between two itineraries. Empty without a previous itinerary for the same destination. */
export function changedParts(before: Itinerary | null, after: Itinerary, profile: Profile = []): readonly string[] {
  if (before === null || before.destination !== after.destination) return [];
  const rows: readonly Row[] = [
    [
      "days",
      `${dayText(before.startDate)} to ${dayText(before.endDate)}`,
      `${dayText(after.startDate)} to ${dayText(after.endDate)}`,
    ],
    flightRow("out", before.outbound, after.outbound, profile),
    flightRow("back", before.return, after.return, profile),
    ["room", roomText(before.hotel), roomText(after.hotel), comparedHotels(before.hotel, after.hotel)],
    ["party", travelersText(before.travelers), travelersText(after.travelers)],
    ["price", euro(before.total), euro(after.total)],
  ];
  const [oldSights, newSights] = [sightsOf(before), sightsOf(after)];
  const sights = [
    ...oldSights.filter((name) => !newSights.includes(name)).map((name) => `without ${name}`),
    ...newSights.filter((name) => !oldSights.includes(name)).map((name) => `with ${name}`),
  ];
  return [
    ...rows
      .filter(([, old, current]) => old !== current)
      .map(([name, old, current, comparison = ""]) =>
        [`${name}: ${old} → ${current}`, comparison].filter((text) => text !== "").join("; "),
      ),
    ...(sights.length === 0 ? [] : [`sights: ${sights.join(", ")}`]),
  ];
}

/** A detail before and after a change, and the difference in comfort. */
type Row = readonly [name: string, before: string, after: string, comparison?: string];

/** The flight, or only its seats if the flight is the same on the same day. */
function flightRow(way: string, before: Itinerary["return"], after: Itinerary["return"], profile: Profile): Row {
  if (before !== null && before.flight.id === after?.flight.id)
    return [`seat ${way}`, before.seat ?? "none", after.seat ?? "none"];
  const isSameDay = before?.flight.departs.slice(0, 10) === after?.flight.departs.slice(0, 10);
  const compared =
    before === null || after === null || !isSameDay ? [] : [comparedFlights(after.flight, before.flight)];
  const disliked = factValues(profile, "dislike").filter(
    (kind) =>
      after !== null &&
      ((kind === "early flights" && isEarly(after.flight)) || (kind === "late flights" && isLate(after.flight))),
  );
  const comparison = [...compared, ...disliked.map((kind) => `you dislike ${kind}`)].join("; ");
  return [`flight ${way}`, flightName(before), flightName(after), comparison];
}

const flightName = (booked: Itinerary["return"]): string => shortFlight(booked?.flight ?? null);

const comparedHotels = (before: Itinerary["hotel"], after: Itinerary["hotel"]): string =>
  before === null || after === null || before.id === after.id || before.place !== after.place
    ? ""
    : comparedRooms({ hotel: after, distance: after.distance }, { hotel: before, distance: before.distance });

/** Assumptions and impossible wishes that an earlier version of the trip did not have, one sentence each. */
export const newNotes = (before: Itinerary, after: Itinerary): readonly string[] => [
  ...after.assumed.filter((text) => !before.assumed.includes(text)).map((text) => `Assumed: ${text}.`),
  ...after.notPossible.filter((text) => !before.notPossible.includes(text)).map((text) => `Not possible: ${text}.`),
];

/** Says what a cheaper trip saves, with both prices; empty if it is not cheaper. */
export const savingText = (before: Itinerary, after: Itinerary): string =>
  after.total < before.total
    ? `The trip now costs ${euro(after.total)} instead of ${euro(before.total)}: ${euro(before.total - after.total)} less. In exchange:`
    : "";

const shortFlight = (flight: Flight | null): string =>
  flight === null ? "none" : `${flight.number} at ${flight.departs.slice(11)}`;
const roomText = (hotel: Itinerary["hotel"]): string =>
  hotel === null ? "none" : `${hotel.name}, ${roomsText(hotel.rooms, hotel.room.name)}`;
const sightsOf = ({ days }: Itinerary): readonly string[] =>
  days.flatMap(({ visits }) => visits.map(({ sight }) => sight.name));
