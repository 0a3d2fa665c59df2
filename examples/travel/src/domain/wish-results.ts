import { euro, roomsText } from "./format.ts";
import type { TripOffers } from "./plan-itinerary.ts";
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
