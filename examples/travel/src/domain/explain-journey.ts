import type { Journey, JourneyOffers, JourneyWish } from "./journey.ts";
import { kilometres } from "./places.ts";
import { known } from "./profile.ts";
import type { BudgetLevel, TravelInfo } from "./trip.ts";

/** Flights before this wall time are early. */
export const EARLY = "09:00";
/** Flights from this wall time on are late. */
export const LATE = "21:00";

/** The budget that is planned with when nobody named one is a middling one. */
export const levelOf = ({ budget }: TravelInfo): BudgetLevel => budget.level ?? "mid";

/** What was chosen from, and how many of the hotels met the wishes. */
export interface Choice extends JourneyOffers {
  readonly fitting: number;
}

const times = (way: string, after: string | null, before: string | null): readonly string[] => [
  ...(after === null ? [] : [`The flight ${way} leaves at ${after} or later, as you asked.`]),
  ...(before === null ? [] : [`The flight ${way} leaves at ${before} or earlier, as you asked.`]),
];

/** Says why it is this journey, a sentence for each reason. */
export function explainJourney(journey: Journey, wish: JourneyWish, choice: Choice): readonly string[] {
  const { wishes, budget } = wish.trip;
  return [
    ...outboundReasons(journey, wish, choice),
    ...times("out", wishes.outboundAfter, wishes.outboundBefore),
    ...(wishes.returnFlight === journey.return.id ? ["You picked the flight back."] : []),
    ...times("back", wishes.returnAfter, wishes.returnBefore),
    hotelReason(journey, wish, choice),
    ...(budget.total === null
      ? []
      : [`All together it stays ${Math.round(budget.total - journey.total)} € below your ${budget.total} €.`]),
  ];
}

function outboundReasons(
  { outbound }: Journey,
  { trip, profile }: JourneyWish,
  offers: JourneyOffers,
): readonly string[] {
  if (trip.wishes.outboundFlight === outbound.id) return ["You picked the flight out."];
  const isEarly = ({ departs }: { readonly departs: string }): boolean => departs.slice(11) < EARLY;
  const early = offers.outbound.filter(isEarly);
  if (!known(profile, "dislike").includes("early flights") || isEarly(outbound) || early.length === 0) return [];
  const saved = (outbound.price - Math.min(...early.map(({ price }) => price))) * trip.travelers;
  const which = early.length === 1 ? "the one" : `the ${early.length}`;
  const cost = saved > 0 ? `; it would have saved ${Math.round(saved)} €` : "";
  return [
    `You dislike early flights, so ${which} before ${EARLY} ${early.length === 1 ? "was" : "were"} passed over${cost}.`,
  ];
}

function hotelReason({ hotel, room }: Journey, { trip, nights }: JourneyWish, { centre, fitting }: Choice): string {
  const why =
    trip.wishes.room === room.id
      ? "is the one you picked"
      : fitting === 1
        ? "is the only hotel that fits"
        : `is the best of ${fitting} hotels that fit a ${levelOf(trip)} budget`;
  const away = kilometres(hotel, centre).toFixed(1);
  return `${hotel.name} ${why}: ${hotel.stars} stars, ${away} km from the middle of what there is to see, ${nights} × ${room.pricePerNight} €.`;
}
