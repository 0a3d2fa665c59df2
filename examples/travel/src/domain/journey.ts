import { minutesText, texts } from "./format.ts";
import type { Flight, Hotel, Room } from "./offers.ts";
import type { NamedPlace } from "./places.ts";
import { factValues, type Profile } from "./profile.ts";
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

/** Hours of departure that travelers dislike: before 09:00, and from 21:00 on. */
export const isEarly = ({ departs }: Flight): boolean => departs.slice(11) < "09:00";
const isLate = ({ departs }: Flight): boolean => departs.slice(11) >= "21:00";

/** What the traveler dislikes about a flight, such as `early flights`. */
export const dislikesOf = (flight: Flight, profile: Profile): readonly string[] => {
  const dislikes = factValues(profile, "dislike");
  return texts(isEarly(flight) && "early flights", isLate(flight) && "late flights").filter((kind) =>
    dislikes.includes(kind),
  );
};

/** Says how a flight differs from another one, apart from the price. */
export function comparedFlights(flight: Flight, chosen: Flight): string {
  const later = (Date.parse(flight.departsAt) - Date.parse(chosen.departsAt)) / 60_000;
  const longer = flight.minutes - chosen.minutes;
  return texts(
    later === 0
      ? "leaves at the same time"
      : `leaves ${minutesText(Math.abs(later))} ${later > 0 ? "later" : "earlier"}`,
    longer !== 0 && `${minutesText(Math.abs(longer))} ${longer > 0 ? "longer" : "shorter"}`,
  ).join(", ");
}

type ComparedRoom = Pick<OfferedRoom, "distance"> & { readonly hotel: Pick<Hotel, "stars"> };

/** Says how a room differs from another one, apart from the price. */
export function comparedRooms(offered: ComparedRoom, chosen: ComparedRoom): string {
  const stars = offered.hotel.stars - chosen.hotel.stars;
  const meters = Math.round((offered.distance - chosen.distance) * 10) * 100;
  const count = `${Math.abs(stars)} ${Math.abs(stars) === 1 ? "star" : "stars"}`;
  return texts(
    stars === 0 ? "same number of stars" : `${count} ${stars > 0 ? "more" : "fewer"}`,
    meters !== 0 && `${Math.abs(meters)} m ${meters > 0 ? "farther from" : "closer to"} the center`,
  ).join(", ");
}
