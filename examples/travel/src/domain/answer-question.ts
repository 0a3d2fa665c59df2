import { headline, pricesOf, stayText } from "./describe-trip.ts";
import { dayText, euro, listText, minutesText } from "./format.ts";
import { timelineOf } from "./timeline.ts";
import type { Itinerary } from "./trip.ts";

/** Topics of a question about a trip, with the words that name them. */
const TOPICS: Readonly<Record<string, RegExp>> = {
  price:
    /\b(?:how much|costs?|prices?|pay|paying|fares?|rates?|expensive|cheap|total|altogether|per person|each|€|euros?)\b/,
  trip: /\b(?:(?:which|what) (?:trip|one)|remind me|summary)\b/,
  person: /\b(?:per person|per head|each of us|each)\b/,
  total: /\b(?:total|altogether|whole trip|everything)\b/,
  hotel: /\b(?:hotels?|rooms?|stay|staying|sleep|accommodation|nights?)\b/,
  flight: /\b(?:flights?|fly|flying|planes?|land|landing|take off|depart|departure|arrive|arrival|airlines?|airport)\b/,
  out: /\b(?:out|there|outbound|leave|departure)\b/,
  back: /\b(?:back|home|return|returning)\b/,
  time: /\b(?:when|what time|how late|how early|at what hour)\b/,
  duration: /\bhow long\b/,
  direct: /\b(?:direct|non-?stop|stops?|stopovers?|layovers?)\b/,
  seat: /\b(?:seats?|window|aisle)\b/,
  stars: /\b(?:stars?|category)\b/,
  place: /\b(?:where|how far|near|close|central|center|centre|distance|location)\b/,
  dinner: /\b(?:eat|eating|dinners?|restaurants?|food|meals?)\b/,
  sight: /\b(?:sights?|see|visit|visits|museums?|do there|doing|plans?|program)\b/,
  party: /\b(?:how many (?:of us|people|travelers|persons)|who travels)\b/,
  days: /\b(?:dates?|days?|which week)\b/,
  cancel: /\b(?:cancel|cancellation|refund|refundable)\b/,
  why: /\bwhy\b/,
};

type Fact = readonly [topics: string, text: string];

function factsOf(itinerary: Itinerary): readonly Fact[] {
  const { outbound, return: back, hotel, days, total, travelers, reasons } = itinerary;
  const prices = pricesOf(itinerary);
  const flights = [
    ["out", "The flight out", outbound] as const,
    ...(back === null ? [] : [["back", "The flight back", back] as const]),
  ].flatMap(([way, name, { flight, seat }], index): readonly Fact[] => [
    [
      `flight ${way} time days`,
      `${name}, ${flight.number}, leaves on ${dayText(flight.departs.slice(0, 10))} at ${flight.departs.slice(11)} and lands at ${flight.arrives.slice(11)}${flight.arrives.slice(0, 10) === flight.departs.slice(0, 10) ? "" : " on the next day"}.`,
    ],
    [`flight ${way} price`, `${name} costs ${prices[index]?.amount} for ${travelers === 1 ? "you" : "all of you"}.`],
    [`flight ${way} duration`, `${name} takes ${minutesText(flight.minutes)}.`],
    [`flight ${way} direct`, `${name} ${flight.stops === 0 ? "is direct" : `has ${flight.stops} stops`}.`],
    [`flight ${way} seat place`, seat === null ? `${name} has no seats to choose.` : `${name}: ${seat}.`],
  ]);
  const stay: readonly Fact[] =
    hotel === null
      ? []
      : [
          ["hotel stars", `${hotel.name} has ${hotel.stars} stars: ${stayText(hotel)}.`],
          [
            "hotel price",
            `${hotel.name} costs ${prices.at(-1)?.amount}: ${stayText(hotel)}, ${euro(hotel.room.pricePerNight * hotel.rooms)} a night.`,
          ],
          ["hotel place", `${hotel.name} is ${hotel.distance.toFixed(1)} km from ${hotel.place}.`],
        ];
  const dinners = days.flatMap(({ date, dinner }) => (dinner === null ? [] : [`${dinner.name} on ${dayText(date)}`]));
  const visits = days.flatMap((day) => day.visits.map(({ sight }) => sight.name));
  return [
    ["trip", `${headline(itinerary)}${hotel === null ? "" : `, ${hotel.name}`}: ${euro(total)}.`],
    ["price total", `The trip costs ${euro(total)}${travelers === 1 ? "" : ` for ${travelers} travelers`}.`],
    ["price person total", `The trip costs ${euro(total / travelers)} per person.`],
    ["days time party", `${headline(itinerary)}.`],
    ...flights,
    ...stay,
    ["dinner place", dinners.length === 0 ? "No dinners are planned." : `Dinner is at ${listText(dinners)}.`],
    ["sight days", visits.length === 0 ? "No visits are planned." : `You visit ${listText(visits)}.`],
    ["cancel", "You can cancel a booking here, after your approval. The sample data has no cancellation fees."],
    ["why", reasons.join(" ")],
  ];
}

/**
 * Answers a question about a trip with the facts that have all of its topics; null if there are none.
 *
 * A question that names a weekday of the trip is answered with the plan of that day.
 */
export function answerAbout(question: string, itinerary: Itinerary): string | null {
  const text = question.toLowerCase();
  const entries = timelineOf(itinerary).filter(({ date }) =>
    new RegExp(`\\b${dayText(date).slice(0, 3)}`, "i").test(text),
  );
  if (entries.length > 0 && !TOPICS["price"]?.test(text))
    return entries.map(({ date, time, title }) => `${dayText(date)}, ${time}: ${title}.`).join("\n");
  const named = Object.keys(TOPICS).filter((topic) => TOPICS[topic]?.test(text));
  if (named.length === 0) return null;
  const fitting = factsOf(itinerary)
    .map(([topics, answer]) => ({ topics: topics.split(" "), answer }))
    .filter(({ topics }) => named.every((topic) => topics.includes(topic)));
  const fewest = Math.min(...fitting.map(({ topics }) => topics.length));
  return fitting.length === 0
    ? null
    : fitting
        .filter(({ topics }) => topics.length === fewest)
        .map(({ answer }) => answer)
        .join(" ");
}

/** True for a message that asks something, such as "how much is the hotel". */
export const isQuestion = (text: string): boolean =>
  /^\W*(?:what|which|who|when|where|why|how|is|are|does|do|did|will it|will we|has|have we)\b(?! about\b)|\?\s*$/i.test(
    text,
  );
