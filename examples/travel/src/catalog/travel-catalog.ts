import type { Airport, Flight, Hotel, Restaurant, Sight } from "../domain/offers.ts";

/** What was found, and whether that is all there is. */
export interface Found<Item> {
  readonly items: readonly Item[];
  /** What is missing and why, for people; null when everything is there. */
  readonly problem: string | null;
}

/** Which flights are looked for. */
export interface FlightQuery {
  readonly origin: string;
  readonly destination: string;
  /** The day of departure, at the origin. */
  readonly date: string;
  readonly travelers: number;
  readonly signal?: AbortSignal;
}

/**
 * Where offers come from: the sample catalogue, or services of your own.
 *
 * A source that is slow or broken gives what it has and says what is missing; it throws only when its caller stops it.
 */
export interface TravelCatalog {
  /** True for made-up data: every itinerary says so. */
  readonly sample: boolean;
  airports(): readonly Airport[];
  flights(query: FlightQuery): Promise<Found<Flight>>;
  hotels(city: string): Promise<Found<Hotel>>;
  sights(city: string): Promise<Found<Sight>>;
  restaurants(city: string): Promise<Found<Restaurant>>;
  /** The free seats of a flight; empty where they cannot be chosen. */
  seats(flight: Flight): Promise<readonly string[]>;
}
