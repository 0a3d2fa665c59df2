import { cityMapping } from "city-timezones";
import { listText } from "../domain/format.ts";
import type { Airport } from "../domain/offers.ts";
import { type Message, MONTH, WEEKDAY } from "./message.ts";
import type { Reading, ReadingContext } from "./reading.ts";

/** A place that a message names. */
interface Place {
  /** Code of a city in the catalog; null for another place. */
  readonly code: string | null;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Text before the place, in lower case. */
  readonly before: string;
  /** Says that the whole country was named, or that a name is misspelled. */
  readonly note: string | null;
}

/** Names of cities and countries of the world, in lower case. */
const WORLD = new Set(
  cityMapping.flatMap(({ city, city_ascii: plain, country }) =>
    [city, plain, country].map((name) => name.toLowerCase()),
  ),
);
/** Names that are everyday words too. */
const WORDS = /^(?:nice|split|bath|reading|cork|orange|mobile|man|same|price|young|of|central|van|hail|victoria)$/;

const FROM =
  /\b(?:from|fro?m|out of|leaving|departing|starting (?:in|from|at)|start (?:in|from)|ex|departure:?|origin:?|i'm in|we're in|i am in|we are in)\s*$/;
const TO = /\b(?:to|in|into|visit|visiting|see|for|around|explore|toward|towards|destination:?|at|about)\s*$/;
const NOT =
  /\b(?:not|no|rather than|instead of|but not|don't want|without|except|never|not to|(?:any|every)(?:where|thing) but)\s+(?:to |in |from )?$/;
const BACK = /\b(?:back|return|returning|home) (?:to|into)\s*$/;
const VIA = /\b(?:via|through|stop(?:ping|over)? (?:in|at)|change (?:in|at)|layover in)\s*$/;

const TURN = /(?:\bno,? )?(?:\bthe )?\b(?:other way (?:a?round)|(?:opposite|reverse) direction|vice versa)\b/;

const find = (name: string, where: string): readonly RegExpExecArray[] => [
  ...where.matchAll(
    new RegExp(`(?<!\\p{L})${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?!\\p{L})`, "gu"),
  ),
];

/** Finds cities of the catalog by name, alias, code or country. Codes must be in capitals, because "mad" is a word too. */
export function citiesIn({ rest, text }: Message, airports: readonly Airport[]): readonly (Place & { code: string })[] {
  return airports
    .flatMap(({ code, city, country, airport, aliases }) => {
      const named = [airport, city, ...aliases].flatMap((name) => find(name.toLowerCase(), rest));
      const lower = code.toLowerCase();
      // "cph-vie": in lower case only as a part of a route.
      const route = new RegExp(`(?<=\\p{L}{3}\\s?-\\s?)${lower}\\b|\\b${lower}(?=\\s?-\\s?\\p{L}{3}\\b)`, "gu");
      const coded = [...find(code, text), ...rest.matchAll(route)].filter(({ index }) => !rest.startsWith("·", index));
      const whole = find(country.toLowerCase(), rest);
      return [...named, ...coded, ...whole].map((match) => ({
        code,
        name: city,
        start: match.index,
        end: match.index + match[0].length,
        before: text.slice(0, match.index).toLowerCase(),
        note: whole.includes(match) ? `In ${country} the catalog has only ${city}.` : null,
      }));
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start }, index, all) => start >= Math.max(0, ...all.slice(0, index).map(({ end }) => end)));
}

