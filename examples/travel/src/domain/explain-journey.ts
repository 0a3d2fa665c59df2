import type { Journey, JourneyOffers, JourneyRequest } from "./journey.ts";
import { kilometers } from "./places.ts";
import { factValues } from "./profile.ts";
import type { BudgetLevel, TravelInfo } from "./trip.ts";

/** A flight that departs before this local time counts as early. */
export const EARLY = "09:00";
/** A flight that departs at this local time or later counts as late. */
export const LATE = "21:00";

/** Budget level of a trip. Defaults to "mid". */
export const levelOf = ({ budget }: TravelInfo): BudgetLevel => budget.level ?? "mid";

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
  const { wishes, budget } = request.trip;
  return [
    ...outboundReasons(journey, request, choice),
    ...timeReasons("out", wishes.outboundAfter, wishes.outboundBefore),
    ...(wishes.returnFlight === journey.return.id ? ["You chose the flight back."] : []),
    ...timeReasons("back", wishes.returnAfter, wishes.returnBefore),
    hotelReason(journey, request, choice),
    ...(budget.total === null
      ? []
      : [`The total is ${Math.round(budget.total - journey.total)} € below your limit of ${budget.total} €.`]),
  ];
}

function outboundReasons(
  { outbound }: Journey,
  { trip, profile }: JourneyRequest,
  offers: JourneyOffers,
): readonly string[] {
  if (trip.wishes.outboundFlight === outbound.id) return ["You chose the flight out."];
  const isEarly = ({ departs }: { readonly departs: string }): boolean => departs.slice(11) < EARLY;
  const early = offers.outbound.filter(isEarly);
  if (!factValues(profile, "dislike").includes("early flights") || isEarly(outbound) || early.length === 0) return [];
  const saved = (outbound.price - Math.min(...early.map(({ price }) => price))) * trip.travelers;
  const skipped = early.length === 1 ? "the one" : `the ${early.length}`;
  const cheapest = early.length === 1 ? "It" : "The cheapest of them";
  const cost = saved > 0 ? ` ${cheapest} would have saved ${Math.round(saved)} €.` : "";
  return [
    `You dislike early flights, so ${skipped} before ${EARLY} ${early.length === 1 ? "was" : "were"} skipped.${cost}`,
  ];
}

const budgetNames: Readonly<Record<BudgetLevel, string>> = { low: "low", mid: "mid-range", high: "high" };

function hotelReason(
  { hotel, room }: Journey,
  { trip, nights }: JourneyRequest,
  { center, fittingHotels }: Choice,
): string {
  const reason =
    trip.wishes.room === room.id
      ? "is your choice"
      : fittingHotels === 1
        ? "is the only hotel that fits"
        : `is the best of ${fittingHotels} hotels for a ${budgetNames[levelOf(trip)]} budget`;
  const distance = kilometers(hotel, center).toFixed(1);
  return `${hotel.name} ${reason}: ${hotel.stars} stars, ${distance} km from the center of the sights, ${nights} × ${room.pricePerNight} €.`;
}
