import type { Flight, Hotel, Room } from "./offers.ts";
import type { Point } from "./places.ts";
import type { Profile } from "./profile.ts";
import type { TravelInfo } from "./trip.ts";

/** Everything that a journey can be put together from. */
export interface JourneyOffers {
  readonly outbound: readonly Flight[];
  readonly return: readonly Flight[];
  readonly hotels: readonly Hotel[];
  /** Where most of what there is to see lies. */
  readonly centre: Point;
}

/** The flights and the room that go best together. */
export interface Journey {
  readonly outbound: Flight;
  readonly return: Flight;
  readonly hotel: Hotel;
  readonly room: Room;
  readonly total: number;
}

/** What a journey has to do with. */
export interface JourneyWish {
  readonly trip: TravelInfo;
  readonly profile: Profile;
  readonly nights: number;
}
