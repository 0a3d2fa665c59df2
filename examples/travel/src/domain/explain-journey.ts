import type { Journey, JourneyOffers, JourneyRequest } from "./journey.ts";
import type { Flight } from "./offers.ts";
import { kilometers } from "./places.ts";
import { factValues } from "./profile.ts";
import type { BudgetLevel } from "./trip.ts";

/** A flight that departs before this local time counts as early. */
const EARLY = "09:00";
/** A flight that departs at this local time or later counts as late. */
const LATE = "21:00";

export const isEarly = ({ departs }: Pick<Flight, "departs">): boolean => departs.slice(11) < EARLY;
export const isLate = ({ departs }: Pick<Flight, "departs">): boolean => departs.slice(11) >= LATE;

/** Offers that a journey was chosen from. */
export interface Choice extends JourneyOffers {
  /** Number of hotels with a room that meets the traveler's wishes. */
  readonly fittingHotels: number;
}

const timeReasons = (direction: "out" | "back", after: string | null, before: string | null): readonly string[] => [
  ...(after === null ? [] : [`The flight ${direction} leaves at ${after} or later, as you asked.`]),
  ...(before === null ? [] : [`The flight ${direction} leaves at ${before} or earlier, as you asked.`]),
];

/** Explains the choice of a journey, one sentence per reason. */
export function explainJourney(journey: Journey, request: JourneyRequest, choice: Choice): readonly string[] {
  const { wishes, limit } = request;
  return [
    ...outboundReasons(journey, request, choice),
    ...timeReasons("out", wishes.outboundAfter, wishes.outboundBefore),
    ...(journey.return !== null && wishes.returnFlight === journey.return.number ? ["You chose the flight back."] : []),
    ...(journey.return === null ? [] : timeReasons("back", wishes.returnAfter, wishes.returnBefore)),
    ...(wishes.direct ? ["Every flight is direct, as you asked."] : []),
    ...hotelReasons(journey, request, choice),
    ...(limit === null ? [] : [`The total is ${Math.round(limit - journey.total)} € below your limit of ${limit} €.`]),
  ];
}

function outboundReasons(
  { outbound }: Journey,
  { wishes, travelers, profile }: JourneyRequest,
  offers: JourneyOffers,
): readonly string[] {
  if (wishes.outboundFlight === outbound.number) return ["You chose the flight out."];
  const early = offers.outbound.filter(isEarly);
  if (!factValues(profile, "dislike").includes("early flights") || isEarly(outbound) || early.length === 0) return [];
  const saved = (outbound.price - Math.min(...early.map(({ price }) => price))) * travelers;
  const skipped = early.length === 1 ? "the one" : `the ${early.length}`;
  const cheapest = early.length === 1 ? "It" : "The cheapest of them";
  const cost = saved > 0 ? ` ${cheapest} would have saved ${Math.round(saved)} €.` : "";
  return [
    `You dislike early flights, so ${skipped} before ${EARLY} ${early.length === 1 ? "was" : "were"} skipped.${cost}`,
  ];
}

const budgetNames: Readonly<Record<BudgetLevel, string>> = { low: "low", mid: "mid-range", high: "high" };

function hotelReasons(
  { stay }: Journey,
  { wishes, level, nights }: JourneyRequest,
  { center, fittingHotels }: Choice,
): readonly string[] {
  if (stay === null) return [];
  const { hotel, room, count } = stay;
  const reason =
    wishes.room === room.id
      ? "is your choice"
      : fittingHotels === 1
        ? "is the only hotel that fits"
        : wishes.near !== null
          ? "is the closest hotel that fits"
          : `is the best of ${fittingHotels} hotels for a ${budgetNames[level]} budget`;
  const distance = kilometers(hotel, center).toFixed(1);
  const price = `${nights} × ${count === 1 ? "" : `${count} × `}${room.pricePerNight} €`;
  return [`${hotel.name} ${reason}: ${hotel.stars} stars, ${distance} km from ${center.name}, ${price}.`];
}
