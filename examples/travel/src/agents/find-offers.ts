import type { TravelCatalog } from "../catalog/travel-catalog.ts";
import type { PlannableTrip, TripOffers } from "../domain/plan-itinerary.ts";
import { travelErrors } from "../errors.ts";

/** Offers found for a trip, with the outcome of each search. */
export interface FoundOffers {
  readonly offers: TripOffers;
  /** One entry per search; `problem` says what is missing, or is null for a complete result. */
  readonly searches: readonly { readonly name: string; readonly problem: string | null }[];
}

/** Searches the catalog for flights, hotels, sights and restaurants in parallel. */
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
