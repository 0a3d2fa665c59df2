import { countText, dayText, euro, listText, minutesText, texts, timeOf } from "./format.ts";
import type { Flight } from "./offers.ts";
import type { Alternative, Booking, Day, FlightPart, Itinerary, Part, Stay } from "./trip.ts";

/** An entry of the timeline. Times are local, in words if they are not fixed. */
export interface TripEntry {
  readonly kind: "flight" | "hotel" | "visit" | "dinner";
  readonly date: string;
  readonly time: string;
  readonly title: string;
  readonly note: string;
  /** Local time by which the entries of a day are sorted. */
  readonly start: string;
}

/** A flight or the stay of a trip: every text, the timeline, the prices and the comparison of two trips are made of these. */
export interface TripPart {
  readonly part: Part;
  readonly flight: Flight | null;
  readonly seats: string | null;
  readonly stay: Stay | null;
  /** What was chosen: `X2 139, 20:45–01:35`. */
  readonly title: string;
  readonly amount: string;
  /** One line with everything, such as `Flight back: Mon 10 May 2027, X2 139, …`: part of the trip, and the answer to questions. */
  readonly line: string;
  readonly entries: readonly TripEntry[];
}

/** Names of the parts in every text. */
export const PART_NAMES = { outbound: "Flight out", return: "Flight back", hotel: "Hotel" } as const;

/** Formats a flight: `X2 139, 20:45–01:35`. */
export const flightTitle = ({ number, departs, arrives }: Flight) => `${number}, ${timeOf(departs)}–${timeOf(arrives)}`;

const roomsText = ({ rooms, room }: Stay): string => (rooms === 1 ? room.name : `${rooms} × ${room.name}`);

/** Formats rooms: `Garden House (4 stars), 2 × Double`. */
export const stayTitle = (stay: Stay): string => `${stay.name} (${countText(stay.stars, "star")}), ${roomsText(stay)}`;

/** Price of all rooms for one night, in euros. */
export const nightPrice = ({ room, rooms }: Pick<Stay, "room" | "rooms">): number => room.pricePerNight * rooms;

function flightPart(part: FlightPart, { [part]: booked, travelers }: Itinerary): readonly TripPart[] {
  if (booked === null) return [];
  const { flight, seat } = booked;
  const { number, carrier, origin, destination, departs, arrives, stops } = flight;
  const [date, leaves, lands] = [departs.slice(0, 10), timeOf(departs), timeOf(arrives)];
  const later = arrives.startsWith(date) ? "" : " (next day)";
  const seats = seat && `${seat.includes(" ") ? "seats" : "seat"} ${listText(seat.split(" "))}`;
  const direct = stops === 0 ? "direct" : countText(stops, "stop");
  const [note, amount] = [texts(minutesText(flight.minutes), direct, seats).join(", "), euro(flight.price * travelers)];
  const line = `${PART_NAMES[part]}: ${dayText(date)}, ${number} ${carrier}, ${origin} ${leaves} → ${destination} ${lands}${later}, ${note}, ${amount}`;
  const entry: TripEntry = {
    kind: "flight",
    date,
    time: `${leaves}–${lands}`,
    title: `${number}, ${origin} to ${destination}${later}`,
    note: `${carrier}, ${note}`,
    // Nothing of the trip is before the flight out, which leaves in another time zone.
    start: part === "outbound" ? "" : leaves,
  };
  return [{ part, flight, seats, stay: null, title: flightTitle(flight), amount, line, entries: [entry] }];
}

function stayPart({ hotel: stay, outbound, endDate }: Itinerary): readonly TripPart[] {
  if (stay === null) return [];
  const { name, nights, distance, place } = stay;
  const [title, amount] = [stayTitle(stay), euro(nightPrice(stay) * nights)];
  const line = `Hotel: ${title}, ${countText(nights, "night")}, ${euro(nightPrice(stay))} a night, ${distance.toFixed(1)} km from ${place}, ${amount}`;
  const note = `${countText(stay.stars, "star")}, ${roomsText(stay)}`;
  const { arrives } = outbound.flight;
  const [date, start] = [arrives.slice(0, 10), timeOf(arrives)];
  const entries: readonly TripEntry[] = [
    { kind: "hotel", date, time: "on arrival", title: `Check in at ${name}`, note, start },
    { kind: "hotel", date: endDate, time: "morning", title: `Check out of ${name}`, note, start: "00:00" },
  ];
  return [{ part: "hotel", flight: null, seats: null, stay, title, amount, line, entries }];
}

/** The flights and the stay of a trip. */
export const partsOf = (trip: Itinerary): readonly TripPart[] => [
  ...flightPart("outbound", trip),
  ...flightPart("return", trip),
  ...stayPart(trip),
];

