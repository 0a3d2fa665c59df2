import { daysText, headline, priceText, pricesOf, stayText } from "./describe-trip.ts";
import { dayText, euro, listText, minutesText, nextDay, seatText, texts, timeOf } from "./format.ts";
import { timelineOf } from "./timeline.ts";
import type { Itinerary } from "./trip.ts";

/** Parts of a trip with the words that name them in a question, and the answer. */
const PARTS: readonly (readonly [words: RegExp, answer: (trip: Itinerary, question: string) => string])[] = [
  [/\b(?:hotels?|rooms?|stay|sleep|accommodation|nights?|stars?|category|near|central|center|how far)\b/, hotelText],
  [
    /\b(?:flights?|fly|flying|planes?|land|take off|depart|departure|arrive|airlines?|direct|non-?stop|stops?|layovers?|seats?|back|return|how long)\b/,
    flightsText,
  ],
  [
    /\b(?:eat|eating|dinners?|restaurants?|food|meals?)\b/,
    ({ days }) => {
      const dinners = days.flatMap(({ date, dinner }) => (dinner ? [`${dinner.name} on ${dayText(date)}`] : []));
      return dinners.length === 0 ? "No dinners are planned." : `Dinner is at ${listText(dinners)}.`;
    },
  ],
  [
    /\b(?:sights?|see|visits?|museums?|do there|doing|plans?|program)\b/,
    ({ days }) => {
      const visits = days.flatMap((day) => day.visits.map(({ sight }) => sight.name));
      return visits.length === 0 ? "No visits are planned." : `You visit ${listText(visits)}.`;
    },
  ],
  [
    /\b(?:cancel|cancellation|refund|refundable)\b/,
    () => "You can cancel a booking here, after your approval. The sample data has no cancellation fees.",
  ],
  [/\bwhy\b/, ({ reasons }) => reasons.join(" ")],
];

/** Answers about the whole trip, for a question that names none of its parts. */
const WHOLE: typeof PARTS = [
  [
    /\b(?:how much|costs?|prices?|pay|total|altogether|each|euros?)\b|€/,
    (trip) => `The trip costs ${priceText(trip)}.`,
  ],
  [/\b(?:when|what time|dates?|days?|which week)\b/, (trip) => `${daysText(trip)}.`],
  [
    /\b(?:(?:which|what) (?:trip|one)|remind me|summary|how many|who)\b/,
    (trip) => `${texts(headline(trip), trip.hotel?.name).join(", ")}: ${euro(trip.total)}.`,
  ],
];

function hotelText(trip: Itinerary): string {
  const { hotel } = trip;
  if (hotel === null) return "There is no hotel on this trip.";
  const { name, stars, room, rooms, distance, place } = hotel;
  const price = pricesOf(trip).find(({ part }) => part === "hotel")?.amount;
  const night = `${euro(room.pricePerNight * rooms)} a night`;
  return `${name} costs ${price}: ${stayText(hotel)}, ${night}. It has ${stars} stars and is ${distance.toFixed(1)} km from ${place}.`;
}

/** Describes the flight that a question names, or both. */
function flightsText(trip: Itinerary, question: string): string {
  const ways = [
    ["out", trip.outbound, /\b(?:out|there|outbound)\b/],
    ["back", trip.return, /\b(?:back|home|return)\b/],
  ] as const;
  const named = ways.filter(([, , words]) => words.test(question));
  const sentences = (named.length === 0 ? ways : named).flatMap(([way, booked]) => {
    if (booked === null) return [];
    const { number, departs, arrives, minutes, stops, price } = booked.flight;
    const lands = `${timeOf(arrives)}${nextDay(booked.flight) === "" ? "" : " on the next day"}`;
    const length = `${minutesText(minutes)}${stops === 0 ? ", direct" : `, ${stops} stops`}${seatText(booked.seat)}`;
    return [
      `The flight ${way}, ${number}, leaves on ${dayText(departs.slice(0, 10))} at ${timeOf(departs)} and lands at ${lands}: ${length}, ${euro(price * trip.travelers)}.`,
    ];
  });
  return sentences.length === 0 ? "There is no flight back on this trip." : sentences.join(" ");
}

/**
 * Answers a question about a trip with what is known about the parts that it names; null if there are none.
 *
 * A question that names a weekday of the trip is answered with the plan of that day.
 */
export function answerAbout(question: string, trip: Itinerary): string | null {
  const text = question.toLowerCase();
  const entries = timelineOf(trip).filter(({ date }) => new RegExp(`\\b${dayText(date).slice(0, 3)}`, "i").test(text));
  if (entries.length > 0)
    return entries.map(({ date, time, title }) => `${dayText(date)}, ${time}: ${title}.`).join("\n");
  const named = PARTS.filter(([words]) => words.test(text));
  const answers = named.length > 0 ? named : WHOLE.filter(([words]) => words.test(text)).slice(0, 1);
  return answers.length === 0 ? null : answers.map(([, answer]) => answer(trip, text)).join(" ");
}

/** True for a message that asks something, such as "how much is the hotel". */
export const isQuestion = (text: string): boolean =>
  /^\W*(?:what|which|who|when|where|why|how|is|are|does|do|did|will it|will we|has|have we)\b(?! about\b)|\?\s*$/i.test(
    text,
  );
