import { texts } from "./format.ts";
import { isEarly, type Journey, type JourneyOffers, type JourneyRequest } from "./journey.ts";
import { kilometers } from "./places.ts";
import { factValues } from "./profile.ts";

/** Offers that a journey was chosen from. */
export interface Choice extends JourneyOffers {
  /** Number of hotels with a room that meets the traveler's wishes. */
  readonly fittingHotels: number;
}

const atTime = (direction: string, time: string | null, order: string): string | false =>
  time !== null && `The flight ${direction} leaves at ${time} or ${order}, as you asked.`;

/** Explains the choice of a journey, one sentence per reason. */
export function explainJourney(journey: Journey, request: JourneyRequest, choice: Choice): readonly string[] {
  const { outbound, return: back, total } = journey;
  const { wishes, limit } = request;
  return texts(
    wishes.outboundFlight === outbound.number ? "You chose the flight out." : skippedFlights(journey, request, choice),
    atTime("out", wishes.outboundAfter, "later"),
    atTime("out", wishes.outboundBefore, "earlier"),
    back !== null && wishes.returnFlight === back.number && "You chose the flight back.",
    back !== null && atTime("back", wishes.returnAfter, "later"),
    back !== null && atTime("back", wishes.returnBefore, "earlier"),
    wishes.direct && "Every flight is direct, as you asked.",
    hotelReason(journey, request, choice),
    limit !== null && `The total is ${Math.round(limit - total)} € below your limit of ${limit} €.`,
  );
}

/** Says that disliked early flights were skipped, and what that costs. */
function skippedFlights({ outbound }: Journey, request: JourneyRequest, offers: JourneyOffers): string | false {
  const early = offers.outbound.filter(isEarly);
  const isSkipped = factValues(request.profile, "dislike").includes("early flights") && !isEarly(outbound);
  if (!isSkipped || early.length === 0) return false;
  const saved = (outbound.price - Math.min(...early.map(({ price }) => price))) * request.travelers;
  const [skipped, cheapest] =
    early.length === 1 ? ["the one before 09:00 was", "It"] : [`the ${early.length} before 09:00 were`, "The cheapest"];
  const cost = saved > 0 ? ` ${cheapest} would have saved ${Math.round(saved)} €.` : "";
  return `You dislike early flights, so ${skipped} skipped.${cost}`;
}

function hotelReason(
  { stay }: Journey,
  { wishes, level, nights }: JourneyRequest,
  { center, fittingHotels }: Choice,
): string | false {
  if (stay === null) return false;
  const { hotel, room, count } = stay;
  const budget = level === "mid" ? "mid-range" : level;
  const [reason] = texts(
    wishes.room === room.id && "is your choice",
    fittingHotels === 1 && "is the only hotel that fits",
    wishes.near !== null && "is the closest hotel that fits",
    `is the best of ${fittingHotels} hotels for a ${budget} budget`,
  );
  const distance = kilometers(hotel, center).toFixed(1);
  const price = `${nights} × ${count === 1 ? "" : `${count} × `}${room.pricePerNight} €`;
  return `${hotel.name} ${reason}: ${hotel.stars} stars, ${distance} km from ${center.name}, ${price}.`;
}
