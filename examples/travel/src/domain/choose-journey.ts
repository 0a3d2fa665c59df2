import { minutesText } from "./describe-trip.ts";
import { EARLY, explainJourney, LATE, levelOf } from "./explain-journey.ts";
import type { Journey, JourneyOffers, JourneyWish } from "./journey.ts";
import type { Flight, Hotel, Room } from "./offers.ts";
import { kilometres } from "./places.ts";
import { known } from "./profile.ts";
import type { Alternative, BudgetLevel } from "./trip.ts";

/** What came of looking for a journey. */
export type ChosenJourney =
  | {
      readonly outcome: "chosen";
      readonly journey: Journey;
      readonly alternatives: readonly Alternative[];
      readonly reasons: readonly string[];
    }
  | { readonly outcome: "none"; readonly because: string; readonly cheapest: number | null };

/** What an hour of the trip, a star and a kilometre are worth in euro, by budget. */
const WORTH: Readonly<Record<BudgetLevel, { hour: number; star: number; kilometre: number }>> = {
  low: { hour: 4, star: 4, kilometre: 2 },
  mid: { hour: 8, star: 24, kilometre: 6 },
  high: { hour: 16, star: 80, kilometre: 12 },
};
/** What a flight at a disliked hour is taken to cost besides, in euro. */
const DISLIKED = 150;
/** Choices whose worth differs by less than this, in euro, are close. */
const CLOSE = 25;

interface Scored<Item> {
  readonly item: Item;
  readonly price: number;
  /** Price and drawbacks, in euro: less is better. */
  readonly cost: number;
}

/**
 * Finds the flights and the room that cost least, where drawbacks count as money too, within the budget and the wishes.
 *
 * A plain search: the parts are independent but for the budget, so every combination of them is looked at. Equal costs go to the
 * cheaper one, then by id, so that the answer is always the same.
 */
export function chooseJourney(offers: JourneyOffers, wish: JourneyWish): ChosenJourney {
  const { trip } = wish;
  const outbound = scoredFlights(offers.outbound, "outbound", wish);
  const back = scoredFlights(offers.return, "return", wish);
  const rooms = scoredRooms(offers, wish);
  const empty = [
    outbound.length === 0 ? "no flight out fits" : "",
    back.length === 0 ? "no flight back fits" : "",
    rooms.length === 0 ? "no room fits" : "",
  ].filter((each) => each !== "");
  if (empty.length > 0) return { outcome: "none", because: empty.join(", and "), cheapest: null };
  const limit = trip.budget.total ?? Number.POSITIVE_INFINITY;
  let best: { cost: number; parts: Parts } | null = null;
  let cheapest = Number.POSITIVE_INFINITY;
  for (const one of outbound) {
    for (const other of back) {
      for (const room of rooms) {
        const total = one.price + other.price + room.price;
        cheapest = Math.min(cheapest, total);
        const cost = one.cost + other.cost + room.cost;
        if (total <= limit && (best === null || cost < best.cost)) best = { cost, parts: { one, other, room } };
      }
    }
  }
  if (best === null) {
    return { outcome: "none", because: `nothing costs ${limit} euro or less`, cheapest };
  }
  const { one, other, room } = best.parts;
  const journey: Journey = {
    outbound: one.item,
    return: other.item,
    hotel: room.item.hotel,
    room: room.item.room,
    total: one.price + other.price + room.price,
  };
  const room0 = limit - journey.total;
  const alternatives = [
    ...close(outbound, one, room0).map((each) => flightAlternative("outbound", each, one)),
    ...close(back, other, room0).map((each) => flightAlternative("return", each, other)),
    ...close(rooms, room, room0).map((each) => roomAlternative(each, room)),
  ];
  return {
    outcome: "chosen",
    journey,
    alternatives,
    reasons: explainJourney(journey, wish, {
      ...offers,
      fitting: new Set(rooms.map(({ item }) => item.hotel.id)).size,
    }),
  };
}

interface Parts {
  readonly one: Scored<Flight>;
  readonly other: Scored<Flight>;
  readonly room: Scored<OfferedRoom>;
}

interface OfferedRoom {
  readonly hotel: Hotel;
  readonly room: Room;
  readonly away: number;
}

const hourOf = (wall: string): number => Number(wall.slice(11, 13)) + Number(wall.slice(14, 16)) / 60;

