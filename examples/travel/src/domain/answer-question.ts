import type { Reading, ReadingContext } from "../reading/reading.ts";
import { citiesText, dayText, listText, texts } from "./format.ts";
import type { Itinerary } from "./trip.ts";
import { dayEntries, headline, partsOf, priceText } from "./trip-parts.ts";

/** Words of the lines of a trip, and words of questions that mean them. */
const SYNONYMS: Readonly<Record<string, string>> = {
  flight: "fly|flying|planes?|land|take off|leave|depart|arrive|airlines?|non-?stop|layovers?|seats?|how long",
  back: "home|return",
  hotel: "rooms?|stay|sleep|accommodation|nights?|stars?|near|central|center|how far(?=.*\\bcent(?:er|re)\\b)",
  dinner: "eat|eating|restaurants?|food|meals?",
  visit: "sights?|see|visits|museums|doing|plans?",
  whole: "how much|costs?|prices?|pay|total|when|dates?|days?|how many|who|which one|trip|journey|vacation",
};
/** Words of questions that no line needs to have. */
const ASKING: ReadonlySet<string> = new Set(
  "what which when where why has will happens happen get each per person still the name called and are was were does did can could our out for with from that this there any much many long time about you we is it".split(
    " ",
  ),
);
const HELP =
  'Say where you go and from where, on which days, and who travels: "Rome from Berlin, 3 to 7 March, 2 adults and 1 child". Then change any part: "fly back earlier", "4 star hotel", "skip the castle", "make it cheaper". Ask about the trip: "how much is the hotel?". Type "book it" to book, "cancel my booking" to cancel, and "what do you know about me?" for your profile.';
const KNOWN =
  "I know the flights, the hotel, the prices, and the plan of each day of this trip. To change it, say what you want instead.";

/** Lines of an answer, each with the words that it is found by: the parts of a trip, what is planned, and the whole. */
const linesOf = (trip: Itinerary) => [
  ...partsOf(trip).map(({ line }) => ({ text: `${line}.`, words: line })),
  ...trip.days.flatMap(dayEntries).map(({ kind, date, time, title }) => {
    const text = `${dayText(date)}, ${time}: ${title}.`;
    return { text, words: `${kind} ${text}` };
  }),
  { text: `${texts(headline(trip), trip.hotel?.name).join(", ")}: ${priceText(trip)}.`, words: "whole" },
];

/** The words of a question, or of a line, that can be compared. "Sunday" is written "Sun" in the lines. */
function wordsIn(text: string): ReadonlySet<string> {
  let plain = text;
  for (const [name, others] of Object.entries(SYNONYMS))
    plain = plain.replaceAll(new RegExp(`\\b(?:${others})\\b`, "giu"), name);
  const words = plain.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return new Set(words.map((word) => (word.endsWith("day") ? word.slice(0, 3) : word)));
}

/**
 * Answers a question about a trip with the lines that have most words in common with it, or says that there is no answer.
 * A question with a word that no line has, or about another trip, has no answer.
 */
export function answerAbout(
  question: string,
  trip: Itinerary | null,
  { unavailable }: Reading,
  context: ReadingContext,
) {
  const cities = `I plan trips between ${citiesText(context.airports)}.`;
  if (/^\W*(?:help|what can)\b/i.test(question)) return `${HELP} ${cities}`;
  if (trip === null) return `I cannot answer that. ${cities}`;
  if (unavailable.length > 0) return `The catalog does not say anything about this: ${listText(unavailable)}.`;
  const lines = linesOf(trip).map(({ text, words }) => ({ text, words: wordsIn(words.replaceAll(trip.city, "")) }));
  const asked = [...wordsIn(question.replaceAll(trip.city, ""))];
  // The distance is that from the place that the hotel should be near to.
  const isNear = /\bcent(?:er|re)\b/i.test(question) && trip.hotel?.place.includes("center") === false;
  const isKnown = (word: string): boolean => ASKING.has(word) || lines.some(({ words }) => words.has(word));
  const isAnswered = !isNear && !/\bwould\b/i.test(question) && asked.every(isKnown);
  const scores = lines.map(({ words }) => asked.filter((word) => words.has(word)).length);
  const best = Math.max(1, ...scores);
  const answers = lines.filter((_, index) => isAnswered && scores[index] === best).map(({ text }) => text);
  return answers.join("\n") || `I cannot answer that. ${KNOWN}`;
}
