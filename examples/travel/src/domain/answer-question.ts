import { headline, pricesOf, stayText } from "./describe-trip.ts";
import { dayText, euro, listText, minutesText, nextDay, timeOf } from "./format.ts";
import { timelineOf } from "./timeline.ts";
import type { Itinerary } from "./trip.ts";

/** Topics of a question about a trip, with the words that name them. */
const TOPICS: Readonly<Record<string, RegExp>> = {
  price: /\b(?:how much|costs?|prices?|pay|fares?|rates?|expensive|cheap|total|altogether|per person|each|€|euros?)\b/,
  trip: /\b(?:(?:which|what) (?:trip|one)|remind me|summary)\b/,
  person: /\b(?:per person|per head|each)\b/,
  total: /\b(?:total|altogether|whole trip|everything)\b/,
  hotel: /\b(?:hotels?|rooms?|stay|sleep|accommodation|nights?)\b/,
  flight: /\b(?:flights?|fly|flying|planes?|land|landing|take off|depart|departure|arrive|arrival|airlines?)\b/,
  out: /\b(?:out|there|outbound|leave|departure)\b/,
  back: /\b(?:back|home|return|returning)\b/,
  time: /\b(?:when|what time|how late|how early)\b/,
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
  const priceOf = (name: string): string => pricesOf(itinerary).find(({ part }) => part === name)?.amount ?? "";
  const flight = (way: string, part: "outbound" | "return", booked: Itinerary["return"]): readonly Fact[] => {
    if (booked === null) return [];
    const { seat, flight: flown } = booked;
    const { number, departs, arrives, minutes, stops } = flown;
    const name = `The flight ${way}`;
    const lands = `${timeOf(arrives)}${nextDay(flown) === "" ? "" : " on the next day"}`;
    const leaves = `leaves on ${dayText(departs.slice(0, 10))} at ${timeOf(departs)} and lands at ${lands}`;
    return [
      [`flight ${way} time days`, `${name}, ${number}, ${leaves}.`],
      [`flight ${way} price`, `${name} costs ${priceOf(part)} for ${travelers === 1 ? "you" : "all of you"}.`],
      [`flight ${way} duration`, `${name} takes ${minutesText(minutes)}.`],
      [`flight ${way} direct`, `${name} ${stops === 0 ? "is direct" : `has ${stops} stops`}.`],
      [`flight ${way} seat place`, seat === null ? `${name} has no seats to choose.` : `${name}: ${seat}.`],
    ];
  };
  const stay = (booked: NonNullable<typeof hotel>): readonly Fact[] => {
    const { name, stars, room, rooms, distance, place } = booked;
    const night = `${euro(room.pricePerNight * rooms)} a night`;
    return [
      ["hotel stars", `${name} has ${stars} stars: ${stayText(booked)}.`],
      ["hotel price", `${name} costs ${priceOf("hotel")}: ${stayText(booked)}, ${night}.`],
      ["hotel place", `${name} is ${distance.toFixed(1)} km from ${place}.`],
    ];
  };
  const dinners = days.flatMap(({ date, dinner }) => (dinner === null ? [] : [`${dinner.name} on ${dayText(date)}`]));
  const visits = days.flatMap((day) => day.visits.map(({ sight }) => sight.name));
  return [
    ["trip", `${headline(itinerary)}${hotel === null ? "" : `, ${hotel.name}`}: ${euro(total)}.`],
    ["price total", `The trip costs ${euro(total)}${travelers === 1 ? "" : ` for ${travelers} travelers`}.`],
    ["price person total", `The trip costs ${euro(total / travelers)} per person.`],
    ["days time party", `${headline(itinerary)}.`],
    ...flight("out", "outbound", outbound),
    ...flight("back", "return", back),
    ...(hotel === null ? [] : stay(hotel)),
    ["dinner place", dinners.length === 0 ? "No dinners are planned." : `Dinner is at ${listText(dinners)}.`],
    ["sight days", visits.length === 0 ? "No visits are planned." : `You visit ${listText(visits)}.`],
    ["cancel", "You can cancel a booking here, after your approval. The sample data has no cancellation fees."],
    ["why", reasons.join(" ")],
  ];
}

/**
 * Answers a question about a trip with the facts that have all of its topics, and the fewest others; null if there are none.
 *
 * A question that names a weekday of the trip is answered with the plan of that day.
 */
export function answerAbout(question: string, itinerary: Itinerary): string | null {
  const text = question.toLowerCase();
  const named = Object.keys(TOPICS).filter((topic) => TOPICS[topic]?.test(text));
  const isOfDay = (date: string): boolean => new RegExp(`\\b${dayText(date).slice(0, 3)}`, "i").test(text);
  const entries = timelineOf(itinerary).filter(({ date }) => isOfDay(date));
  if (entries.length > 0 && !named.includes("price"))
    return entries.map(({ date, time, title }) => `${dayText(date)}, ${time}: ${title}.`).join("\n");
  const fitting = factsOf(itinerary)
    .map(([topics, answer]) => ({ topics: topics.split(" "), answer }))
    .filter(({ topics }) => named.length > 0 && named.every((topic) => topics.includes(topic)));
  const fewest = Math.min(...fitting.map(({ topics }) => topics.length));
  const answers = fitting.filter(({ topics }) => topics.length === fewest).map(({ answer }) => answer);
  return answers.length === 0 ? null : answers.join(" ");
}

/** True for a message that asks something, such as "how much is the hotel". */
export const isQuestion = (text: string): boolean =>
  /^\W*(?:what|which|who|when|where|why|how|is|are|does|do|did|will it|will we|has|have we)\b(?! about\b)|\?\s*$/i.test(
    text,
  );
