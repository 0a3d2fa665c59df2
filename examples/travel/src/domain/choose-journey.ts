import { listText, minutesText, roomsText } from "./format.ts";
import { explainJourney, isEarly, isLate } from "./explain-journey.ts";
import type { Journey, JourneyOffers, JourneyRequest, OfferedRoom } from "./journey.ts";
import type { Flight } from "./offers.ts";
import { kilometers } from "./places.ts";
import { factValues } from "./profile.ts";
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

interface Scored<Item> {
  readonly item: Item;
  readonly price: number;
  /** Price plus drawbacks, in euros. Lower is better. */
  readonly cost: number;
}

/**
 * Finds the flights and the room with the lowest cost within the budget and the traveler's wishes. Drawbacks count as cost.
 *
 * The search compares every combination, because the budget applies to their sum. Ties are broken by price, then by id, so the
 * result is deterministic.
 */
export function chooseJourney(offers: JourneyOffers, request: JourneyRequest): ChosenJourney {
  const outbound = scoredFlights(offers.outbound, "outbound", request);
  const back: readonly Scored<Flight | null>[] = request.wishes.oneWay
    ? [NONE]
    : scoredFlights(offers.return, "return", request);
  const rooms: readonly Scored<OfferedRoom | null>[] = request.nights === 0 ? [NONE] : scoredRooms(offers, request);
  const problems = [
    ...(outbound.length === 0 ? [noFlight("out", request.wishes.outboundAfter, request.wishes.outboundBefore)] : []),
    ...(back.length === 0 ? [noFlight("back", request.wishes.returnAfter, request.wishes.returnBefore)] : []),
    ...(rooms.length === 0 ? [noRoom(request.wishes)] : []),
  ];
  if (problems.length > 0) return { outcome: "none", because: listText(problems), cheapest: null };
  const limit = request.limit ?? Number.POSITIVE_INFINITY;
  let best: Parts | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  let cheapest = Number.POSITIVE_INFINITY;
  const { wishes } = request;
  for (const flightOut of pinned(outbound, ({ number }) => number === wishes.outboundFlight)) {
    for (const flightBack of pinned(back, (flight) => flight?.number === wishes.returnFlight)) {
      for (const room of pinned(rooms, (offered) => offered?.room.id === wishes.room)) {
        const total = flightOut.price + flightBack.price + room.price;
        cheapest = Math.min(cheapest, total);
        const cost = flightOut.cost + flightBack.cost + room.cost;
        if (total > limit || cost >= lowest) continue;
        lowest = cost;
        best = { flightOut, flightBack, room };
      }
    }
  }
  if (best === null) return { outcome: "none", because: `no combination costs ${limit} € or less`, cheapest };
  const { flightOut, flightBack, room } = best;
  const total = flightOut.price + flightBack.price + room.price;
  const journey: Journey = { outbound: flightOut.item, return: flightBack.item, stay: room.item, total };
  const budgetLeft = limit - total;
  const alternatives = [
    ...closeTo(flightOut, outbound, budgetLeft).flatMap((flight) => flightAlternative("outbound", flight, flightOut)),
    ...closeTo(flightBack, back, budgetLeft).flatMap((flight) => flightAlternative("return", flight, flightBack)),
    ...closeTo(room, rooms, budgetLeft).flatMap((offered) => roomAlternative(offered, room)),
  ];
  const fittingHotels = new Set(rooms.map(({ item }) => item?.hotel.id)).size;
  return {
    outcome: "chosen",
    journey,
    alternatives,
    reasons: explainJourney(journey, request, { ...offers, fittingHotels }),
  };
}

/** The option that the traveler chose, if it fits; otherwise all of them. */
function pinned<Item>(options: readonly Scored<Item>[], isChosen: (item: Item) => boolean): readonly Scored<Item>[] {
  const chosen = options.filter(({ item }) => isChosen(item));
  return chosen.length > 0 ? chosen : options;
}

const noFlight = (direction: string, after: string | null, before: string | null): string =>
  `no flight ${direction} ${after === null && before === null ? "fits" : `leaves ${listText([...(after === null ? [] : [`at ${after} or later`]), ...(before === null ? [] : [`at ${before} or earlier`])])}`}`;

const noRoom = ({ nightAtMost }: JourneyRequest["wishes"]): string =>
  nightAtMost === null ? "no room fits" : `no room that fits costs ${nightAtMost} € a night or less`;

const NONE = { item: null, price: 0, cost: 0 };

interface Parts {
  readonly flightOut: Scored<Flight>;
  readonly flightBack: Scored<Flight | null>;
  readonly room: Scored<OfferedRoom | null>;
}

const hourOf = (time: string): number => Number(time.slice(11, 13)) + Number(time.slice(14, 16)) / 60;

function scoredFlights(
  flights: readonly Flight[],
  part: "outbound" | "return",
  request: JourneyRequest,
): readonly Scored<Flight>[] {
  const { wishes, travelers, level, profile } = request;
  const [after, before] =
    part === "outbound" ? [wishes.outboundAfter, wishes.outboundBefore] : [wishes.returnAfter, wishes.returnBefore];
  const worth = WORTH[level].hour;
  const dislikes = factValues(profile, "dislike");
  const fitting = flights.filter(({ departs, stops, number }) => {
    const time = departs.slice(11);
    return (
      !wishes.skipped.includes(number) &&
      (after === null || time >= after) &&
      (before === null || time <= before) &&
      (!wishes.direct || stops === 0)
    );
  });
  return sorted(
    fitting.map((flight) => {
      const price = flight.price * travelers;
      const early = dislikes.includes("early flights") && isEarly(flight);
      const late = dislikes.includes("late flights") && isLate(flight);
      if (wishes.cheapFlights) return { item: flight, price, cost: price };
      const hoursLost =
        part === "outbound" ? Math.max(0, hourOf(flight.arrives) - 10) : Math.max(0, 20 - hourOf(flight.departs));
      const travelCost = (flight.minutes / 60) * worth + flight.stops * 30;
      const penalty = early || late ? DISLIKE_PENALTY * travelers : 0;
      return { item: flight, price, cost: price + hoursLost * worth + travelCost + penalty };
    }),
    ({ id }) => id,
  );
}

