import { listText, minutesText, roomsText, texts, timeOf } from "./format.ts";
import type { Flight, Hotel, Room } from "./offers.ts";
import { kilometers, type NamedPlace } from "./places.ts";
import { factValues, type Profile } from "./profile.ts";
import type { Alternative, BudgetLevel, Wishes } from "./trip.ts";

/** Flights and hotels to choose a journey from. */
export interface JourneyOffers {
  readonly outbound: readonly Flight[];
  readonly return: readonly Flight[];
  readonly hotels: readonly Hotel[];
  /** Place that the hotel should be near. */
  readonly center: NamedPlace;
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

/** Rooms of one kind for the whole party, with the distance of the hotel from the center in kilometers. */
interface OfferedRoom {
  readonly hotel: Hotel;
  readonly room: Room;
  readonly count: number;
  readonly distance: number;
}

/** Result of a search for a journey. A one-way trip has no flight back, and a trip without a stay no hotel. */
export type ChosenJourney =
  | {
      readonly outcome: "chosen";
      readonly journey: {
        readonly outbound: Flight;
        readonly return: Flight | null;
        readonly stay: OfferedRoom | null;
        readonly total: number;
      };
      readonly alternatives: readonly Alternative[];
      readonly reasons: readonly string[];
    }
  | { readonly outcome: "none"; readonly because: string; readonly cheapest: number | null };

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

/** An option for a part of the trip: a flight by its number, rooms by their id, or nothing. */
interface Option {
  readonly flight?: Flight;
  readonly stay?: OfferedRoom;
  readonly id: string;
  readonly label: string;
  readonly price: number;
  /** Price plus drawbacks, in euros. Lower is better. */
  readonly cost: number;
}

/** The only option for a part that a trip does not have. */
const NONE: Option = { id: "", label: "", price: 0, cost: 0 };

/**
 * Finds the flights and the room with the lowest cost within the budget and the traveler's wishes. Drawbacks count as cost.
 *
 * The search compares every combination, because the budget applies to their sum. Ties are broken by price, then by id, so the
 * result is deterministic.
 */
export function chooseJourney(offers: JourneyOffers, request: JourneyRequest): ChosenJourney {
  const { wishes, nights, limit } = request;
  const outs = flightOptions("outbound", offers.outbound, request);
  const backs = wishes.oneWay ? [NONE] : flightOptions("return", offers.return, request);
  const rooms = nights === 0 ? [NONE] : roomOptions(offers, request);
  const night =
    wishes.nightAtMost === null ? "no room fits" : `no room that fits costs ${wishes.nightAtMost} € a night or less`;
  const problems = texts(
    outs.length === 0 && noFlight("out", wishes.outboundAfter, wishes.outboundBefore),
    backs.length === 0 && noFlight("back", wishes.returnAfter, wishes.returnBefore),
    rooms.length === 0 && night,
  );
  if (problems.length > 0) return { outcome: "none", because: listText(problems), cheapest: null };
  const all = chosenOr(outs, wishes.outboundFlight).flatMap((out) =>
    chosenOr(backs, wishes.returnFlight).flatMap((back) =>
      chosenOr(rooms, wishes.room).map((room) => {
        const sum = (value: "price" | "cost"): number => out[value] + back[value] + room[value];
        return { out, back, room, total: sum("price"), cost: sum("cost") };
      }),
    ),
  );
  const most = limit ?? Number.POSITIVE_INFINITY;
  const [best] = all.filter(({ total }) => total <= most).toSorted((a, b) => a.cost - b.cost);
  if (best?.out.flight === undefined) {
    const cheapest = Math.min(...all.map(({ total }) => total));
    return { outcome: "none", because: `no combination costs ${limit} € or less`, cheapest };
  }
  const { out, back, room, total } = best;
  const outbound = best.out.flight;
  const others = (part: Alternative["part"], chosen: Option, options: readonly Option[]): readonly Alternative[] =>
    options
      .filter((option) => option !== chosen && option.cost - chosen.cost <= MAX_DIFFERENCE)
      .filter(({ price }) => price - chosen.price <= most - total)
      .slice(0, MAX_ALTERNATIVES)
      .map((option) => {
        const { id, label, price } = option;
        return { part, id, label, compared: compared(option, chosen), difference: Math.round(price - chosen.price) };
      });
  const hotels = new Set(rooms.map(({ stay }) => stay?.hotel.id)).size;
  return {
    outcome: "chosen",
    journey: { outbound, return: back.flight ?? null, stay: room.stay ?? null, total },
    alternatives: [...others("outbound", out, outs), ...others("return", back, backs), ...others("hotel", room, rooms)],
    reasons: texts(
      skippedFlights(outbound, request, offers.outbound),
      room.stay !== undefined && hotelReason(room.stay, request, { place: offers.center.name, hotels }),
      limit !== null && `The total is ${Math.round(limit - total)} € below your limit of ${limit} €.`,
    ),
  };
}

/** The option that the traveler chose, if it fits; otherwise all of them. */
function chosenOr(options: readonly Option[], chosen: string | null): readonly Option[] {
  const found = options.filter(({ id }) => id === chosen);
  return found.length > 0 ? found : options;
}

function noFlight(direction: string, after: string | null, before: string | null): string {
  const times = texts(after !== null && `at ${after} or later`, before !== null && `at ${before} or earlier`);
  return `no flight ${direction} ${times.length === 0 ? "fits" : `leaves ${listText(times)}`}`;
}

const hourOf = (time: string): number => Number(time.slice(11, 13)) + Number(time.slice(14, 16)) / 60;

function flightOptions(
  part: "outbound" | "return",
  flights: readonly Flight[],
  { wishes, travelers, level, profile }: JourneyRequest,
): readonly Option[] {
  const [after, before] = [wishes[`${part}After`] ?? "00:00", wishes[`${part}Before`] ?? "24:00"];
  const options = flights
    .filter(({ stops, number }) => !wishes.skipped.includes(number) && (!wishes.direct || stops === 0))
    .filter(({ departs }) => timeOf(departs) >= after && timeOf(departs) <= before)
    .map((flight) => {
      const price = flight.price * travelers;
      const lost = Math.max(0, part === "outbound" ? hourOf(flight.arrives) - 10 : 20 - hourOf(flight.departs));
      const travel = (flight.minutes / 60 + lost) * WORTH[level].hour + flight.stops * 30;
      const disliked = dislikesOf(flight, profile).length > 0 ? DISLIKE_PENALTY * travelers : 0;
      const label = `${flight.number}, ${timeOf(flight.departs)}–${timeOf(flight.arrives)}`;
      const cost = price + (wishes.cheapFlights ? 0 : travel + disliked);
      return { flight, id: flight.number, label, price, cost };
    });
  return sorted(options);
}

function roomOptions(
  { hotels, center }: JourneyOffers,
  { wishes, travelers, level, nights }: JourneyRequest,
): readonly Option[] {
  const { starsAtLeast, starsAtMost, nightAtMost, roomKind, rooms, skipped, near, cheapStay } = wishes;
  const options = hotels
    .filter(({ id, stars }) => !skipped.includes(id) && stars >= (starsAtLeast ?? 0) && stars <= (starsAtMost ?? 9))
    .flatMap((hotel) => hotel.rooms.map((room) => ({ hotel, room, distance: kilometers(hotel, center) })))
    .map((offered) => ({ ...offered, count: Math.max(rooms ?? 1, Math.ceil(travelers / offered.room.sleeps)) }))
    .filter(({ count }) => count <= travelers && count === (rooms ?? count))
    .filter(({ room, count }) => room.pricePerNight * count <= (nightAtMost ?? Number.POSITIVE_INFINITY))
    .filter(({ room }) => room.name.toLowerCase().startsWith(roomKind ?? ""))
    .map((stay) => {
      const { hotel, room, count, distance } = stay;
      const price = room.pricePerNight * count * nights;
      const { star, kilometer } = WORTH[level];
      const drawbacks = cheapStay ? 0 : ((5 - hotel.stars) * star + distance * kilometer) * nights;
      // With a wish for a place, the closest hotel wins.
      const cost = price + drawbacks + (near === null ? 0 : distance * CLOSER);
      const label = `${hotel.name} (${hotel.stars} stars), ${roomsText(count, room.name)}`;
      return { stay, id: room.id, label, price, cost };
    });
  return sorted(options);
}

const sorted = (options: readonly Option[]): readonly Option[] =>
  options.toSorted((a, b) => a.cost - b.cost || a.price - b.price || (a.id < b.id ? -1 : 1));

/** Hours of departure that travelers dislike: before 09:00, and from 21:00 on. */
const isEarly = ({ departs }: Flight): boolean => timeOf(departs) < "09:00";
const isLate = ({ departs }: Flight): boolean => timeOf(departs) >= "21:00";

/** What the traveler dislikes about a flight, such as `early flights`. */
export const dislikesOf = (flight: Flight, profile: Profile): readonly string[] =>
  texts(isEarly(flight) && "early flights", isLate(flight) && "late flights").filter((kind) =>
    factValues(profile, "dislike").includes(kind),
  );

/** Says how an option differs from another one, apart from the price. */
export function compared({ flight, stay }: Compared, chosen: Compared): string {
  if (flight !== undefined && chosen.flight !== undefined) {
    const later = (Date.parse(flight.departsAt) - Date.parse(chosen.flight.departsAt)) / 60_000;
    const longer = flight.minutes - chosen.flight.minutes;
    return texts(
      later === 0
        ? "leaves at the same time"
        : `leaves ${minutesText(Math.abs(later))} ${later > 0 ? "later" : "earlier"}`,
      longer !== 0 && `${minutesText(Math.abs(longer))} ${longer > 0 ? "longer" : "shorter"}`,
    ).join(", ");
  }
  if (stay === undefined || chosen.stay === undefined) return "";
  const stars = stay.hotel.stars - chosen.stay.hotel.stars;
  const meters = Math.round((stay.distance - chosen.stay.distance) * 10) * 100;
  const count = `${Math.abs(stars)} ${Math.abs(stars) === 1 ? "star" : "stars"}`;
  return texts(
    stars === 0 ? "same number of stars" : `${count} ${stars > 0 ? "more" : "fewer"}`,
    meters !== 0 && `${Math.abs(meters)} m ${meters > 0 ? "farther from" : "closer to"} the center`,
  ).join(", ");
}

interface Compared {
  readonly flight?: Flight;
  readonly stay?: { readonly hotel: Pick<Hotel, "stars">; readonly distance: number };
}

/** Says that disliked early flights were skipped, and what that costs. */
function skippedFlights(
  chosen: Flight,
  { wishes, profile, travelers }: JourneyRequest,
  offered: readonly Flight[],
): string | false {
  const early = offered.filter(isEarly);
  const isSkipped = factValues(profile, "dislike").includes("early flights") && !isEarly(chosen);
  if (!isSkipped || early.length === 0 || wishes.outboundFlight === chosen.number) return false;
  const saved = (chosen.price - Math.min(...early.map(({ price }) => price))) * travelers;
  const [skipped, cheapest] =
    early.length === 1 ? ["the one before 09:00 was", "It"] : [`the ${early.length} before 09:00 were`, "The cheapest"];
  const cost = saved > 0 ? ` ${cheapest} would have saved ${Math.round(saved)} €.` : "";
  return `You dislike early flights, so ${skipped} skipped.${cost}`;
}

function hotelReason(
  { hotel, room, count, distance }: OfferedRoom,
  { wishes, level, nights }: JourneyRequest,
  { place, hotels }: { readonly place: string; readonly hotels: number },
): string {
  const [reason] = texts(
    wishes.room === room.id && "is your choice",
    hotels === 1 && "is the only hotel that fits",
    wishes.near !== null && "is the closest hotel that fits",
    `is the best of ${hotels} hotels for a ${level === "mid" ? "mid-range" : level} budget`,
  );
  const price = `${nights} × ${count === 1 ? "" : `${count} × `}${room.pricePerNight} €`;
  return `${hotel.name} ${reason}: ${hotel.stars} stars, ${distance.toFixed(1)} km from ${place}, ${price}.`;
}