/** Finds places of the world that are not in the catalog, of up to three words. */
function worldIn({ rest, text }: Message): readonly Place[] {
  const words = [...rest.matchAll(/[\p{L}'-]+/gu)].filter(({ 0: word }) => !word.includes("·"));
  const found: Place[] = [];
  for (const [at, { index }] of words.entries()) {
    const before = text.slice(0, index).toLowerCase();
    for (const last of [words[at + 2], words[at + 1], words[at]]) {
      if (last === undefined || index < (found.at(-1)?.end ?? 0)) continue;
      const end = last.index + last[0].length;
      const name = text.slice(index, end);
      if (!WORLD.has(name.toLowerCase())) continue;
      const isPrepared = TO.test(before) || FROM.test(before) || VIA.test(before);
      const isName = /^\p{Lu}/u.test(name) && !/\p{Lu}\p{L}*\s$/u.test(text.slice(0, index));
      const isAlone = /^\s*(?:[,.:!]|$|for\b|from\b|\d)/.test(text.slice(end));
      const isFit = WORDS.test(name.toLowerCase()) ? isPrepared || (isName && isAlone) : isName || name.length > 4;
      if (isFit) found.push({ code: null, name, start: index, end, before, note: null });
    }
  }
  return found;
}

/** Reads the origin and the destination. Two possible destinations are a question, never a guess. */
export function readPlaces(message: Message, reading: Reading, context: ReadingContext): void {
  const known = citiesIn(message, context.airports);
  for (const { start, end } of known) message.claim(start, end, "places");
  const world = worldIn(message);
  for (const { start, end } of world) message.claim(start, end, "unknown places");
  // "No, the other way round" swaps the ends of the trip.
  if (message.take(TURN, "places") !== null) {
    const { origin = null, destination = null } = context.trip ?? {};
    if (origin === null || destination === null) reading.ask.push("where you start from and where you go");
    else Object.assign(reading.trip, { origin: destination, destination: origin });
  }
  const all = [...known, ...world].toSorted((a, b) => a.start - b.start);
  giveRoles(message, all, reading, context);
  if (reading.trip.origin !== undefined)
    reading.facts.push({ kind: "home", value: reading.trip.origin, certainty: "guessed" });
}

function giveRoles(message: Message, found: readonly Place[], reading: Reading, context: ReadingContext): void {
  const { airports, askedTopics = [], trip: before } = context;
  const { trip, problems, ask, doubts, unavailable } = reading;
  const not = found.filter((place) => NOT.test(place.before));
  for (const place of not) {
    message.claim(place.start - (NOT.exec(place.before)?.[0].length ?? 0), place.start, "places");
    if (place.code === null) doubts.push(`"not ${place.name}" changes nothing, because I do not know that place`);
  }
  reading.notTo ??= not.find(({ code }) => code !== null)?.code ?? null;
  const named = found.filter((place) => !not.includes(place));
  const lone = named.length === 1 && !/\bto\s*$/.test(named[0]?.before ?? "") ? named[0] : undefined;
  const isAsked = askedTopics.includes("origin") && !askedTopics.includes("destination");
  const origin =
    named.findLast((place) => FROM.test(place.before)) ??
    pairOrigin(named, message.text) ??
    (isAsked ? lone : undefined);
  const isSame = ({ code, name }: Place): boolean => code === origin?.code && (code !== null || name === origin.name);
  const back = named.filter((place) => BACK.test(place.before));
  const via = named.filter((place) => VIA.test(place.before));
  const others = named.filter((place) => !isSame(place) && !via.includes(place));
  const away = others.filter((place) => !back.includes(place));
  // "Home to Oslo from Rome" names the destination, if no other does.
  const rest = away.length > 0 || origin === undefined || (before?.destination ?? null) !== null ? away : others;
  if (via.length > 0) void message.take(/\b(?:via|through)\b/, "places");
  if (named.every(isSame) && named.some((place) => / to\s*$/.test(place.before) && !BACK.test(place.before)))
    problems.push("The destination must be different from the origin.");
  unavailable.push(...via.map(({ name }) => `a stop in ${name}`));
  const elsewhere = origin === undefined ? [] : back.filter((place) => !isSame(place) && !rest.includes(place));
  unavailable.push(...elsewhere.map(({ name }) => `a flight back to ${name}, another city than the start`));
  const isNamed = ({ code }: Place): boolean => named.some((place) => place.note === null && place.code === code);
  doubts.push(
    ...[...rest, origin].flatMap((place) => (place === undefined || isNamed(place) ? [] : (place.note ?? []))),
  );
  if (origin !== undefined && origin.code !== null) trip.origin ??= origin.code;
  const codes = [...new Set(rest.flatMap(({ code }) => code ?? []))];
  const isHotel = origin === undefined && codes[0] === before?.destination && / in\s*$/.test(rest[0]?.before ?? "");
  if (codes.length > 1) {
    void message.take(/\b(?:or|either|and then|then)\b/, "places");
    const names = listText([...new Set(rest.map(({ name }) => name))]);
    ask.push(`which one city you would like to go to, because I plan one city at a time (you named ${names})`);
  } else if (codes[0] !== undefined && !isHotel) trip.destination ??= codes[0];
  const unknown = named.filter((place) => place.code === null && !via.includes(place));
  if (unknown.length === 0) return;
  const strange = listText([...new Set(unknown.map(({ name }) => `"${name}"`))]);
  problems.push(`I do not know ${strange} as a place. The catalog has ${citiesText(airports)}.`);
  if (origin?.code === null) ask.push("where you start from");
  if (unknown.some((place) => place !== origin) && trip.destination === undefined && codes.length < 2)
    ask.push("where you would like to go");
}

/** "Copenhagen to Lisbon" and "CPH-LIS" name the origin first. */
function pairOrigin([first, second]: readonly Place[], text: string): Place | undefined {
  if (first === undefined || TO.test(first.before)) return undefined;
  const after = text.slice(first.end);
  if (second !== undefined)
    return /^\s*(?:to|-|>|->)\s*$/i.test(text.slice(first.end, second.start)) ? first : undefined;
  // "Copenhagen to Atlantis", of which only the first is a known place.
  const isPair =
    /^\s*(?:to|->?|>)\s*\p{Lu}/u.test(after) && !new RegExp(`^\\W*(?:to )?(?:${WEEKDAY}|${MONTH})`, "i").test(after);
  return isPair ? first : undefined;
}

export const citiesText = (airports: readonly Airport[]): string =>
  listText(airports.map(({ city }) => city).toSorted());

/** Reads names that nobody claimed: misspelled cities, which a doubt says, and places that nobody knows. */
export function readStrangePlaces(message: Message, reading: Reading, context: ReadingContext): void {
  const found = message.unclaimed.flatMap(({ word, start }): readonly Place[] => {
    const name = /^[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/u.exec(message.text.slice(start))?.[0] ?? word;
    const end = start + name.length;
    const before = message.text.slice(0, start).toLowerCase();
    const behind = message.rest.slice(end);
    const isEnd = /^\s*(?:$|[.,;!?·]|(?:for|from|in|on|with|next|and)\b)/.test(behind);
    const isPrepared = /\b(?:to|from|visit|out of)\s+$/.test(before) && (isEnd || /^\p{Lu}/u.test(name));
    const isOpen = [reading.trip.destination, context.trip?.destination].every((city) => (city ?? null) === null);
    const isFirst =
      start === 0 &&
      isOpen &&
      name.length > 3 &&
      /^[\s,]*(?:·|(?:some|for|in|from|on|and)\b)/.test(behind) &&
      !/^(?:any|some|only)/i.test(name);
    const isName = /^\p{Lu}\p{Ll}{2,}/u.test(name) && isOpen && (start > 0 || isFirst);
    const city = nearest(name, context.airports);
    if (city === null && !isPrepared && !isFirst && !isName) return [];
    if (message.rest.slice(start, end).includes("·")) return [];
    return [
      {
        code: city?.code ?? null,
        name: city === null ? name : city.city,
        start,
        end,
        before: /^\s*(?:to\b|-)/.test(behind) && !FROM.test(before) ? `${before}from ` : before,
        note: city === null ? null : `I took "${name}" as ${city.city}`,
      },
    ];
  });
  for (const { start, end } of found) message.claim(start, end, "unknown places");
  giveRoles(message, found, reading, context);
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
