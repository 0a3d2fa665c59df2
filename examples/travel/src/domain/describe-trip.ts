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

/** A part of a trip that has a price, with its texts. All answers about a trip are made of them. */
export interface TripPart {
  readonly part: Alternative["part"];
  /** Its name, such as `flight out`. */
  readonly name: string;
  /** What was chosen: `X2 139 at 20:45`. */
  readonly title: string;
  /** One line with everything but the price. */
  readonly line: string;
  /** Its name in a list of prices. */
  readonly label: string;
  readonly amount: string;
  /** Answer to a question about it. */
  readonly answer: string;
}

function flightPart(part: "outbound" | "return", { [part]: booked, travelers }: Itinerary): readonly TripPart[] {
  if (booked === null) return [];
  const { number, carrier, origin, destination, departs, arrives, minutes, stops, price } = booked.flight;
  const name = part === "outbound" ? "flight out" : "flight back";
  const [leaves, lands, later] = [timeOf(departs), timeOf(arrives), nextDay(booked.flight)];
  const [length, amount] = [minutesText(minutes), euro(price * travelers)];
  const seat = seatText(booked.seat);
  return [
    {
      part,
      name,
      title: `${number} at ${leaves}`,
      line: `${number} ${carrier}, ${origin} ${leaves} → ${destination} ${lands}${later}, ${length}${seat}`,
      label: `F${name.slice(1)}${travelers === 1 ? "" : `, ${travelers} seats`}`,
      amount,
      answer: `The ${name}, ${number}, leaves on ${dayText(departs.slice(0, 10))} at ${leaves} and lands at ${lands}${later === "" ? "" : " on the next day"}: ${length}, ${stops === 0 ? "direct" : `${stops} stops`}${seat}, ${amount}.`,
    },
  ];
}

function hotelPart({ hotel }: Itinerary): readonly TripPart[] {
  if (hotel === null) return [];
  const { name: title, stars, rooms, room, nights, distance, place } = hotel;
  const [label, amount] = [stayText(hotel), euro(room.pricePerNight * rooms * nights)];
  const line = `${title} (${stars} stars), ${label}`;
  const answer = `${title} costs ${amount}: ${label}, ${euro(room.pricePerNight * rooms)} a night. It has ${stars} stars and is ${distance.toFixed(1)} km from ${place}.`;
  return [{ part: "hotel", name: "hotel", title, line, label, amount, answer }];
}

/** The flights and the hotel of a trip. */
export const partsOf = (trip: Itinerary): readonly TripPart[] => [
  ...flightPart("outbound", trip),
  ...flightPart("return", trip),
  ...hotelPart(trip),
];

/** Details shown together with an itinerary. */
export interface TripNotes {
  readonly alternatives: readonly Alternative[];
  /** True for made-up data. */
  readonly sample: boolean;
  readonly booking: Booking | null;
  /** True beside a view that shows days, reasons and alternatives. Headings are then bold. */
  readonly brief: boolean;
}

const PARTS: Readonly<Record<Alternative["part"], string>> = { outbound: "Out", return: "Back", hotel: "Hotel" };

/** Formats an itinerary as Markdown that reads well as plain text too: headings with lists. */
export function itineraryText(itinerary: Itinerary, { alternatives, sample, booking, brief }: TripNotes): string {
  const { days, assumed, notPossible, reasons } = itinerary;
  const section = (title: string, items: readonly string[]): string =>
    items.length === 0 ? "" : [brief ? `**${title}**` : title, ...items.map((item) => `- ${item}`)].join("\n");
  const parts = partsOf(itinerary);
  const entries = timelineOf(itinerary).filter(({ kind }) => kind === "visit" || kind === "meal");
  const plans = days.map(({ date }) => {
    const ofDay = entries.filter((entry) => entry.date === date);
    const lines = ofDay.map(({ time, title, note }) => `${time} ${title}${note === "" ? "" : ` (${note})`}`);
    return section(dayText(date), lines.length === 0 ? ["nothing planned"] : lines);
  });
  const options = alternatives.map(({ part, label, compared, difference }, index) => {
    const price = `${euro(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than`;
    const chosen = parts.find((each) => each.part === part)?.title ?? "";
    return `${index + 1}. ${PARTS[part]}: ${label}: ${difference === 0 ? "same price as" : price} ${chosen}; ${compared}`;
  });
  const lines = parts.map(({ part, line, amount }) => `${PARTS[part]}: ${line}, ${amount}`);
  return texts(
    section(`${headline(itinerary)}: ${priceText(itinerary)}`, lines),
    ...(brief ? [] : [...plans, section("Why this trip", reasons)]),
    section("Assumed, because you did not say it", assumed),
    section("Not possible", notPossible),
    !brief && section("Alternatives (type a number to choose one)", options),
    booking !== null && `Booked as ${booking.reference}.`,
    sample && !brief && SAMPLE_NOTE,
  ).join("\n\n");
}
