import { Temporal } from "temporal-polyfill";
import { type ChosenJourney, chooseJourney, type JourneyOffers } from "./choose-journey.ts";
import { listText, texts, travelersText } from "./format.ts";
import { startOf } from "./merge-reading.ts";
import { sightsCalled } from "./merge-wishes.ts";
import type { Airport, Restaurant, Sight } from "./offers.ts";
import { planDays } from "./plan-days.ts";
import type { NamedPlace } from "./places.ts";
import { factValues, type Profile } from "./profile.ts";
import type { Alternative, BudgetLevel, Itinerary, TravelInfo, Wishes } from "./trip.ts";

/** Offers found for a trip. */
export interface TripOffers extends Omit<JourneyOffers, "center"> {
  readonly destination: Airport;
  readonly sights: readonly Sight[];
  readonly restaurants: readonly Restaurant[];
}

/** Trip that can be planned. Details that nobody stated have their defaults. */
export interface PlannableTrip {
  readonly origin: string;
  readonly destination: string;
  readonly startDate: string;
  /** Null for a one-way trip without a stay. */
  readonly endDate: string | null;
  readonly travelers: number;
  readonly level: BudgetLevel;
  /** Limit for all travelers, in euros. */
  readonly limit: number | null;
  readonly info: TravelInfo;
}

/** Result of planning. */
export type PlannedItinerary =
  | { readonly outcome: "planned"; readonly itinerary: Itinerary; readonly alternatives: readonly Alternative[] }
  | Extract<ChosenJourney, { outcome: "none" }>;

/** Fills in the defaults of a trip; null while a detail without a default is missing. */
export function plannable(info: TravelInfo, profile: Profile, airports: readonly Airport[]): PlannableTrip | null {
  const { destination, startDate, endDate, several, budget, wishes } = info;
  const origin = startOf(info, profile, airports);
  const isOpen = (endDate === null && !wishes.oneWay) || (several && info.travelers === null);
  if (origin === null || destination === null || startDate === null || isOpen) return null;
  const travelers = info.travelers ?? 1;
  const limit = budget.total === null ? null : budget.total * (budget.perPerson ? travelers : 1);
  return { origin, destination, startDate, endDate, travelers, level: budget.level ?? "mid", limit, info };
}

/** What the traveler did not say, as phrases. */
function assumptions({ origin, info, travelers }: PlannableTrip, profile: Profile): readonly string[] {
  const { datesAssumed, travelersAssumed, budget } = info;
  const isHome = profile.some(
    ({ kind, value, certainty }) => kind === "home" && value === origin && certainty === "said",
  );
  return texts(
    info.travelers === null && travelersText(travelers),
    travelersAssumed,
    // The day itself was said: only its year is assumed.
    datesAssumed?.replace(/the next (\d+ \p{L}+), which is in (\d+)/u, "the year $2 for $1"),
    info.origin === null && `from ${origin}, ${isHome ? "where you live" : "where an earlier trip started"}`,
    budget.level === null && budget.total === null && "a mid-range budget",
  );
}

