import { Temporal } from "temporal-polyfill";
import { type ChosenJourney, chooseJourney } from "./choose-journey.ts";
import { listText, travelersText } from "./format.ts";
import { sightsCalled, startOf } from "./merge-reading.ts";
import type { Airport, Flight, Hotel, Restaurant, Sight } from "./offers.ts";
import { planDays } from "./plan-days.ts";
import type { NamedPlace, Point } from "./places.ts";
import { factValues, type Profile } from "./profile.ts";
import type { Alternative, BudgetLevel, Itinerary, TravelInfo } from "./trip.ts";

/** Offers found for a trip. */
export interface TripOffers {
  readonly destination: Airport;
  readonly outbound: readonly Flight[];
  readonly return: readonly Flight[];
  readonly hotels: readonly Hotel[];
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
  const isOpen = endDate === null && !wishes.oneWay;
  if (origin === null || destination === null || startDate === null || isOpen || (several && info.travelers === null))
    return null;
  const travelers = info.travelers ?? 1;
  const limit = budget.total === null ? null : budget.total * (budget.perPerson ? travelers : 1);
  return { origin, destination, startDate, endDate, travelers, level: budget.level ?? "mid", limit, info };
}

/** What the traveler did not say, as phrases. */
function assumptions({ origin, info, travelers }: PlannableTrip, profile: Profile): readonly string[] {
  const { datesAssumed, travelersAssumed, budget } = info;
  return [
    ...(info.travelers === null ? [travelersText(travelers)] : []),
    ...(travelersAssumed === null ? [] : [travelersAssumed]),
    ...(datesAssumed === null ? [] : [datesAssumed]),
    ...(info.origin === null
      ? [
          `from ${origin}, ${profile.some(({ kind, value, certainty }) => kind === "home" && value === origin && certainty === "said") ? "where you live" : "where an earlier trip started"}`,
        ]
      : []),
    ...(budget.level === null && budget.total === null ? ["a mid-range budget"] : []),
  ];
}

/** Wishes that the offers cannot fulfill, as phrases. */
function notPossible(
  { info: { wishes, endDate }, travelers }: PlannableTrip,
  offers: TripOffers,
  profile: Profile,
): readonly string[] {
  const { cabin, near, starsAtLeast, starsAtMost, roomKind, unavailable } = wishes;
  const stars = [...new Set(offers.hotels.map((hotel) => hotel.stars))].toSorted((a, b) => a - b);
  const diets = factValues(profile, "food").filter(
    (diet) => !offers.restaurants.some((restaurant) => restaurant.diets.includes(diet)),
  );
  return [
    ...(cabin === null ? [] : [`${cabin} class; all fares are economy`]),
    ...(hasStars(offers, wishes)
      ? []
      : [
          `a hotel with ${starsAtLeast === starsAtMost ? starsAtLeast : `${starsAtLeast ?? "any"} to ${starsAtMost ?? "any"}`} stars; ${offers.destination.city} has hotels with ${listText(stars.map(String))} stars`,
        ]),
    ...(near === null || placeOf(near, offers) !== null ? [] : [`a hotel near "${near}"; I do not know that place`]),
    ...(roomKind === null ||
    offers.hotels.some(({ rooms }) => rooms.some(({ name }) => name.toLowerCase().startsWith(roomKind)))
      ? []
      : [`${roomKind} rooms`]),
    ...(wishes.withoutHotel || wishes.oneWay || endDate !== null ? [] : ["a hotel without nights"]),
    ...(hasRooms(offers, wishes.rooms, travelers) ? [] : [`${wishes.rooms} rooms for ${travelersText(travelers)}`]),
    ...diets.map((diet) => `restaurants with ${diet} food`),
    ...unavailable,
    ...gone(wishes.outboundFlight, offers.outbound, "out"),
    ...gone(wishes.returnFlight, offers.return, "back"),
  ];
}

/** A flight that the traveler chose, and that does not fly on the new day. */
const gone = (chosen: string | null, flights: readonly Flight[], direction: string): readonly string[] =>
  chosen === null || flights.some(({ number }) => number === chosen)
    ? []
    : [`the flight ${direction} ${chosen}, which you chose; it does not fly on that day`];

