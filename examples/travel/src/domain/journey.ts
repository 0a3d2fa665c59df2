import type { Flight, Hotel, Room } from "./offers.ts";
import type { Point } from "./places.ts";
import type { Profile } from "./profile.ts";
import type { TravelInfo } from "./trip.ts";

/** Flights and hotels to choose a journey from. */
export interface JourneyOffers {
  readonly outbound: readonly Flight[];
  readonly return: readonly Flight[];
  readonly hotels: readonly Hotel[];
  /** Center of the sights. */
  readonly center: Point;
}

/** Chosen flights and room. */
export interface Journey {
  readonly outbound: Flight;
  readonly return: Flight;
  readonly hotel: Hotel;
  readonly room: Room;
  readonly total: number;
}

/** Trip and traveler that a journey is chosen for. */
export interface JourneyRequest {
  readonly trip: TravelInfo;
  readonly profile: Profile;
  readonly nights: number;
}
