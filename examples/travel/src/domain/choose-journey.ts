import { countText, euro, limitText, listText, minutesOf, minutesText, texts, timeOf } from "./format.ts";
import type { Flight, TripOffers } from "./offers.ts";
import { kilometers, type NamedPlace } from "./places.ts";
import { factValues, type Profile } from "./profile.ts";
import { type Alternative, type BudgetLevel, type FlightPart, Part, type Stay, type Wishes } from "./trip.ts";
import { flightTitle, nightPrice, PART_NAMES, stayTitle, type TripPart } from "./trip-parts.ts";

/** Flights and hotels to choose a journey from, and the place that the hotel should be near. */
type JourneyOffers = Pick<TripOffers, "outbound" | "return" | "hotels"> & { readonly center: NamedPlace };

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

/** Value of an hour, a hotel star and a kilometer, in euros, by budget. */
const WORTH: Readonly<Record<BudgetLevel, { hour: number; star: number; kilometer: number }>> = {
  low: { hour: 4, star: 4, kilometer: 2 },
  mid: { hour: 8, star: 24, kilometer: 6 },
  high: { hour: 16, star: 80, kilometer: 12 },
};
/** Value of a kilometer to a place that the hotel should be near, in euros: more than any price. */
const CLOSER = 100_000;
/** Penalty of a flight at a disliked hour, in euros for each traveler. */
const DISLIKE_PENALTY = 150;
/** Largest difference in cost, in euros, at which an option is offered as an alternative, and their number for each part. */
const MAX_DIFFERENCE = 25;
const MAX_ALTERNATIVES = 2;

/** A flight or a stay; neither for a part that a trip does not have. */
type Chosen = Pick<TripPart, "flight" | "stay">;

/** An option for a part of the trip: a flight by its number, rooms by their id, or nothing. */
interface Option extends Chosen, Pick<Alternative, "part" | "id" | "label"> {
  readonly price: number;
  /** Price plus drawbacks, in euros. Lower is better. */
  readonly cost: number;
}

/**
 * Finds the flights and the room with the lowest cost within the budget and the traveler's wishes, or says why there are none.
 * A one-way trip has no flight back, and a trip without a stay no hotel.
 *
 * Drawbacks count as cost. The search compares every combination, because the budget applies to their sum. Ties are broken by price, then by id, so the
 * result is deterministic.
 */
export function chooseJourney(offers: JourneyOffers, request: JourneyRequest) {
  const { wishes, nights, limit } = request;
  const options = [
    flightOptions("outbound", offers, request),
    wishes.oneWay ? [nothing("return")] : flightOptions("return", offers, request),
    nights === 0 ? [nothing("hotel")] : roomOptions(offers, request),
  ].map((all) => all.toSorted((a, b) => a.cost - b.cost || a.price - b.price || (a.id < b.id ? -1 : 1)));
  const problems = Part.options.flatMap((part, at) => (options[at]?.length === 0 ? nothingFits(part, wishes) : []));
  if (problems.length > 0) return listText(problems);
  const [outs = [], backs = [], rooms = []] = options.map((ofPart) => {
    const chosen = ofPart.filter(({ part, id }) => id === wishes.chosen[part]);
    return chosen.length > 0 ? chosen : ofPart;
  });
  const all = outs
    .flatMap((out) => backs.flatMap((back) => rooms.map((room) => [out, back, room])))
    .map((chosen) => ({ chosen, total: sum(chosen, "price"), cost: sum(chosen, "cost") }));
  const most = limit ?? Number.POSITIVE_INFINITY;
  const [best] = all.filter(({ total }) => total <= most).toSorted((a, b) => a.cost - b.cost);
  const [outbound, back, room] = best?.chosen ?? [];
  if (best === undefined || !outbound?.flight || !room) {
    const cheapest = euro(Math.min(...all.map(({ total }) => total)));
    return `no combination costs ${limitText(most)}. The cheapest trip costs ${cheapest}`;
  }
  const { chosen, total } = best;
  const alternatives = chosen.flatMap((now, index) =>
    (options[index] ?? [])
      .filter((option) => option !== now && option.cost - now.cost <= MAX_DIFFERENCE)
      .filter(({ price }) => total + price - now.price <= most)
      .slice(0, MAX_ALTERNATIVES)
      .map((option): Alternative => {
        const { part, id, label, price } = option;
        return { part, id, label, compared: compared(option, now), difference: Math.round(price - now.price) };
      }),
  );
  const reasons = texts(
    skippedFlights(outbound.flight, offers.outbound, request),
    room.stay !== null && hotelReason(room.stay, request, new Set(options[2]?.map((option) => option.stay?.id)).size),
    limit !== null && `The total for everybody is ${euro(limit - total)} below your limit of ${euro(limit)}.`,
  );
  return { outbound: outbound.flight, return: back?.flight ?? null, stay: room.stay, total, alternatives, reasons };
}

const sum = (options: readonly Option[], value: "price" | "cost"): number =>
  options.reduce((total, option) => total + option[value], 0);

/** The only option for a part that a trip does not have. */
const nothing = (part: Part): Option => ({ part, flight: null, stay: null, id: "", label: "", price: 0, cost: 0 });

function nothingFits(part: Part, wishes: Wishes): string {
  const { nightAtMost } = wishes;
  if (part === "hotel")
    return nightAtMost === null ? "no room fits" : `no room that fits costs ${limitText(nightAtMost)} a night`;
  const [after, before] = [wishes[`${part}After`], wishes[`${part}Before`]];
  const times = texts(after !== null && `at ${after} or later`, before !== null && `at ${before} or earlier`);
  return `no ${PART_NAMES[part].toLowerCase()} ${times.length === 0 ? "fits" : `leaves ${listText(times)}`}`;
}

