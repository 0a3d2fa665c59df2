import { dayText, euro, listText, texts } from "./format.ts";
import { daysText, headline, partsOf, priceText, timelineOf } from "./trip-parts.ts";
import type { Reading } from "../reading/reading.ts";
import type { Itinerary } from "./trip.ts";

const FLIGHT =
  "flights?|fly|flying|planes?|land|take off|leave|depart|departure|arrive|airlines?|direct|non-?stop|stops?|layovers?|seats?|how long";

/** Words of questions about each kind of line. */
const WORDS = {
  outbound: `${FLIGHT}|out|outbound`,
  return: `${FLIGHT}|back|home|return`,
  hotel: "hotels?|rooms?|stay|sleep|accommodation|nights?|stars?|category|near|central|center|how far|check",
  meal: "eat|eating|dinners?|restaurants?|food|meals?",
  visit: "sights?|see|visits?|museums?|do there|doing|plans?|program",
  cancel: "cancel|cancellation|refund|refundable",
  why: "why",
  price: "how much|costs?|prices?|pay|total|altogether|each|euros?|€",
  days: "when|what time|dates?|days?|which week",
  trip: "(?:which|what) (?:trip|one)|remind me|summary|how many|who",
};

/** A line of an answer, with the names that it is found by. */
interface Line {
  readonly kind: keyof typeof WORDS;
  readonly names: string;
  readonly text: string;
}

/** What can be said about a trip: its parts first, then the whole. */
function linesOf(trip: Itinerary): readonly Line[] {
  const entries = timelineOf(trip).filter(({ kind }) => kind === "visit" || kind === "meal");
  const line = (kind: Line["kind"], text: string, names = ""): Line => ({ kind, text, names: names.toLowerCase() });
  return [
    ...partsOf(trip).map(({ part, flight, line: text }) => line(part, `${text}.`, flight ? text.slice(0, 20) : "")),
    ...entries.map(({ kind, date, time, title }) => {
      const text = `${texts(dayText(date), time).join(", ")}: ${title}.`;
      return line(kind === "meal" ? kind : "visit", text, text.replace(trip.city, ""));
    }),
    line("cancel", "You can cancel a booking here, after your approval."),
    line("why", trip.reasons.join(" ")),
    line("price", `The trip costs ${priceText(trip)}.`),
    line("days", `${daysText(trip)}.`),
    line("trip", `${texts(headline(trip), trip.hotel?.name).join(", ")}: ${euro(trip.total)}.`),
  ];
}

const timesIn = (text: string, words: string): number =>
  [...text.matchAll(new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "gu"))].length;

/** The lines that have the most words in common with a question. The whole trip is meant if no part is. */
function bestLines(lines: readonly Line[], question: string): readonly Line[] {
  const asked = question.match(/\p{L}{3,}/gu)?.map((word) => (word.endsWith("day") ? word.slice(0, 3) : word)) ?? [];
  const score = ({ kind, names }: Line): number => {
    const weight = /price|days|trip/.test(kind) ? 0.1 : 1;
    return timesIn(question, WORDS[kind]) * weight + asked.filter((word) => timesIn(names, word) > 0).length;
  };
  const best = Math.max(...lines.map(score));
  return best === 0 ? [] : lines.filter((line) => score(line) === best);
}

const KNOWN = "I know the flights, the hotel, the prices, and the plan of each day of this trip.";

/** A thing that a question is about although the trip has none, such as `carriage`; null if there is none. */
function unknownThing(question: string, lines: readonly Line[]): string | null {
  const things = [...question.matchAll(/\b(?:the|our|my|an?|any)\s+(\p{L}+)/gu)].map(([, thing = ""]) => thing);
  const isKnown = (thing: string): boolean =>
    /^(?:trip|journey|vacation|holiday|whole|first|last|next|name|time|way)$/.test(thing) ||
    lines.some(({ kind, names }) => timesIn(thing, WORDS[kind]) + timesIn(names, thing) > 0);
  return things.some(isKnown) ? null : (things[0] ?? null);
}

/** Answers a question about a trip with what is known about the parts and days that it names, or says that there is no answer. */
export function answerAbout(
  question: string,
  trip: Itinerary,
  { changes, unavailable }: Pick<Reading, "changes" | "unavailable">,
): string {
  const text = question.toLowerCase();
  // "Is there anything cheaper?"
  const [change] = changes.map((name) => name.replace("other", "another").replace(/[A-Z]/, " $&").toLowerCase());
  if (change !== undefined) return `Nothing has changed. To change the trip, type "${change}".`;
  const missing = unavailable.filter((words) => text.includes(words));
  if (missing.length > 0) return `The catalog does not say anything about this: ${listText(missing)}.`;
  const lines = linesOf(trip);
  const unknown = unknownThing(text, lines);
  if (unknown !== null) return `This trip says nothing about "${unknown}". ${KNOWN}`;
  const best = bestLines(lines, text).map((line) => line.text);
  return best.join("\n") || `I cannot answer that. ${KNOWN}`;
}

/** True for a message that asks something, such as "how much is the hotel". */
export const isQuestion = (text: string): boolean =>
  /^\W*(?:what|which|who|when|where|why|how|is|are|does|do|did|will it|will we|has|have we)\b(?! about\b)|\?\s*$/i.test(
    text,
  );
