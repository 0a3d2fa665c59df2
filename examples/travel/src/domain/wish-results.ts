import { euro, roomsText, texts, timeOf } from "./format.ts";
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
  `The flight ${way} leaves at ${timeOf(flight.departs)}.`;

/** Says how each new wish is met, one sentence each, so that no wish is without an effect or an answer. */
export function wishResults({ before, wishes, itinerary, offers }: WishChange): readonly string[] {
  const { outbound, return: back, hotel } = itinerary;
  const isNew = (...names: readonly (keyof Wishes)[]): boolean =>
    names.some((name) => ![null, false, before?.[name]].includes(wishes[name]));
  const isAllDirect = [...offers.outbound, ...offers.return].every(({ stops }) => stops === 0);
  const ofFlights = texts(
    isNew("direct") &&
      (isAllDirect
        ? "Every flight between these cities is direct, so this wish changes nothing."
        : "Both flights are direct."),
    isNew("outboundAfter", "outboundBefore") && leaves("out", outbound),
    isNew("returnAfter", "returnBefore") && back !== null && leaves("back", back),
  );
  if (hotel === null) return ofFlights;
  const { name, distance, place, stars, rooms, room } = hotel;
  return texts(
    ...ofFlights,
    isNew("near") && `${name} is ${distance.toFixed(1)} km from ${place}. No hotel that fits is closer.`,
    isNew("starsAtLeast", "starsAtMost") && `${name} has ${stars} stars.`,
    isNew("rooms", "roomKind") && `The room at ${name}: ${roomsText(rooms, room.name)}.`,
    isNew("nightAtMost") && `A night costs ${euro(room.pricePerNight * rooms)}.`,
  );
}
