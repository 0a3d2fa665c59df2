import { explainJourney } from "./explain-journey.ts";
import { listText, roomsText, texts, timeOf } from "./format.ts";
import {
  comparedFlights,
  comparedRooms,
  dislikesOf,
  type Journey,
  type JourneyOffers,
  type JourneyRequest,
  type OfferedRoom,
} from "./journey.ts";
import type { Flight } from "./offers.ts";
import { kilometers } from "./places.ts";
import type { Alternative, BudgetLevel } from "./trip.ts";

/** Result of a search for a journey. */
export type ChosenJourney =
  | {
      readonly outcome: "chosen";
      readonly journey: Journey;
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
/** Largest difference in cost, in euros, at which an option is offered as an alternative. */
const MAX_DIFFERENCE = 25;
/** Largest number of alternatives for each part of the trip. */
const MAX_ALTERNATIVES = 2;

/** An option for a part of the trip. */
interface Option<Item> {
  readonly item: Item;
  /** Number of a flight, or id of a room. */
  readonly id: string;
  readonly label: string;
  readonly price: number;
  /** Price plus drawbacks, in euros. Lower is better. */
  readonly cost: number;
}

/** The only option for a part that a trip does not have. */
const NONE: Option<null> = { item: null, id: "", label: "", price: 0, cost: 0 };

/**
 * Finds the flights and the room with the lowest cost within the budget and the traveler's wishes. Drawbacks count as cost.
 *
 * The search compares every combination, because the budget applies to their sum. Ties are broken by price, then by id, so the
 * result is deterministic.
 */
export function chooseJourney(offers: JourneyOffers, request: JourneyRequest): ChosenJourney {
  const { wishes, nights } = request;
  const outs = flightOptions("outbound", offers.outbound, request);
  const backs = wishes.oneWay ? [NONE] : flightOptions("return", offers.return, request);
  const rooms = nights === 0 ? [NONE] : roomOptions(offers, request);
  const problems = texts(
    outs.length === 0 && noFlight("out", wishes.outboundAfter, wishes.outboundBefore),
    backs.length === 0 && noFlight("back", wishes.returnAfter, wishes.returnBefore),
    rooms.length === 0 &&
      (wishes.nightAtMost === null
        ? "no room fits"
        : `no room that fits costs ${wishes.nightAtMost} € a night or less`),
  );
  if (problems.length > 0) return { outcome: "none", because: listText(problems), cheapest: null };
  const all = chosenOr<Option<Flight>>(outs, wishes.outboundFlight).flatMap((out) =>
    chosenOr<Option<Flight | null>>(backs, wishes.returnFlight).flatMap((back) =>
      chosenOr<Option<OfferedRoom | null>>(rooms, wishes.room).map((room) => {
        const [total, cost] = [out.price + back.price + room.price, out.cost + back.cost + room.cost];
        return { out, back, room, total, cost };
      }),
    ),
  );
  const limit = request.limit ?? Number.POSITIVE_INFINITY;
  const [best] = all.filter(({ total }) => total <= limit).toSorted((a, b) => a.cost - b.cost);
  if (best === undefined) {
    const cheapest = Math.min(...all.map(({ total }) => total));
    return { outcome: "none", because: `no combination costs ${limit} € or less`, cheapest };
  }
  const { out, back, room, total } = best;
  const journey: Journey = { outbound: out.item, return: back.item, stay: room.item, total };
  const left = limit - total;
  const alternatives = [
    ...alternativesOf<Flight>("outbound", { chosen: out, options: outs, left }, comparedFlights),
    ...alternativesOf<Flight | null>("return", { chosen: back, options: backs, left }, comparedFlights),
    ...alternativesOf<OfferedRoom | null>("hotel", { chosen: room, options: rooms, left }, comparedRooms),
  ];
  const fittingHotels = new Set(rooms.map(({ item }) => item?.hotel.id)).size;
  const reasons = explainJourney(journey, request, { ...offers, fittingHotels });
  return { outcome: "chosen", journey, alternatives, reasons };
}

/** The option that the traveler chose, if it fits; otherwise all of them. */
function chosenOr<Each extends Option<unknown>>(options: readonly Each[], chosen: string | null): readonly Each[] {
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
): readonly Option<Flight>[] {
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
      return { item: flight, id: flight.number, label, price, cost };
    });
  return sorted(options);
}

function roomOptions(
  { hotels, center }: JourneyOffers,
  { wishes, travelers, level, nights }: JourneyRequest,
): readonly Option<OfferedRoom>[] {
  const { starsAtLeast, starsAtMost, nightAtMost, roomKind, rooms, skipped, near, cheapStay } = wishes;
  const options = hotels
    .filter(({ id, stars }) => !skipped.includes(id) && stars >= (starsAtLeast ?? 0) && stars <= (starsAtMost ?? 9))
    .flatMap((hotel) => hotel.rooms.map((room) => ({ hotel, room, distance: kilometers(hotel, center) })))
    .map((offered) => ({ ...offered, count: Math.max(rooms ?? 1, Math.ceil(travelers / offered.room.sleeps)) }))
    .filter(({ count }) => count <= travelers && count === (rooms ?? count))
    .filter(({ room, count }) => room.pricePerNight * count <= (nightAtMost ?? Number.POSITIVE_INFINITY))
    .filter(({ room }) => room.name.toLowerCase().startsWith(roomKind ?? ""))
    .map((offered) => {
      const { hotel, room, count, distance } = offered;
      const price = room.pricePerNight * count * nights;
      const { star, kilometer } = WORTH[level];
      const drawbacks = cheapStay ? 0 : ((5 - hotel.stars) * star + distance * kilometer) * nights;
      // With a wish for a place, the closest hotel wins.
      const cost = price + drawbacks + (near === null ? 0 : distance * CLOSER);
      const label = `${hotel.name} (${hotel.stars} stars), ${roomsText(count, room.name)}`;
      return { item: offered, id: room.id, label, price, cost };
    });
  return sorted(options);
}

const sorted = <Item>(options: readonly Option<Item>[]): readonly Option<Item>[] =>
  options.toSorted((a, b) => a.cost - b.cost || a.price - b.price || (a.id < b.id ? -1 : 1));

/** The best options that cost nearly as little as the chosen one and still fit the budget. */
const alternativesOf = <Item>(
  part: Alternative["part"],
  { chosen, options, left }: { chosen: Option<Item>; options: readonly Option<Item>[]; left: number },
  compare: (item: NonNullable<Item>, chosen: NonNullable<Item>) => string,
): readonly Alternative[] =>
  options
    .filter((option) => option !== chosen && option.cost - chosen.cost <= MAX_DIFFERENCE)
    .filter(({ price }) => price - chosen.price <= left)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ item, id, label, price }) => {
      const compared = item && chosen.item ? compare(item, chosen.item) : "";
      return { part, id, label, compared, difference: Math.round(price - chosen.price) };
    });
