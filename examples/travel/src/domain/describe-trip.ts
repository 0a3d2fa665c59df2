import {
  dayText,
  euro,
  minutesText,
  nextDay,
  nightsText,
  roomsText,
  seatText,
  texts,
  timeOf,
  travelersText,
} from "./format.ts";
import { timelineOf } from "./timeline.ts";
import type { Alternative, Booking, Itinerary } from "./trip.ts";

/** Says that the data is made up. */
export const SAMPLE_NOTE = "Sample data: flights, hotels, restaurants and prices are made up.";

/** Formats a stay: `Double, 3 nights`. */
export const stayText = ({ rooms, room, nights }: NonNullable<Itinerary["hotel"]>): string =>
  `${roomsText(rooms, room.name)}, ${nightsText(nights)}`;

/** Formats the days: `Fri 7 May 2027 to Mon 10 May 2027`. */
export const daysText = ({ startDate, endDate }: Pick<Itinerary, "startDate" | "endDate">): string =>
  startDate === endDate ? dayText(startDate) : `${dayText(startDate)} to ${dayText(endDate)}`;

/** Formats the main facts: `Lisbon, Fri 7 May 2027 to Mon 10 May 2027, 2 travelers`. */
export const headline = (trip: Itinerary): string =>
  texts(trip.city, daysText(trip), travelersText(trip.travelers), trip.return === null && "one way").join(", ");

/** Formats the price: `520 €, 260 € per person`. */
export const priceText = ({ total, travelers }: Pick<Itinerary, "total" | "travelers">): string =>
  travelers === 1 ? euro(total) : `${euro(total)}, ${euro(total / travelers)} per person`;

/** Formats a flight: `X2 139 at 20:45`. */
export const flightText = (booked: Itinerary["return"]): string =>
  booked === null ? "none" : `${booked.flight.number} at ${timeOf(booked.flight.departs)}`;

/** A part of a trip that has a price. */
export interface PricedPart {
  readonly part: Alternative["part"];
  readonly label: string;
  readonly amount: string;
}

/** Prices of the parts of a trip. */
export function pricesOf({ outbound, return: back, hotel, travelers }: Itinerary): readonly PricedPart[] {
  const seats = travelers === 1 ? "" : `, ${travelers} seats`;
  const prices: readonly ((Omit<PricedPart, "amount"> & { price: number }) | null)[] = [
    { part: "outbound", label: `Flight out${seats}`, price: outbound.flight.price * travelers },
    back && { part: "return", label: `Flight back${seats}`, price: back.flight.price * travelers },
    hotel && { part: "hotel", label: stayText(hotel), price: hotel.room.pricePerNight * hotel.rooms * hotel.nights },
  ];
  return prices.flatMap((each) => (each === null ? [] : [{ ...each, amount: euro(each.price) }]));
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
  const { days, assumed, notPossible, reasons } = itinerary;
  const entries = timelineOf(itinerary);
  const section = (title: string, items: readonly string[]): string =>
    items.length === 0 ? "" : [brief ? `**${title}**` : title, ...items.map((item) => `- ${item}`)].join("\n");
  const plans = days.map(({ date }) => {
    const ofDay = entries.filter((entry) => entry.date === date && entry.kind !== "flight");
    const lines = ofDay.map(({ time, title, note }) => `${time} ${title}${note === "" ? "" : ` (${note})`}`);
    return section(dayText(date), lines.length === 0 ? ["nothing planned"] : lines);
  });
  return texts(
    section(`${headline(itinerary)}: ${priceText(itinerary)}`, partLines(itinerary)),
    ...(brief ? [] : plans),
    !brief && section("Why this trip", reasons),
    section("Assumed, because you did not say it", assumed),
    section("Not possible", notPossible),
    !brief && section("Alternatives (type a number to choose one)", alternativeLines(alternatives, itinerary)),
    booking !== null && `Booked as ${booking.reference}.`,
    sample && !brief && SAMPLE_NOTE,
  ).join("\n\n");
}

const PARTS: Readonly<Record<Alternative["part"], string>> = { outbound: "Out", return: "Back", hotel: "Hotel" };

const partLines = (itinerary: Itinerary): readonly string[] =>
  pricesOf(itinerary).map(({ part, amount }) => {
    const booked = itinerary[part];
    if (booked === null) return "";
    if ("stars" in booked) return `Hotel: ${booked.name} (${booked.stars} stars), ${stayText(booked)}, ${amount}`;
    const { number, carrier, origin, destination, departs, arrives, minutes } = booked.flight;
    const route = `${origin} ${timeOf(departs)} → ${destination} ${timeOf(arrives)}${nextDay(booked.flight)}`;
    return `${PARTS[part]}: ${number} ${carrier}, ${route}, ${minutesText(minutes)}${seatText(booked.seat)}, ${amount}`;
  });

/** Formats the alternatives, numbered from 1 so that the traveler can pick one. */
function alternativeLines(alternatives: readonly Alternative[], trip: Itinerary): readonly string[] {
  const chosen = {
    outbound: flightText(trip.outbound),
    return: flightText(trip.return),
    hotel: trip.hotel?.name ?? "",
  };
  return alternatives.map(({ part, label, compared, difference }, index) => {
    const price = `${euro(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than`;
    return `${index + 1}. ${PARTS[part]}: ${label}: ${difference === 0 ? "same price as" : price} ${chosen[part]}; ${compared}`;
  });
}
