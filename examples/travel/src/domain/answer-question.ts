import { isMoving, type Reading, type ReadingContext } from "../reading/reading.ts";
import { ANSWERS, says, SMALL } from "../reading/words.ts";
import { citiesText, dayText, listText, texts } from "./format.ts";
import type { Itinerary } from "./trip.ts";
import { dayEntries, headline, partsOf, priceText } from "./trip-parts.ts";

/** Lines of an answer, each with the words that it is found by: the parts of a trip, what is planned, and the whole. */
const linesOf = (trip: Itinerary) => [
  ...partsOf(trip).map(({ line }) => ({ text: `${line}.`, words: line })),
  ...trip.days.flatMap(dayEntries).map(({ kind, date, time, title }) => {
    const text = `${dayText(date)}, ${time}: ${title}.`;
    return { text, words: `${kind} ${text}` };
  }),
  { text: `${texts(headline(trip), trip.hotel?.name).join(", ")}: ${priceText(trip)}.`, words: "whole" },
];

/** Words of questions that no line needs to have. */
const ASKING = new Set(`${SMALL} ${ANSWERS.asking}`.split(" "));

/** The words of a question, or of a line, that can be compared. "Sunday" is written "Sun" in the lines. */
function wordsIn(text: string): ReadonlySet<string> {
  let plain = text;
  for (const [name, others] of Object.entries(ANSWERS.synonyms))
    plain = plain.replaceAll(new RegExp(`\\b(?:${others})\\b`, "giu"), name);
  const words = plain.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return new Set(words.map((word) => (word.endsWith("day") ? word.slice(0, 3) : word)));
}

/**
 * Answers a question about a trip with the lines that have most words in common with it, or says that there is no answer.
 * A question with a word that no line has, or about another trip, has no answer.
 */
export function answerAbout(question: string, trip: Itinerary | null, reading: Reading, context: ReadingContext) {
  const cities = `I plan trips between ${citiesText(context.airports)}.`;
  if (says(ANSWERS.asksHelp, question)) return `${ANSWERS.help} ${cities}`;
  if (trip === null) return `I cannot answer that. ${cities}`;
  const missing = reading.unavailable.filter((words) => question.toLowerCase().includes(words));
  if (missing.length > 0) return `The catalog does not say anything about this: ${listText(missing)}.`;
  const lines = linesOf(trip).map(({ text, words }) => ({ text, words: wordsIn(words.replaceAll(trip.city, "")) }));
  const asked = [...wordsIn(question.replaceAll(trip.city, ""))];
  // The distance is that from the place that the hotel should be near to.
  const isNear = /\bcent(?:er|re)\b/i.test(question) && trip.hotel?.place.includes("center") === false;
  const isKnown = (word: string): boolean => ASKING.has(word) || lines.some(({ words }) => words.has(word));
  const isAnswered = !isNear && !/\bwould\b/i.test(question) && asked.every(isKnown);
  const scores = lines.map(({ words }) => asked.filter((word) => words.has(word)).length);
  const best = Math.max(1, ...scores);
  const answers = lines.filter((_, index) => isAnswered && scores[index] === best).map(({ text }) => text);
  return answers.join("\n") || `I cannot answer that. ${ANSWERS.known}`;
}

/** True for a message that asks something, such as "how much is the hotel". */
export const isQuestion = (text: string): boolean => says(ANSWERS.opening, text) || /\?\s*$/.test(text);

/**
 * True for a question about the planned trip, which changes nothing.
 *
 * "What does it cost for three people?" plans the trip for three, and "can we stay longer?" is a wish.
 */
export function asksAbout(text: string, reading: Reading): boolean {
  const { several: _s, startDate, endDate, datesAssumed: _d, origin, destination, ...stated } = reading.trip;
  const isPlain = /^(?:question|unclear|tell_profile|change_trip|plan_trip)$/.test(reading.intent);
  if (!isPlain || isMoving(reading) || Object.keys(stated).length > 0) return false;
  // "What happens on Saturday" names a day of the trip, and "Saturday?" asks for another one. So do "when do we land in Rome" and "Rome?".
  const named = startDate ?? endDate ?? origin ?? destination;
  if (reading.changes.length > 0 || named !== undefined) return says(ANSWERS.opening, text);
  return isQuestion(text) && !says(ANSWERS.wish, text);
}
