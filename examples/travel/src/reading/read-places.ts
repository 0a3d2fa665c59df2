import { listText } from "../domain/format.ts";
import type { Airport } from "../domain/offers.ts";
import { type Message, MONTH, WEEKDAY } from "./message.ts";
import type { Reading, ReadingContext } from "./reading.ts";

interface FoundCity {
  readonly code: string;
  readonly city: string;
  readonly start: number;
  readonly end: number;
  /** Text before the city, in lower case. */
  readonly before: string;
  /** Says that the whole country was named. */
  readonly note: string | null;
}

function find(name: string, where: string): readonly RegExpExecArray[] {
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return [...where.matchAll(new RegExp(`(?<![\\p{L}])${quoted}(?![\\p{L}])`, "gu"))];
}

/** Finds cities by name, alias, code or country. Codes must be in capitals, because "mad" is a word too. */
export function citiesIn(message: Message, airports: readonly Airport[]): readonly FoundCity[] {
  const { rest, text } = message;
  const open = ({ index, 0: name }: RegExpExecArray): boolean => !rest.slice(index, index + name.length).includes("·");
  return airports
    .flatMap(({ code, city, country, airport, aliases }) => [
      ...[airport, city, ...aliases]
        .flatMap((name) => find(name.toLowerCase(), rest))
        .map((match) => ({ match, code, city, note: null })),
      ...find(code, text)
        .filter(open)
        .map((match) => ({ match, code, city, note: null })),
      ...find(country.toLowerCase(), rest).map((match) => ({
        match,
        code,
        city,
        note: `In ${country} the catalog has only ${city}.`,
      })),
    ])
    .map(({ match: { index, 0: name }, ...rest_ }) => ({
      ...rest_,
      start: index,
      end: index + name.length,
      before: text.slice(0, index).toLowerCase(),
    }))
    .toSorted((a, b) => a.start - b.start)
    .filter(
      ({ start, note }, index, all) =>
        !all.some((other, at) => at !== index && other.start === start && (note !== null || at < index)),
    );
}

type Places = Pick<Reading["trip"], "origin" | "destination"> &
  Pick<Reading, "notTo" | "problems" | "ask" | "doubts" | "unavailable">;

const FROM =
  /\b(?:from|out of|leaving|departing|starting (?:in|from|at)|start (?:in|from)|ex|departure:?|origin:?|i'm in|we're in|i am in|we are in)\s*$/;