const hasStars = ({ hotels }: TripOffers, { starsAtLeast, starsAtMost }: TravelInfo["wishes"]): boolean =>
  hotels.some(({ stars }) => stars >= (starsAtLeast ?? 0) && stars <= (starsAtMost ?? 9));

/** True when the travelers fill exactly that number of rooms of one kind. */
const hasRooms = ({ hotels }: TripOffers, count: number | null, travelers: number): boolean =>
  count === null ||
  (count <= travelers && hotels.some(({ rooms }) => rooms.some(({ sleeps }) => sleeps * count >= travelers)));

/** Finds the place that the hotel should be near; null if it is not known. */
function placeOf(near: string, { destination, sights }: TripOffers): NamedPlace | null {
  if (near === "center") return centerOf({ destination, sights });
  return near === "airport" ? { ...destination, name: "the airport" } : (sightsCalled(near, sights)[0] ?? null);
}

/** The middle of the sights, or the airport in a city without sights. */
const centerOf = ({ destination, sights }: Pick<TripOffers, "destination" | "sights">): NamedPlace => ({
  name: "the center of the sights",
  ...(middleOf(sights) ?? { latitude: destination.latitude, longitude: destination.longitude }),
});

/** Plans a trip from the offers: the journey first, then the days. Seats are chosen afterwards. */
export function planItinerary(trip: PlannableTrip, offers: TripOffers, profile: Profile): PlannedItinerary {
  const { origin, destination, startDate, endDate, travelers, level, limit, info } = trip;
  const nights =
    endDate === null || info.wishes.withoutHotel ? 0 : Temporal.PlainDate.from(startDate).until(endDate).days;
  const { near } = info.wishes;
  const center = (near === null ? null : placeOf(near, offers)) ?? centerOf(offers);
  const wishes = {
    ...info.wishes,
    ...(!hasStars(offers, info.wishes) && { starsAtLeast: null, starsAtMost: null }),
    near: near === null || placeOf(near, offers) === null ? null : near,
    rooms: hasRooms(offers, info.wishes.rooms, travelers) ? info.wishes.rooms : null,
  };
  const chosen = chooseJourney({ ...offers, center }, { travelers, level, limit, wishes, profile, nights });
  if (chosen.outcome === "none") return chosen;
  const { outbound, return: back, stay, total } = chosen.journey;
  const { sights, restaurants } = offers;
  const lastDay = back?.departs.slice(0, 10) ?? endDate ?? startDate;
  // A trip without a hotel starts its days in the middle of the sights.
  const request = { outbound, return: back, lastDay, hotel: stay?.hotel ?? center, profile, wishes };
  const days = endDate === null ? [] : planDays({ ...request, sights, restaurants });
  const itinerary: Itinerary = {
    origin,
    destination,
    city: offers.destination.city,
    timeZone: offers.destination.timeZone,
    startDate,
    endDate: endDate ?? startDate,
    travelers,
    outbound: { flight: outbound, seat: null },
    return: back === null ? null : { flight: back, seat: null },
    hotel:
      stay === null
        ? null
        : {
            ...stay.hotel,
            distance: stay.distance,
            place: center.name,
            room: stay.room,
            rooms: stay.count,
            nights,
          },
    days,
    total,
    reasons: chosen.reasons,
    assumed: assumptions(trip, profile),
    notPossible: notPossible(trip, offers, profile),
  };
  return { outcome: "planned", itinerary, alternatives: chosen.alternatives };
}

/** Ids of the selected flights, seats, room and sights, for `travel_info`. */
export const selectionsOf = ({ outbound, return: back, hotel, days }: Itinerary) => ({
  outbound: { flightSelection: outbound.flight.id, seatNumber: outbound.seat },
  return: { flightSelection: back?.flight.id ?? null, seatNumber: back?.seat ?? null },
  hotel: { hotelSelection: hotel?.id ?? null, roomSelection: hotel?.room.id ?? null },
  poi: days.flatMap(({ visits }) => visits.map(({ sight }) => sight.id)),
});

function middleOf(points: readonly Point[]): Point | null {
  const mean = (part: keyof Point): number => points.reduce((sum, point) => sum + point[part], 0) / points.length;
  return points.length === 0 ? null : { latitude: mean("latitude"), longitude: mean("longitude") };
}
