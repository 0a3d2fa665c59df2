import type { TravelCatalog } from "../catalog/travel-catalog.ts";
import type { PlannableTrip, TripOffers } from "../domain/plan-itinerary.ts";
import { travelErrors } from "../errors.ts";

/** Everything that was found for a trip, and what could not be looked up. */
export interface FoundOffers {
  readonly offers: TripOffers;
  /** What each search came to: null when it found everything, otherwise what is missing. */
  readonly searches: readonly { readonly name: string; readonly problem: string | null }[];
}

/** Asks the catalogue for everything that a trip can be made of, at the same time. */
export async function findOffers(
  trip: PlannableTrip,
  catalog: TravelCatalog,
  signal: AbortSignal,
): Promise<FoundOffers> {
  const destination = catalog.airports().find(({ code }) => code === trip.destination);
  if (destination === undefined)
    throw travelErrors.invalidCatalogue({ problem: `it has no airport ${trip.destination}` });
  const { travelers } = trip;
  const [outbound, back, hotels, sights, restaurants] = await Promise.all([
    catalog.flights({ origin: trip.origin, destination: trip.destination, date: trip.startDate, travelers, signal }),
    catalog.flights({ origin: trip.destination, destination: trip.origin, date: trip.endDate, travelers, signal }),
    catalog.hotels(trip.destination),
    catalog.sights(trip.destination),
    catalog.restaurants(trip.destination),
  ]);
  return {
    offers: {
      destination,
      outbound: outbound.items,
      return: back.items,
      hotels: hotels.items,
      sights: sights.items,
      restaurants: restaurants.items,
    },
    searches: [
      { name: "flights out", problem: outbound.problem },
      { name: "flights back", problem: back.problem },
      { name: "hotels", problem: hotels.problem },
      { name: "sights", problem: sights.problem ?? restaurants.problem },
    ],
  };
}