const TO = /\b(?:to|in|into|visit|visiting|see|for|around|explore|toward|towards|destination:?|at|about)\s*$/;
const NOT =
  /\b(?:not|no|rather than|instead of|but not|don't want|without|except|never|not to|(?:any|every)(?:where|thing) but)\s+(?:to |in )?$/;

/** Reads the origin and the destination. Two possible destinations are a question, never a guess. */
export function readPlaces(message: Message, { airports, askedTopics = [], trip }: ReadingContext): Places {
  const found = citiesIn(message, airports);
  for (const { start, end } of found) message.claim(start, end, "places");
  const places: Places = { notTo: null, problems: [], ask: [], doubts: [], unavailable: [] };
  const not = found.filter(({ before }) => NOT.test(before));
  for (const { before, start } of not) {
    const length = NOT.exec(before)?.[0].length ?? 0;
    message.claim(start - length, start, "places");
  }
  places.notTo = not[0]?.code ?? null;
  const named = found.filter((city) => !not.includes(city));
  const origin =
    named.findLast(({ before }) => FROM.test(before)) ??
    pairOrigin(named, message.text) ??
    askedOrigin(named, askedTopics);
  const home = named.filter((city) => city !== origin && city.code === origin?.code);
  if (
    home.some(({ before }) => /(?<!\b(?:back|return|returning|home)) to\s*$/.test(before)) &&
    named.every(({ code }) => code === origin?.code)
  )
    places.problems.push("The destination must be different from the origin.");
  const back = named.filter(({ before }) => /\b(?:back|return|returning|home) (?:to|into)\s*$/.test(before));
  const via = named.filter(({ before }) =>
    /\b(?:via|through|stop(?:ping|over)? (?:in|at)|change (?:in|at)|layover in)\s*$/.test(before),
  );
  if (via.length > 0) void message.take(/\b(?:via|through)\b/, "places");
  const rest = named.filter(
    (city) => city !== origin && !home.includes(city) && !back.includes(city) && !via.includes(city),
  );
  places.unavailable.push(
    ...via.map(({ city }) => `a stop in ${city}`),
    ...back
      .filter(({ code }) => origin !== undefined && code !== origin.code)
      .map(({ city }) => `a flight back to ${city}, another city than the start`),
  );
  const codes = [...new Set(rest.map(({ code }) => code))];
  const isNamed = (country: FoundCity): boolean =>
    named.some(({ code, note }) => note === null && code === country.code);
  const notes = [...rest, ...(origin === undefined ? [] : [origin])].flatMap((city) =>
    isNamed(city) ? [] : (city.note ?? []),
  );
  places.doubts.push(...notes);
  if (origin !== undefined) places.origin = origin.code;
  if (codes.length > 1) {
    const names = [...new Set(rest.map(({ city }) => city))];
    void message.take(/\b(?:or|either|and then|then)\b/, "places");
    places.ask.push(
      `which one city you would like to go to, because I plan one city at a time (you named ${listText(names)})`,
    );
  } else if (
    codes[0] !== undefined &&
    !(
      origin === undefined &&
      codes[0] === trip?.destination &&
      /\b(?:hotel|room|stay) in\s*$/.test(rest[0]?.before ?? "")
    )
  )
    places.destination = codes[0];
  return places;
}

/** "Copenhagen to Lisbon" and "CPH-LIS" name the origin first. */
function pairOrigin(named: readonly FoundCity[], text: string): FoundCity | undefined {
  const [first, second] = named;
  if (first === undefined || TO.test(first.before)) return undefined;
  const after = text.slice(first.end);
  // "Copenhagen to Brussels", of which only the first is in the catalog.
  if (second === undefined)
    return /^\s*(?:to|->?|>)\s*\p{Lu}/u.test(after) &&
      !new RegExp(`^\\W*(?:to )?(?:${WEEKDAY}|${MONTH})`, "i").test(after)
      ? first
      : undefined;
  return /^\s*(?:to|-|>|->)\s*$/i.test(text.slice(first.end, second.start)) ? first : undefined;
}

/** A lone city answers the question for the origin. */
const askedOrigin = (named: readonly FoundCity[], askedTopics: readonly string[]): FoundCity | undefined =>
  askedTopics.includes("origin") &&
  !askedTopics.includes("destination") &&
  named.length === 1 &&
  !/\bto\s*$/.test(named[0]?.before ?? "")
    ? named[0]
    : undefined;

export const citiesText = (airports: readonly Airport[]): string =>
  listText(airports.map(({ city }) => city).toSorted());

/** Names places that are not in the catalog: what follows "to" or "from", or is written with a capital. */
export function readUnknownPlaces(message: Message, context: ReadingContext, reading: Reading): void {
  const { airports, trip } = context;
  const pattern =
    /\b(to|from|in|visit|via|near|out of|around)\s+(?:the\s+)?(\p{L}[\p{L}'-]+(?:\s(?=\p{Lu})\p{L}[\p{L}'-]+){0,3})/gu;
  const free = new Set(message.unclaimed.map(({ start }) => start));
  const unknown: { name: string; isOrigin: boolean }[] = [];
  for (const { 1: preposition = "", 2: name = "", index, 0: phrase } of message.text.matchAll(pattern)) {
    const start = index + phrase.length - name.length;
    const isName =
      /^\p{Lu}/u.test(name) || (/^(?:to|from|visit)$/.test(preposition) && isLast(message, start + name.length));
    if (
      !isName ||
      (!free.has(start) && !/^\p{Lu}/u.test(name)) ||
      message.rest.slice(start, start + name.length).includes("·")
    )
      continue;
    unknown.push({ name, isOrigin: preposition === "from" || preposition === "out of" });
    message.claim(start, start + name.length, "unknown places");
  }
  for (const [denied] of message.text.matchAll(/\b(?:not|instead of|rather than)\s+(?:to )?\p{Lu}\p{L}+/gu)) {
    const at = message.text.indexOf(denied);
    if (message.rest.slice(at, at + denied.length).includes("·")) continue;
    message.claim(at, at + denied.length, "unknown places");
    reading.doubts.push(`"${denied}" changes nothing, because I do not know that place`);
  }
  // A name in capitals without a preposition, as in "Porto for 3 nights".
  for (const { start, end } of message.unclaimed) {
    const name = message.text.slice(start, end);
    // The first word, such as "madrid" in "madrid three nights", when nobody knows the destination.
    const isFirst =
      start === 0 &&
      /^(?!any|some|only)\p{L}{4,}$/u.test(name) &&
      [trip?.destination, trip?.startDate, reading.trip.destination].every((said) => (said ?? null) === null) &&
      /^[\s,]*(?:·|(?:some|for|in|from|on|and)\b)/.test(message.rest.slice(end));
    if (
      nearest(name, airports) === null &&
      !isFirst &&
      (!/^\p{Lu}\p{Ll}{2,}$/u.test(name) ||
        (start > 0 ? reading.trip.destination !== undefined : /^\s(?!to\b|for\b|in\b)/.test(message.rest.slice(end))))
    )
      continue;
    unknown.push({
      name,
      isOrigin: /^\s*(?:to\b|-)/.test(message.rest.slice(end)) || /\bfro?m\s+$/.test(message.rest.slice(0, start)),
    });
    message.claim(start, end, "unknown places");
  }
  const strange = unknown.filter(({ name, isOrigin }) => {
    const city = nearest(name, airports);
    if (city === null || reading.trip[isOrigin ? "origin" : "destination"] !== undefined) return true;
    reading.trip = { ...reading.trip, [isOrigin ? "origin" : "destination"]: city.code };
    reading.doubts.push(`I took "${name}" as ${city.city}`);
    return false;
  });
  if (strange.length === 0) return;
  reading.problems.push(
    `I do not know ${listText(strange.map(({ name }) => `"${name}"`))} as a place. The catalog has ${citiesText(airports)}.`,
  );
  if (strange.some(({ isOrigin }) => isOrigin)) reading.ask.push("where you start from");
  if (strange.some(({ isOrigin }) => !isOrigin) && reading.trip.destination === undefined)
    reading.ask.push("where you would like to go");
}

/** The one city that is spelled nearly like a name: one letter differs, or two in a long name. */
function nearest(name: string, airports: readonly Airport[]): Airport | null {
  const far = name.length < 7 ? 1 : 2;
  const near = airports.filter(({ city }) => name.length > 4 && isNear(name.toLowerCase(), city.toLowerCase(), far));
  return near.length === 1 ? (near[0] ?? null) : null;
}

/** True if a limited number of added, removed or replaced letters turns a word into another. */
function isNear(from: string, to: string, edits: number): boolean {
  if (edits < 0) return false;
  if (from === "" || to === "") return from.length + to.length <= edits;
  if (from.startsWith(to.charAt(0))) return isNear(from.slice(1), to.slice(1), edits);
  return [0, 1].some((at) => isNear(from.slice(1), to.slice(at), edits - 1)) || isNear(from, to.slice(1), edits - 1);
}

/** True at the end of a clause, so that "to relax for a week" does not name a place. */
const isLast = ({ rest }: Message, end: number): boolean =>
  /^\s*(?:$|[.,;!?]|(?:for|from|in|on|with|next|and)\b)/.test(rest.slice(end));
