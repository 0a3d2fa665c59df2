import type { Airport, Flight, Hotel, Restaurant, Sight } from "../domain/offers.ts";

/** Result of a search, which may be incomplete. */
export interface SearchResult<Item> {
  readonly items: readonly Item[];
  /** Message that says what is missing and why; null for a complete result. */
  readonly problem: string | null;
}

/** Query for flights. */
export interface FlightQuery {
  readonly origin: string;
  readonly destination: string;
  /** Date of departure, in the time zone of the origin. */
  readonly date: string;
  readonly travelers: number;
  readonly signal?: AbortSignal;
}

/**
 * Source of offers: the sample catalog, or your own services.
 *
 * A slow or failing source returns the offers it has, with a `problem`. It throws only if the caller aborts the search.
 */
export interface TravelCatalog {
  /** True for made-up data, which every itinerary then mentions. */
  readonly sample: boolean;
  airports(): readonly Airport[];
  /** Returns the last date for which flights are sold. */
  lastDate(today: string): string;
  flights(query: FlightQuery): Promise<SearchResult<Flight>>;
  hotels(city: string): Promise<SearchResult<Hotel>>;
  sights(city: string): Promise<SearchResult<Sight>>;
  restaurants(city: string): Promise<SearchResult<Restaurant>>;
  /** Returns the free seats of a flight; empty if seats cannot be chosen. */
  seats(flight: Flight): Promise<readonly string[]>;
}