function flightOptions(part: FlightPart, offers: JourneyOffers, request: JourneyRequest): readonly Option[] {
  const { wishes, travelers, level, profile } = request;
  const [after, before] = [wishes[`${part}After`] ?? "00:00", wishes[`${part}Before`] ?? "24:00"];
  return offers[part]
    .filter(({ stops, number }) => !wishes.skipped.includes(number) && (!wishes.direct || stops === 0))
    .filter(({ departs }) => timeOf(departs) >= after && timeOf(departs) <= before)
    .map((flight) => {
      const price = flight.price * travelers;
      // Minutes of the first and the last day that the traveler does not have there.
      const lost = part === "outbound" ? minutesOf(flight.arrives) - 600 : 1200 - minutesOf(flight.departs);
      const travel = ((flight.minutes + Math.max(0, lost)) / 60) * WORTH[level].hour + flight.stops * 30;
      const disliked = dislikesOf(flight, profile).length > 0 ? DISLIKE_PENALTY * travelers : 0;
      const cost = price + (wishes.cheapFlights ? 0 : travel + disliked);
      return { part, flight, stay: null, id: flight.number, label: flightTitle(flight), price, cost };
    });
}

function roomOptions({ hotels, center }: JourneyOffers, request: JourneyRequest): readonly Option[] {
  const { wishes, travelers, level, nights } = request;
  const { starsAtLeast, starsAtMost, nightAtMost, roomKind, rooms: asked, skipped, near, cheapStay } = wishes;
  const { star, kilometer } = WORTH[level];
  return hotels
    .filter(({ id, stars }) => !skipped.includes(id) && stars >= (starsAtLeast ?? 0) && stars <= (starsAtMost ?? 9))
    .flatMap(({ rooms: kinds, ...hotel }) =>
      kinds.map((room): Stay => {
        const rooms = Math.max(asked ?? 1, Math.ceil(travelers / room.sleeps));
        return { ...hotel, room, rooms, nights, distance: kilometers(hotel, center), place: center.name };
      }),
    )
    .filter(({ rooms }) => rooms <= travelers && rooms === (asked ?? rooms))
    .filter((stay) => nightPrice(stay) <= (nightAtMost ?? Number.POSITIVE_INFINITY))
    .filter(({ room }) => room.name.toLowerCase().startsWith(roomKind ?? ""))
    .map((stay) => {
      const price = nightPrice(stay) * nights;
      const drawbacks = cheapStay ? 0 : ((5 - stay.stars) * star + stay.distance * kilometer) * nights;
      // With a wish for a place, the closest hotel wins.
      const cost = price + drawbacks + (near === null ? 0 : stay.distance * CLOSER);
      return { part: "hotel" as const, flight: null, stay, id: stay.room.id, label: stayTitle(stay), price, cost };
    });
}

/** Hours of departure that travelers dislike. */
const DISLIKED: Readonly<Record<string, RegExp>> = { "early flights": /^0[0-8]/, "late flights": /^2[1-3]/ };

/** What the traveler dislikes about a flight, such as `early flights`. */
export const dislikesOf = ({ departs }: Flight, profile: Profile): readonly string[] =>
  factValues(profile, "dislikes").filter((kind) => DISLIKED[kind]?.test(timeOf(departs)) === true);

/** Says how an option differs from another one, apart from the price. Flights on different days are not compared. */
export function compared({ flight, stay }: Chosen, chosen: Chosen): string {
  if (flight !== null && chosen.flight?.departs.slice(0, 10) === flight.departs.slice(0, 10)) {
    const later = minutesOf(flight.departs) - minutesOf(chosen.flight.departs);
    return later === 0 ? "" : `leaves ${minutesText(Math.abs(later))} ${later > 0 ? "later" : "earlier"}`;
  }
  if (stay === null || chosen.stay === null) return "";
  if (stay.place !== chosen.stay.place) return `${stay.distance.toFixed(1)} km from ${stay.place}`;
  const stars = stay.stars - chosen.stay.stars;
  const meters = Math.round((stay.distance - chosen.stay.distance) * 10) * 100;
  return texts(
    stars !== 0 && `${countText(Math.abs(stars), "star")} ${stars > 0 ? "more" : "fewer"}`,
    meters !== 0 && `${Math.abs(meters)} m ${meters > 0 ? "farther from" : "closer to"} the center`,
  ).join(", ");
}

/** Says that disliked early flights were skipped, and what that costs. */
function skippedFlights(chosen: Flight, offered: readonly Flight[], request: JourneyRequest): string | false {
  const { wishes, profile, travelers } = request;
  const isEarly = (flight: Flight): boolean => dislikesOf(flight, profile).includes("early flights");
  const early = offered.filter(isEarly);
  if (isEarly(chosen) || early.length === 0 || wishes.chosen.outbound === chosen.number) return false;
  const saved = (chosen.price - Math.min(...early.map(({ price }) => price))) * travelers;
  return `You dislike early flights, so those before 09:00 were skipped${saved > 0 ? `, which costs ${euro(saved)}` : ""}.`;
}

function hotelReason({ name, room }: Stay, { wishes, level }: JourneyRequest, hotels: number): string {
  const [reason] = texts(
    wishes.chosen.hotel === room.id && "is your choice",
    hotels === 1 && "is the only hotel that fits",
    wishes.near !== null && "is the closest hotel that fits",
    `is the best of ${hotels} hotels for a ${level === "mid" ? "mid-range" : level} budget`,
  );
  return `${name} ${reason}.`;
}
