import { chooseJourney } from "./choose-journey.ts";
import { countText, listText, nightsBetween, texts } from "./format.ts";
import { startOf } from "./merge-reading.ts";
import { sightsCalled } from "./merge-wishes.ts";
import type { Airport, TripOffers } from "./offers.ts";
import { planDays } from "./plan-days.ts";
import { type NamedPlace, Transport } from "./places.ts";
import { factsOf, factValue, factValues, type Profile } from "./profile.ts";
import type { Itinerary, TravelInfo } from "./trip.ts";

/** Trip that can be planned. Its end is null for a one-way trip without a stay. */
export type PlannableTrip = NonNullable<ReturnType<typeof plannable>>;

/** Fills in the defaults of a trip; null while a detail without a default is missing. */
export function plannable(info: TravelInfo, profile: Profile, airports: readonly Airport[]) {
  const { startDate, endDate, several, budget, wishes } = info;
  const city = airports.find(({ code }) => code === info.destination);
  const origin = startOf(info, profile, airports);
  const isOpen = (endDate === null && !wishes.oneWay) || (several && info.travelers === null);
  if (origin === null || city === undefined || startDate === null || isOpen) return null;
  const travelers = info.travelers ?? 1;
  const limit = budget.total && budget.total * (budget.perPerson ? travelers : 1);
  return { origin, city, startDate, endDate, travelers, level: budget.level ?? ("mid" as const), limit, info };
}

/** Separates the wishes that the offers can fulfill from the others, which are phrases. */
function possibleWishes({ info: { wishes }, travelers }: PlannableTrip, offers: TripOffers, profile: Profile) {
  const { cabin, near, starsAtLeast: least, starsAtMost: most, roomKind, rooms: count } = wishes;
  const rooms = offers.hotels.flatMap((hotel) => hotel.rooms);
  const stars = [...new Set(offers.hotels.map((hotel) => hotel.stars))].toSorted((a, b) => a - b);
  const noStars = !stars.some((number) => number >= (least ?? 0) && number <= (most ?? 9));
  const asked = least === most ? least : `${least ?? "any"} to ${most ?? "any"}`;
  const noPlace = placeOf(near, offers) === null;
  const noKind = !rooms.some(({ name }) => name.toLowerCase().startsWith(roomKind ?? ""));
  const noRooms = count !== null && (count > travelers || !rooms.some(({ sleeps }) => sleeps * count >= travelers));
  const isServed = (diet: string): boolean => offers.restaurants.some(({ diets }) => diets.includes(diet));
  const notPossible = texts(
    cabin !== null && `${cabin} class; all fares are economy`,
    noStars &&
      `a hotel with ${asked} ${asked === 1 ? "star" : "stars"}; ${offers.destination.city} has hotels with ${listText(stars.map(String))} stars`,
    noPlace && `a hotel near "${near}"; I do not know that place`,
    noKind && `${roomKind} rooms`,
    noRooms && `${countText(count, "room")} for ${countText(travelers, "traveler")}`,
    ...factValues(profile, "food_preference").map((diet) => !isServed(diet) && `restaurants with ${diet} food`),
    ...wishes.unavailable.map((wish) => (wish.includes(";") ? wish : `${wish}; the catalog says nothing about this`)),
  );
  const noWish = { ...(noStars && { starsAtLeast: null, starsAtMost: null }), ...(noPlace && { near: null }) };
  return { wishes: { ...wishes, ...noWish, ...(noRooms && { rooms: null }) }, notPossible };
}

/** Finds the place that the hotel should be near; null if it is not known. */
function placeOf(near: string | null, { destination, sights }: TripOffers): NamedPlace | null {
  if (near === "airport") return { ...destination, name: "the airport" };
  if (near !== null && near !== "center") return sightsCalled(near, sights)[0] ?? null;
  const mean = (part: "latitude" | "longitude") => sights.reduce((sum, sight) => sum + sight[part], 0) / sights.length;
  const middle = sights.length === 0 ? destination : { latitude: mean("latitude"), longitude: mean("longitude") };
  return { ...middle, name: "the center of the sights" };
}

/** Plans a trip from the offers, or says why it is not possible: the journey first, then the days. Seats are chosen afterwards. */
export function planItinerary(trip: PlannableTrip, offers: TripOffers, profile: Profile) {
  const { origin, startDate, endDate, travelers, info } = trip;
  const { wishes, notPossible } = possibleWishes(trip, offers, profile);
  const nights = endDate === null || wishes.withoutHotel ? 0 : nightsBetween(startDate, endDate);
  const center = placeOf(wishes.near, offers) ?? { ...trip.city, name: trip.city.city };
  const journey = chooseJourney({ ...offers, center }, { ...trip, wishes, profile, nights });
  if (typeof journey === "string") return journey;
  const { outbound, return: back, stay, total, alternatives, reasons } = journey;
  const lastDay = back?.departs.slice(0, 10) ?? endDate ?? startDate;
  // A trip without a hotel starts its days in the middle of the sights.
  const preferred = Transport.safeParse(factValue(profile, "home_local_prefer_mode")).data;
  const transport = wishes.transport ?? preferred ?? "public transport";
  const hotel = stay ?? center;
  const days = planDays({ ...offers, outbound, return: back, lastDay, hotel, transport, profile, wishes });
  const isHome = factsOf(profile, "home_address").some(
    ({ value, certainty }) => value === origin && certainty === "said",
  );
  const assumed = texts(
    info.travelers === null && countText(travelers, "traveler"),
    info.travelersAssumed,
    info.datesAssumed,
    info.origin === null && `from ${origin}, ${isHome ? "where you live" : "where an earlier trip started"}`,
    info.budget.level === null && info.budget.total === null && "a mid-range budget",
  );
  const itinerary: Itinerary = {
    origin,
    destination: trip.city.code,
    city: trip.city.city,
    startDate,
    endDate: endDate ?? startDate,
    travelers,
    children: info.children ?? 0,
    transport,
    total,
    outbound: { flight: outbound, seat: null },
    return: back && { flight: back, seat: null },
    hotel: stay,
    days: endDate === null ? [] : days,
    reasons,
    assumed,
    notPossible,
  };
  return { itinerary, alternatives };
}
