import { euro, roomsText } from "./format.ts";
import type { TripOffers } from "./plan-itinerary.ts";
import { factValue, type Profile } from "./profile.ts";
import type { Itinerary, Wishes } from "./trip.ts";

/** Wishes before and after a message, and the result. */
interface WishChange {
  readonly before: Wishes | null;
  readonly wishes: Wishes;
  readonly itinerary: Itinerary;
  readonly offers: TripOffers;
}

const leaves = (way: string, { flight }: Itinerary["outbound"]): string =>
  `The flight ${way} leaves at ${flight.departs.slice(11)}.`;

/** Says how each new wish is met, one sentence each, so that no wish is without an effect or an answer. */
export function wishResults({ before, wishes, itinerary, offers }: WishChange): readonly string[] {
  const { outbound, return: back, hotel } = itinerary;
  const isNew = (...names: readonly (keyof Wishes)[]): boolean =>
    names.some(
      (name) => wishes[name] !== null && wishes[name] !== false && (before === null || wishes[name] !== before[name]),
    );
  const flights = [...offers.outbound, ...offers.return];
  return [
    ...(isNew("direct")
      ? [
          flights.every(({ stops }) => stops === 0)
            ? "Every flight between these cities is direct, so this wish changes nothing."
            : "Both flights are direct.",
        ]
      : []),
    ...(isNew("outboundAfter", "outboundBefore") ? [leaves("out", outbound)] : []),
    ...(isNew("returnAfter", "returnBefore") && back !== null ? [leaves("back", back)] : []),
    ...(isNew("near") && hotel !== null
      ? [`${hotel.name} is ${hotel.distance.toFixed(1)} km from ${hotel.place}. No hotel that fits is closer.`]
      : []),
    ...(isNew("starsAtLeast", "starsAtMost") && hotel !== null ? [`${hotel.name} has ${hotel.stars} stars.`] : []),
    ...(isNew("rooms", "roomKind") && hotel !== null
      ? [`The room at ${hotel.name}: ${roomsText(hotel.rooms, hotel.room.name)}.`]
      : []),
    ...(isNew("nightAtMost") && hotel !== null
      ? [`A night costs ${euro(hotel.room.pricePerNight * hotel.rooms)}.`]
      : []),
  ];
}

const LETTERS: Readonly<Record<string, RegExp>> = { window: /[AF]$/, aisle: /[CD]$/ };

/** Says which seats are of the preferred kind; empty without a preference. */
export function seatResults({ outbound, return: back }: Itinerary, profile: Profile): readonly string[] {
  const kind = factValue(profile, "seat") ?? "";
  const letters = LETTERS[kind];
  if (letters === undefined) return [];
  return Object.entries({ out: outbound, back }).flatMap(([way, booked]) => {
    if (booked?.seat === undefined || booked.seat === null) return [];
    const fitting = booked.seat.split(" ").filter((seat) => letters.test(seat));
    if (fitting.length === 0) return [`No ${kind} seat is free on the flight ${way}.`];
    return [`The ${kind} seat on the flight ${way} is ${fitting.join(" and ")}.`];
  });
}

/** The first free seat of the preferred kind, or else the first one. */
export const firstSeat = (free: readonly string[], profile: Profile): string | undefined =>
  free.find((seat) => (LETTERS[factValue(profile, "seat") ?? ""] ?? /./).test(seat)) ?? free[0];