/** Separates the wishes that the offers can fulfill from the others, which are phrases. */
function possibleWishes(
  { info: { wishes, endDate }, travelers }: PlannableTrip,
  offers: TripOffers,
  profile: Profile,
): { readonly wishes: Wishes; readonly notPossible: readonly string[] } {
  const { cabin, near, starsAtLeast, starsAtMost, roomKind, rooms: count } = wishes;
  const { hotels, restaurants, destination } = offers;
  const rooms = hotels.flatMap((hotel) => hotel.rooms);
  const stars = [...new Set(hotels.map((hotel) => hotel.stars))].toSorted((a, b) => a - b);
  const hasStars = stars.some((number) => number >= (starsAtLeast ?? 0) && number <= (starsAtMost ?? 9));
  const asked = starsAtLeast === starsAtMost ? starsAtLeast : `${starsAtLeast ?? "any"} to ${starsAtMost ?? "any"}`;
  const hasPlace = near === null || placeOf(near, offers) !== null;
  const hasKind = rooms.some(({ name }) => name.toLowerCase().startsWith(roomKind ?? ""));
  const hasRooms = count === null || (count <= travelers && rooms.some(({ sleeps }) => sleeps * count >= travelers));
  const diets = factValues(profile, "food").filter((diet) => !restaurants.some(({ diets: all }) => all.includes(diet)));
  const flights = [...offers.outbound, ...offers.return];
  const gone = [wishes.outboundFlight, wishes.returnFlight].filter(
    (chosen) => chosen !== null && !flights.some(({ number }) => number === chosen),
  );
  const notPossible = texts(
    cabin !== null && `${cabin} class; all fares are economy`,
    !hasStars &&
      `a hotel with ${asked} stars; ${destination.city} has hotels with ${listText(stars.map(String))} stars`,
    !hasPlace && `a hotel near "${near}"; I do not know that place`,
    roomKind !== null && !hasKind && `${roomKind} rooms`,
    endDate === null && !wishes.withoutHotel && !wishes.oneWay && "a hotel without nights",
    !hasRooms && `${count} rooms for ${travelersText(travelers)}`,
    ...diets.map((diet) => `restaurants with ${diet} food`),
    ...wishes.unavailable,
    ...gone.map((chosen) => `the flight ${chosen}, which you chose; it does not fly on that day`),
  );
  const starless = { starsAtLeast: null, starsAtMost: null };
  const impossible = {
    ...(!hasStars && starless),
    ...(!hasPlace && { near: null }),
    ...(!hasRooms && { rooms: null }),
  };
  return { wishes: { ...wishes, ...impossible }, notPossible };
}

/** Finds the place that the hotel should be near; null if it is not known. */
function placeOf(near: string | null, { destination, sights }: TripOffers): NamedPlace | null {
  if (near === "airport") return { ...destination, name: "the airport" };
  if (near !== null && near !== "center") return sightsCalled(near, sights)[0] ?? null;
  const name = "the center of the sights";
  if (sights.length === 0) return { ...destination, name };
  const mean = (part: "latitude" | "longitude"): number =>
    sights.reduce((sum, sight) => sum + sight[part], 0) / sights.length;
  return { name, latitude: mean("latitude"), longitude: mean("longitude") };
}

/** Plans a trip from the offers: the journey first, then the days. Seats are chosen afterwards. */
export function planItinerary(trip: PlannableTrip, offers: TripOffers, profile: Profile): PlannedItinerary {
  const { origin, destination, startDate, endDate, travelers, level, limit, info } = trip;
  const { wishes, notPossible } = possibleWishes(trip, offers, profile);
  const nights = endDate === null || wishes.withoutHotel ? 0 : Temporal.PlainDate.from(startDate).until(endDate).days;
  const center = placeOf(wishes.near, offers) ?? { ...offers.destination, name: offers.destination.city };
  const chosen = chooseJourney({ ...offers, center }, { travelers, level, limit, wishes, profile, nights });
  if (chosen.outcome === "none") return chosen;
  const { outbound, return: back, stay, total } = chosen.journey;
  const lastDay = back?.departs.slice(0, 10) ?? endDate ?? startDate;
  // A trip without a hotel starts its days in the middle of the sights.
  const hotel = stay?.hotel ?? center;
  const { city, timeZone } = offers.destination;
  const days = planDays({ ...offers, outbound, return: back, lastDay, hotel, profile, wishes: info.wishes });
  const whole = { origin, destination, city, timeZone, startDate, endDate: endDate ?? startDate, travelers, total };
  const booked = stay && { distance: stay.distance, place: center.name, room: stay.room, rooms: stay.count, nights };
  const itinerary: Itinerary = {
    ...whole,
    outbound: { flight: outbound, seat: null },
    return: back && { flight: back, seat: null },
    hotel: stay && booked && { ...stay.hotel, ...booked },
    days: endDate === null ? [] : days,
    reasons: chosen.reasons,
    assumed: assumptions(trip, profile),
    notPossible,
  };
  return { outcome: "planned", itinerary, alternatives: chosen.alternatives };
}
