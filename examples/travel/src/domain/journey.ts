import type { Flight, Hotel, Room } from "./offers.ts";
import type { NamedPlace } from "./places.ts";
import type { Profile } from "./profile.ts";
import type { BudgetLevel, Wishes } from "./trip.ts";

/** Flights and hotels to choose a journey from. */
export interface JourneyOffers {
  readonly outbound: readonly Flight[];
  readonly return: readonly Flight[];
  readonly hotels: readonly Hotel[];
  /** Place that the hotel should be near. */
  readonly center: NamedPlace;
}

/** Chosen flights and room. A one-way trip has no flight back, and a trip without a stay no hotel. */
export interface Journey {
  readonly outbound: Flight;
  readonly return: Flight | null;
  readonly stay: OfferedRoom | null;
  readonly total: number;
}

/** Trip and traveler that a journey is chosen for. */
export interface JourneyRequest {
  readonly travelers: number;
  readonly level: BudgetLevel;
  /** Limit for all travelers, in euros. */
  readonly limit: number | null;
  readonly wishes: Wishes;
  readonly profile: Profile;
  /** Nights in a hotel; 0 for none. */
  readonly nights: number;
}

/** Rooms of one kind for the whole party. */
export interface OfferedRoom {
  readonly hotel: Hotel;
  readonly room: Room;
  /** Number of rooms. */
  readonly count: number;
  /** Distance from the center of the sights, in kilometers. */
  readonly distance: number;
}
