import { daysText, headline, partsOf, priceText } from "./describe-trip.ts";
import { dayText, euro, listText, texts } from "./format.ts";
import { timelineOf } from "./timeline.ts";
import type { Change } from "../reading/reading.ts";
import type { Alternative, Itinerary } from "./trip.ts";

type Answer = readonly [words: RegExp, answer: (trip: Itinerary, question: string) => string];

/** Names of a kind of entry in the plan. */
const planned = (trip: Itinerary, kind: "visit" | "meal"): readonly string[] =>
  timelineOf(trip)
    .filter((entry) => entry.kind === kind)
    .map(({ title, date }) => (kind === "visit" ? title : `${title} on ${dayText(date)}`));

/** The flight that a question names, or both. */
function flights(trip: Itinerary, question: string): string {
  const all = partsOf(trip).filter(({ part }) => part !== "hotel");
  const isBack = /\b(?:back|home|return)\b/.test(question);
  const isOut = /\b(?:out|there|outbound)\b/.test(question);
  const named = all.filter(({ part }) => isOut === isBack || (part === "return") === isBack);
  return named.map(({ answer }) => answer).join(" ") || "There is no flight back on this trip.";
}

/** Parts of a trip with the words that name them in a question, and the answer. */
const PARTS: readonly Answer[] = [
  [
    /\b(?:hotels?|rooms?|stay|sleep|accommodation|nights?|stars?|category|near|central|center|how far)\b/,
    (trip) => partsOf(trip).find(({ part }) => part === "hotel")?.answer ?? "There is no hotel on this trip.",
  ],
  [
    /\b(?:flights?|fly|flying|planes?|land|take off|depart|departure|arrive|airlines?|direct|non-?stop|stops?|layovers?|seats?|back|return|how long)\b/,
    flights,
  ],
  [
    /\b(?:eat|eating|dinners?|restaurants?|food|meals?)\b/,
    (trip) => `Dinner is at ${listText(planned(trip, "meal")) || "no restaurant that is planned"}.`,
  ],
  [
    /\b(?:sights?|see|visits?|museums?|do there|doing|plans?|program)\b/,
    (trip) => `You visit ${listText(planned(trip, "visit")) || "no sights"}.`,
  ],
  [
    /\b(?:cancel|cancellation|refund|refundable)\b/,
    () => "You can cancel a booking here, after your approval. The sample data has no cancellation fees.",
  ],
  [/\bwhy\b/, ({ reasons }) => reasons.join(" ")],
];

/** Answers about the whole trip, for a question that names none of its parts. */
const WHOLE: readonly Answer[] = [
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

/**
 * Answers a question about a trip with what is known about the parts that it names, or says that there is no answer.
 *
 * A question that names a weekday of the trip is answered with the plan of that day.
 */
export function answerAbout(question: string, trip: Itinerary, unavailable: readonly string[]): string {
  if (unavailable.length > 0) return `The catalog does not say anything about this: ${listText(unavailable)}.`;
  const text = question.toLowerCase();
  const ofDay = timelineOf(trip).filter(({ date }) => new RegExp(`\\b${dayText(date).slice(0, 3)}`, "i").test(text));
  if (ofDay.length > 0)
    return ofDay.map(({ date, time, title }) => `${texts(dayText(date), time).join(", ")}: ${title}.`).join("\n");
  const named = PARTS.filter(([words]) => words.test(text));
  const answers = named.length > 0 ? named : WHOLE.filter(([words]) => words.test(text)).slice(0, 1);
  return (
    answers.map(([, answer]) => answer(trip, text)).join(" ") ||
    "I cannot answer that. I know the flights, the hotel, the prices, and the plan of each day of this trip."
  );
}

/** True for a message that asks something, such as "how much is the hotel". */
export const isQuestion = (text: string): boolean =>
  /^\W*(?:what|which|who|when|where|why|how|is|are|does|do|did|will it|will we|has|have we)\b(?! about\b)|\?\s*$/i.test(
    text,
  );

/** Answers "is there anything cheaper?" with the cheaper alternatives, and says how to change the trip. */
export const offerText = ([change = "cheaperTrip"]: readonly Change[], alternatives: readonly Alternative[]): string =>
  texts(
    ...alternatives.map(
      ({ label, difference }, at) =>
        difference < 0 && `${label} would cost ${euro(-difference)} less: type "${at + 1}".`,
    ),
    `Nothing has changed. To change the trip, type "${change.replace("other", "another").replace(/[A-Z]/, " $&").toLowerCase()}".`,
  ).join("\n");
