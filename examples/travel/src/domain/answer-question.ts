import { isMoving, type Reading } from "../reading/reading.ts";
import { dayText, listText, texts } from "./format.ts";
import type { Itinerary } from "./trip.ts";
import { headline, partsOf, priceText, timelineOf } from "./trip-parts.ts";

const FLIGHT =
  "flights?|fly|flying|planes?|land|take off|leave|depart|departure|arrive|airlines?|direct|non-?stop|stops?|layovers?|seats?|how long";

/** Words of questions about each kind of line. */
const WORDS = {
  outbound: `${FLIGHT}|out|outbound`,
  return: `${FLIGHT}|back|home|return`,
  hotel: "hotels?|rooms?|stay|sleep|accommodation|nights?|stars?|category|near|central|center|how far|check",
  meal: "eat|eating|dinners?|restaurants?|food|meals?",
  visit: "sights?|see|visits?|museums?|do there|doing|plans?|program",
  trip: "how much|costs?|prices?|pay|total|altogether|each|when|dates?|days?|how many|who|which one|trip|journey|vacation",
};

/** A line of an answer, with the names that it is found by. */
interface Line {
  readonly kind: keyof typeof WORDS;
  readonly names: string;
  readonly text: string;
}

/** What can be said about a trip: its parts, what is planned on each day, and the whole. */
function linesOf(trip: Itinerary): readonly Line[] {
  const line = (kind: Line["kind"], text: string, names = ""): Line => ({ kind, text, names: names.toLowerCase() });
  const planned = timelineOf(trip).map(({ kind, date, time, title }) => {
    const text = `${dayText(date)}, ${time}: ${title}.`;
    return (kind === "visit" || kind === "meal") && line(kind, text, text.replace(trip.city, ""));
  });
  return [
    ...partsOf(trip).map(({ part, flight, line: text }) => line(part, `${text}.`, flight ? text.slice(0, 20) : "")),
    ...planned.filter((each) => each !== false),
    line("trip", `${texts(headline(trip), trip.hotel?.name).join(", ")}: ${priceText(trip)}.`),
  ];
}

const timesIn = (text: string, words: string): number =>
  [...text.matchAll(new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "gu"))].length;

/** How well a line fits a question: the number of words in common. The whole trip is meant if no part is. */
function scoreOf({ kind, names }: Line, question: string): number {
  const asked = question.match(/\p{L}{3,}/gu)?.map((word) => (word.endsWith("day") ? word.slice(0, 3) : word)) ?? [];
  const named = asked.filter((word) => timesIn(names, word) > 0);
  return named.length + timesIn(question, WORDS[kind]) * (kind === "trip" ? 0.1 : 1);
}

const KNOWN =
  "I know the flights, the hotel, the prices, and the plan of each day of this trip. To change it, say what you want instead.";

/** Answers a question about a trip with what is known about the parts and days that it names, or says that there is no answer. */
export function answerAbout(question: string, trip: Itinerary, { unavailable }: Pick<Reading, "unavailable">): string {
  const text = question.toLowerCase();
  const missing = unavailable.filter((words) => text.includes(words));
  if (missing.length > 0) return `The catalog does not say anything about this: ${listText(missing)}.`;
  const lines = linesOf(trip);
  // "When does the carriage leave?" is not about the flights.
  const things = [...text.matchAll(/\b(?:the|our|my|an?|any)\s+(\p{L}+)/gu)].map(([, thing = ""]) => thing);
  const isKnown = things.some((thing) => lines.some((line) => scoreOf(line, thing) > 0));
  if (things.length > 0 && !isKnown) return `This trip says nothing about "${things[0]}". ${KNOWN}`;
  const best = Math.max(...lines.map((line) => scoreOf(line, text)));
  const answers = lines.filter((line) => best > 0 && scoreOf(line, text) === best);
  return answers.map((line) => line.text).join("\n") || `I cannot answer that. ${KNOWN}`;
}

const OPENING =
  /^\W*(?:what|which|who|when|where|why|how|is|are|does|do|did|will it|will we|has|have we)\b(?! about\b)/i;

/** True for a message that asks something, such as "how much is the hotel". */
export const isQuestion = (text: string): boolean => OPENING.test(text) || /\?\s*$/.test(text);

/**
 * True for a question about the planned trip, which changes nothing.
 *
 * "What does it cost for three people?" plans the trip for three, and "can we stay longer?" is a wish.
 */
export function asksAbout(text: string, reading: Reading): boolean {
  const { several: _several, startDate, endDate, datesAssumed: _assumed, ...stated } = reading.trip;
  const isPlain = /^(?:question|unclear|tell_profile|change_trip|plan_trip)$/.test(reading.intent);
  if (!isPlain || isMoving(reading) || Object.keys(stated).length > 0) return false;
  // "What happens on Saturday" names a day of the trip, and "Saturday?" asks for another one.
  if (reading.changes.length > 0 || (startDate ?? endDate) !== undefined) return OPENING.test(text);
  return isQuestion(text) && !/^\W*(?:can|could|would|will|may|shall) (?:you|we|i)\b/i.test(text);
}
