import { dayText, euro, listText, texts } from "./format.ts";
import { daysText, headline, partsOf, priceText, type TripEntry, timelineOf } from "./trip-parts.ts";
import type { Change } from "../reading/reading.ts";
import type { Alternative, Itinerary, Part } from "./trip.ts";

/** Words that name a topic in a question, and its answer. */
type Topic = readonly [words: RegExp, answer: (trip: Itinerary, question: string) => string];

const answersOf = (trip: Itinerary, ...parts: readonly Part[]): string =>
  texts(...partsOf(trip).map(({ part, line }) => parts.includes(part) && `${line}.`)).join("\n");

/** The flight that a question names, or both. */
function flights(trip: Itinerary, question: string): string {
  const isBack = /\b(?:back|home|return)\b/.test(question);
  const isOut = /\b(?:out|there|outbound)\b/.test(question);
  if (isBack === isOut) return answersOf(trip, "outbound", "return");
  return answersOf(trip, isBack ? "return" : "outbound") || "There is no flight back on this trip.";
}

const entriesText = (entries: readonly TripEntry[]): string =>
  entries.map(({ date, time, title }) => `${texts(dayText(date), time).join(", ")}: ${title}.`).join("\n");

const planned = (trip: Itinerary, kind: TripEntry["kind"]): string =>
  entriesText(timelineOf(trip).filter((entry) => entry.kind === kind));

/** Parts of a trip. */
const PARTS: readonly Topic[] = [
  [
    /\b(?:hotels?|rooms?|stay|sleep|accommodation|nights?|stars?|category|near|central|center|how far|check)\b/,
    (trip) => answersOf(trip, "hotel") || "There is no hotel on this trip.",
  ],
  [
    /\b(?:flights?|fly|flying|planes?|land|take off|leave|depart|departure|arrive|airlines?|direct|non-?stop|stops?|layovers?|seats?|back|return|how long)\b/,
    flights,
  ],
  [
    /\b(?:eat|eating|dinners?|restaurants?|food|meals?)\b/,
    (trip) => planned(trip, "meal") || "No dinner is planned on this trip.",
  ],
  [
    /\b(?:sights?|see|visits?|museums?|do there|doing|plans?|program)\b/,
    (trip) => planned(trip, "visit") || "You visit no sights on this trip.",
  ],
  [
    /\b(?:cancel|cancellation|refund|refundable)\b/,
    () => "You can cancel a booking here, after your approval. The sample data has no cancellation fees.",
  ],
  [/\bwhy\b/, ({ reasons }) => reasons.join(" ")],
];

/** The whole trip, for a question that names none of its parts. */
const WHOLE: readonly Topic[] = [
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

const KNOWN = "I know the flights, the hotel, the prices, and the plan of each day of this trip.";

/** Visits and dinners whose names have a word of the question, or all entries of a weekday that it names. */
function namedEntries(trip: Itinerary, question: string): readonly TripEntry[] {
  const all = timelineOf(trip);
  const words = new Set(question.match(/\p{L}{4,}/gu));
  const ofDay = all.filter(({ date }) => new RegExp(`\\b${dayText(date).slice(0, 3)}`, "i").test(question));
  const named = (ofDay.length > 0 ? ofDay : all).filter(({ kind, title }) => {
    const names =
      title
        .toLowerCase()
        .replace(trip.city.toLowerCase(), "")
        .match(/\p{L}+/gu) ?? [];
    return (kind === "visit" || kind === "meal") && names.some((name) => words.has(name));
  });
  return named.length > 0 ? named : ofDay;
}

const isKnown = (thing: string): boolean =>
  /^(?:trip|journey|vacation|holiday|whole|first|last|next|name|time|way)$/.test(thing) ||
  [...PARTS, ...WHOLE].some(([words]) => words.test(thing));

/** A thing that a question is about although the trip has none, such as `carriage`; null if there is none. */
function unknownThing(question: string): string | null {
  const things = [...question.matchAll(/\b(?:the|our|my|an?|any)\s+(\p{L}+)/gu)].map(([, thing = ""]) => thing);
  return things.some(isKnown) ? null : (things[0] ?? null);
}

/** Answers a question about a trip with what is known about the parts and days that it names, or says that there is no answer. */
export function answerAbout(question: string, trip: Itinerary, unavailable: readonly string[]): string {
  const text = question.toLowerCase();
  const entries = namedEntries(trip, text);
  if (entries.length > 0) return entriesText(entries);
  if (unavailable.length > 0) return `The catalog does not say anything about this: ${listText(unavailable)}.`;
  const unknown = unknownThing(text);
  if (unknown !== null) return `This trip says nothing about "${unknown}". ${KNOWN}`;
  const named = PARTS.filter(([words]) => words.test(text));
  const answers = named.length > 0 ? named : WHOLE.filter(([words]) => words.test(text)).slice(0, 1);
  return answers.map(([, answer]) => answer(trip, text)).join("\n") || `I cannot answer that. ${KNOWN}`;
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