function scoredFlights(flights: readonly Flight[], way: "outbound" | "return", { trip, profile }: JourneyWish) {
  const { wishes, travelers } = trip;
  const [after, before, picked] =
    way === "outbound"
      ? [wishes.outboundAfter, wishes.outboundBefore, wishes.outboundFlight]
      : [wishes.returnAfter, wishes.returnBefore, wishes.returnFlight];
  const worth = WORTH[levelOf(trip)];
  const dislikes = known(profile, "dislike");
  const fitting = flights.filter(({ departs }) => {
    const time = departs.slice(11);
    return (after === null || time >= after) && (before === null || time <= before);
  });
  const pinned = fitting.filter(({ id }) => id === picked);
  return sorted(
    (pinned.length > 0 ? pinned : fitting).map((flight) => {
      const price = flight.price * travelers;
      const early = dislikes.includes("early flights") && flight.departs.slice(11) < EARLY;
      const late = dislikes.includes("late flights") && flight.departs.slice(11) >= LATE;
      const lost =
        way === "outbound" ? Math.max(0, hourOf(flight.arrives) - 10) : Math.max(0, 20 - hourOf(flight.departs));
      const tedious = (flight.minutes / 60) * worth.hour + flight.stops * 30;
      return { item: flight, price, cost: price + lost * worth.hour + tedious + (early || late ? DISLIKED : 0) };
    }),
    ({ id }) => id,
  );
}

function scoredRooms({ hotels, centre }: JourneyOffers, { trip, nights }: JourneyWish) {
  const { wishes, travelers } = trip;
  const worth = WORTH[levelOf(trip)];
  const rooms = hotels.flatMap((hotel) => {
    const away = kilometres(hotel, centre);
    return hotel.rooms.map((room): OfferedRoom => ({ hotel, room, away }));
  });
  const fitting = rooms.filter(
    ({ hotel, room }) =>
      room.sleeps >= travelers &&
      !wishes.skippedHotels.includes(hotel.id) &&
      (wishes.nightAtMost === null || room.pricePerNight <= wishes.nightAtMost) &&
      (wishes.starsAtLeast === null || hotel.stars >= wishes.starsAtLeast),
  );
  const pinned = fitting.filter(({ room }) => room.id === wishes.room);
  return sorted(
    (pinned.length > 0 ? pinned : fitting).map((offered) => {
      const price = offered.room.pricePerNight * nights;
      const drawbacks = ((5 - offered.hotel.stars) * worth.star + offered.away * worth.kilometre) * nights;
      return { item: offered, price, cost: price + drawbacks };
    }),
    ({ room }) => room.id,
  );
}

const sorted = <Item>(items: readonly Scored<Item>[], idOf: (item: Item) => string): readonly Scored<Item>[] =>
  items.toSorted(
    (one, other) => one.cost - other.cost || one.price - other.price || (idOf(one.item) < idOf(other.item) ? -1 : 1),
  );

/** What would have done nearly as well, and still fits the budget: two of each part at most. */
const close = <Item>(items: readonly Scored<Item>[], chosen: Scored<Item>, left: number): readonly Scored<Item>[] =>
  items
    .filter((each) => each !== chosen && each.cost - chosen.cost <= CLOSE && each.price - chosen.price <= left)
    .slice(0, 2);

const flightAlternative = (
  part: "outbound" | "return",
  { item, price }: Scored<Flight>,
  chosen: Scored<Flight>,
): Alternative => ({
  part,
  id: item.id,
  label: `${item.number}, ${item.departs.slice(11)}–${item.arrives.slice(11)}`,
  compared: comparedFlights(item, chosen.item),
  difference: Math.round(price - chosen.price),
});

const roomAlternative = ({ item, price }: Scored<OfferedRoom>, chosen: Scored<OfferedRoom>): Alternative => ({
  part: "hotel",
  id: item.room.id,
  label: `${item.hotel.name} (${item.hotel.stars} stars), ${item.room.name}`,
  compared: comparedRooms(item, chosen.item),
  difference: Math.round(price - chosen.price),
});

const minutesApart = (one: string, other: string): number => (Date.parse(one) - Date.parse(other)) / 60_000;

function comparedFlights(flight: Flight, chosen: Flight): string {
  const later = minutesApart(flight.departsAt, chosen.departsAt);
  const longer = flight.minutes - chosen.minutes;
  return [
    later === 0
      ? "leaves at the same time"
      : `leaves ${minutesText(Math.abs(later))} ${later > 0 ? "later" : "earlier"}`,
    longer === 0 ? "" : `${minutesText(Math.abs(longer))} ${longer > 0 ? "longer" : "shorter"} under way`,
  ]
    .filter((each) => each !== "")
    .join(", ");
}

function comparedRooms(offered: OfferedRoom, chosen: OfferedRoom): string {
  const stars = offered.hotel.stars - chosen.hotel.stars;
  const metres = Math.round((offered.away - chosen.away) * 10) * 100;
  return [
    stars === 0
      ? "as many stars"
      : `${Math.abs(stars)} ${Math.abs(stars) === 1 ? "star" : "stars"} ${stars > 0 ? "more" : "less"}`,
    metres === 0 ? "" : `${Math.abs(metres)} m ${metres > 0 ? "farther out" : "nearer to the middle"}`,
  ]
    .filter((each) => each !== "")
    .join(", ");
}