function scoredRooms(
  { hotels, center }: JourneyOffers,
  { wishes, travelers, level, nights }: JourneyRequest,
): readonly Scored<OfferedRoom>[] {
  const worth = WORTH[level];
  const fitting = hotels
    .flatMap((hotel) =>
      hotel.rooms.map((room): OfferedRoom => ({
        hotel,
        room,
        count: Math.max(wishes.rooms ?? 1, Math.ceil(travelers / room.sleeps)),
        distance: kilometers(hotel, center),
      })),
    )
    .filter(
      ({ hotel, room, count }) =>
        count <= travelers &&
        (wishes.rooms === null || count === wishes.rooms) &&
        !wishes.skipped.includes(hotel.id) &&
        (wishes.roomKind === null || room.name.toLowerCase().startsWith(wishes.roomKind)) &&
        (wishes.nightAtMost === null || room.pricePerNight * count <= wishes.nightAtMost) &&
        (wishes.starsAtLeast === null || hotel.stars >= wishes.starsAtLeast) &&
        (wishes.starsAtMost === null || hotel.stars <= wishes.starsAtMost),
    );
  return sorted(
    fitting.map((offered) => {
      const price = offered.room.pricePerNight * offered.count * nights;
      // With a wish for a place, the closest hotel wins.
      const far = wishes.near === null ? 0 : offered.distance * CLOSER;
      if (wishes.cheapStay) return { item: offered, price, cost: price + far };
      const drawbacks = ((5 - offered.hotel.stars) * worth.star + offered.distance * worth.kilometer) * nights;
      return { item: offered, price, cost: price + drawbacks + far };
    }),
    ({ room }) => room.id,
  );
}

const sorted = <Item>(items: readonly Scored<Item>[], idOf: (item: Item) => string): readonly Scored<Item>[] =>
  items.toSorted((a, b) => a.cost - b.cost || a.price - b.price || (idOf(a.item) < idOf(b.item) ? -1 : 1));

/** Returns the best items that cost nearly as little as the chosen one and still fit the budget. */
const closeTo = <Item>(
  chosen: Scored<Item>,
  items: readonly Scored<Item>[],
  budgetLeft: number,
): readonly Scored<Item>[] =>
  items
    .filter((item) => item !== chosen)
    .filter(({ cost, price }) => cost - chosen.cost <= MAX_DIFFERENCE && price - chosen.price <= budgetLeft)
    .slice(0, MAX_ALTERNATIVES);

function flightAlternative(
  part: "outbound" | "return",
  { item, price }: Scored<Flight | null>,
  chosen: Scored<Flight | null>,
): readonly Alternative[] {
  if (item === null || chosen.item === null) return [];
  const label = `${item.number}, ${item.departs.slice(11)}–${item.arrives.slice(11)}`;
  const compared = comparedFlights(item, chosen.item);
  return [{ part, id: item.number, label, compared, difference: Math.round(price - chosen.price) }];
}

function roomAlternative(
  { item, price }: Scored<OfferedRoom | null>,
  chosen: Scored<OfferedRoom | null>,
): readonly Alternative[] {
  if (item === null || chosen.item === null) return [];
  const label = `${item.hotel.name} (${item.hotel.stars} stars), ${roomsText(item.count, item.room.name)}`;
  const compared = comparedRooms(item, chosen.item);
  return [{ part: "hotel", id: item.room.id, label, compared, difference: Math.round(price - chosen.price) }];
}

/** Says how a flight differs from another one, apart from the price. */
export function comparedFlights(flight: Flight, chosen: Flight): string {
  const later = (Date.parse(flight.departsAt) - Date.parse(chosen.departsAt)) / 60_000;
  const longer = flight.minutes - chosen.minutes;
  return [
    later === 0
      ? "leaves at the same time"
      : `leaves ${minutesText(Math.abs(later))} ${later > 0 ? "later" : "earlier"}`,
    ...(longer === 0 ? [] : [`${minutesText(Math.abs(longer))} ${longer > 0 ? "longer" : "shorter"}`]),
  ].join(", ");
}

type ComparedRoom = Pick<OfferedRoom, "distance"> & { readonly hotel: Pick<OfferedRoom["hotel"], "stars"> };

/** Says how a room differs from another one, apart from the price. */
export function comparedRooms(offered: ComparedRoom, chosen: ComparedRoom): string {
  const stars = offered.hotel.stars - chosen.hotel.stars;
  const meters = Math.round((offered.distance - chosen.distance) * 10) * 100;
  const count = `${Math.abs(stars)} ${Math.abs(stars) === 1 ? "star" : "stars"}`;
  return [
    stars === 0 ? "same number of stars" : `${count} ${stars > 0 ? "more" : "fewer"}`,
    ...(meters === 0 ? [] : [`${Math.abs(meters)} m ${meters > 0 ? "farther from" : "closer to"} the center`]),
  ].join(", ");
}
