import { Temporal } from "temporal-polyfill";
import { type ChosenJourney, chooseJourney } from "./choose-journey.ts";
import type { Airport, Flight, Hotel, Restaurant, Sight } from "./offers.ts";
import { planDays } from "./plan-days.ts";
import type { Point } from "./places.ts";
import { factValue, type Profile } from "./profile.ts";
import type { Alternative, Itinerary, TravelInfo } from "./trip.ts";

/** Offers found for a trip. */
export interface TripOffers {
  readonly destination: Airport;
  readonly outbound: readonly Flight[];
  readonly return: readonly Flight[];
  readonly hotels: readonly Hotel[];
  readonly sights: readonly Sight[];
  readonly restaurants: readonly Restaurant[];
}

/** Trip with an origin, a destination and both dates. */
export type PlannableTrip = TravelInfo & {
  readonly [Key in "origin" | "destination" | "startDate" | "endDate"]: string;
};

/** Result of planning. */
export type PlannedItinerary =
  | { readonly outcome: "planned"; readonly itinerary: Itinerary; readonly alternatives: readonly Alternative[] }
  | Extract<ChosenJourney, { outcome: "none" }>;

/** Plans a trip from the offers: the journey first, then the days. Seats are chosen afterwards. */
export function planItinerary(trip: PlannableTrip, offers: TripOffers, profile: Profile): PlannedItinerary {
  const nights = Temporal.PlainDate.from(trip.startDate).until(trip.endDate).days;
  const center = middleOf(offers.sights) ?? offers.destination;
  const chosen = chooseJourney({ ...offers, center }, { trip, profile, nights });
  if (chosen.outcome === "none") return chosen;
  const { outbound, return: back, hotel, room, total } = chosen.journey;
  const { sights, restaurants } = offers;
  const days = planDays({ outbound, return: back, hotel, sights, restaurants, profile, wishes: trip.wishes });
  const itinerary: Itinerary = {
    origin: trip.origin,
    destination: trip.destination,
    city: offers.destination.city,
    timeZone: offers.destination.timeZone,
    startDate: trip.startDate,
    endDate: trip.endDate,
    travelers: trip.travelers,
    outbound: { flight: outbound, seat: null },
    return: { flight: back, seat: null },
    hotel: {
      id: hotel.id,
      name: hotel.name,
      stars: hotel.stars,
      latitude: hotel.latitude,
      longitude: hotel.longitude,
      room,
      nights,
    },
    days,
    total,
    reasons: chosen.reasons,
  };
  return { outcome: "planned", itinerary, alternatives: chosen.alternatives };
}

/**
 * Chooses a seat for each traveler: the first one of the preferred kind, and the others as near to it as possible.
 *
 * Returns null if too few seats are free.
 */
export function chooseSeats(free: readonly string[], profile: Profile, travelers: number): string | null {
  if (free.length < travelers) return null;
  const letters = { window: /[AF]$/, aisle: /[CD]$/ }[factValue(profile, "seat") ?? ""] ?? /./;
  const first = free.find((seat) => letters.test(seat)) ?? free[0];
  if (first === undefined) return null;
  const others = free
    .filter((seat) => seat !== first)
    .toSorted((a, b) => apart(first, a) - apart(first, b) || (a < b ? -1 : 1));
  return [first, ...others.slice(0, travelers - 1)].join(" ");
}

/** Distance between two seats. One row counts as six seats. */
const apart = (a: string, b: string): number =>
  Math.abs(Number.parseInt(a, 10) - Number.parseInt(b, 10)) * 6 +
  Math.abs((a.codePointAt(a.length - 1) ?? 0) - (b.codePointAt(b.length - 1) ?? 0));

/** Ids of the selected flights, seats, room and sights, for `travel_info`. */
export const selectionsOf = ({ outbound, return: back, hotel, days }: Itinerary) => ({
  outbound: { flightSelection: outbound.flight.id, seatNumber: outbound.seat },
  return: { flightSelection: back.flight.id, seatNumber: back.seat },
  hotel: { hotelSelection: hotel.id, roomSelection: hotel.room.id },
  poi: days.flatMap(({ visits }) => visits.map(({ sight }) => sight.id)),
});

function middleOf(points: readonly Point[]): Point | null {
  if (points.length === 0) return null;
  const sum = points.reduce(
    (total, { latitude, longitude }) => ({
      latitude: total.latitude + latitude,
      longitude: total.longitude + longitude,
    }),
    { latitude: 0, longitude: 0 },
  );
  return { latitude: sum.latitude / points.length, longitude: sum.longitude / points.length };
}