/** The visits and the dinner of a day. */
export const dayEntries = ({ date, visits, dinner }: Day): readonly TripEntry[] => [
  ...visits.map(({ sight: { name: title, opens, closes }, from, to, kilometers, travelMinutes }): TripEntry => {
    const open = opens === "00:00" && closes === "24:00" ? "always open" : `open ${opens}–${closes}`;
    const note = `${open}; ${travelMinutes} min away, ${kilometers} km`;
    return { kind: "visit", date, time: `${from}–${to}`, title, note, start: from };
  }),
  ...(dinner === null ? [] : [dinner]).map(({ name: title, diets }): TripEntry => {
    return { kind: "dinner", date, time: "evening", title, note: diets.join(", "), start: "19:30" };
  }),
];

/** Flights, the ends of the stay, visits and dinners in the order in which they start. */
export const timelineOf = (trip: Itinerary): readonly TripEntry[] =>
  [...partsOf(trip).flatMap(({ entries }) => entries), ...trip.days.flatMap(dayEntries)].toSorted((a, b) =>
    `${a.date} ${a.start}` < `${b.date} ${b.start}` ? -1 : 1,
  );

/** Formats the days: `Fri 7 May 2027 to Mon 10 May 2027`. */
export const daysText = ({ startDate, endDate }: Pick<Itinerary, "startDate" | "endDate">): string =>
  startDate === endDate ? dayText(startDate) : `${dayText(startDate)} to ${dayText(endDate)}`;

/** Formats the main facts: `Lisbon, Fri 7 May 2027 to Mon 10 May 2027, 2 travelers`. */
export const headline = (trip: Itinerary): string =>
  texts(trip.city, daysText(trip), partyText(trip), trip.return === null && "one way").join(", ");

/** Formats the party: `4 travelers (2 children)`. */
export const partyText = ({ travelers, children }: Pick<Itinerary, "travelers" | "children">): string =>
  `${countText(travelers, "traveler")}${children === 0 ? "" : ` (${children} ${children === 1 ? "child" : "children"})`}`;

/** Formats the price: `520 €, 260 € per person`. */
export const priceText = ({ total, travelers }: Pick<Itinerary, "total" | "travelers">): string =>
  travelers === 1 ? euro(total) : `${euro(total)}, ${euro(total / travelers)} per person`;

/** Lists bookings, also those that were canceled. */
export function bookingsText(bookings: readonly Booking[]): string {
  const lines = bookings.map((each) => `- ${each.reference}${each.canceledAt ? " (canceled)" : ""}: ${titleOf(each)}`);
  return lines.join("\n") || "You have not booked anything.";
}

/** Formats a booked trip with its price. */
export const titleOf = ({ itinerary }: Booking): string => `${headline(itinerary)}, ${euro(itinerary.total)}`;

/** Details shown together with an itinerary: `sample` for made-up data, `brief` for one line of Markdown beside a view that shows the trip. */
interface TripNotes {
  readonly alternatives: readonly Alternative[];
  readonly booking: Booking | null;
  readonly sample: boolean;
  readonly brief: boolean;
}

const section = (title: string, items: readonly string[]): string =>
  items.length === 0 ? "" : [title, ...items.map((item) => `- ${item}`)].join("\n");

/** Formats a trip as headings with lists. */
export function tripText(trip: Itinerary, { alternatives, sample, booking, brief }: TripNotes): string {
  const parts = partsOf(trip);
  const lines = parts.map(({ line }) => line);
  const title = `${headline(trip)}: ${priceText(trip)}`;
  if (brief) return `**${title}**`;
  const plans = trip.days.map((day) => {
    const planned = dayEntries(day).map(({ note, ...at }) => `${at.time} ${at.title}${note && ` (${note})`}`);
    return section(dayText(day.date), planned.length === 0 ? ["nothing planned"] : planned);
  });
  const options = alternatives.map(({ part, label, compared, difference }, index) => {
    const price = `${euro(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than`;
    const chosen = `${difference === 0 ? "same price as" : price} ${parts.find((each) => each.part === part)?.title}`;
    return `${index + 1}. ${PART_NAMES[part]}: ${label}: ${texts(chosen, compared).join("; ")}`;
  });
  return texts(
    section(title, lines),
    ...plans,
    section("Why this trip", trip.reasons),
    section("Assumed, because you did not say it", trip.assumed),
    section("Not possible", trip.notPossible),
    section("Alternatives (type a number to choose one)", options),
    booking !== null && `Booked as ${booking.reference}.`,
    sample && "Sample data: flights, hotels, restaurants and prices are made up.",
  ).join("\n\n");
}
