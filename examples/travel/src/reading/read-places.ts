import { CLAIMED, literal, MONTH, type Sheet, WEEKDAY } from "@tidemark/reading";
import { cityMapping } from "city-timezones";
import { listText } from "../domain/format.ts";
import type { Airport } from "../domain/offers.ts";
import type { Reading, ReadingContext } from "./reading.ts";
import { PLACES, says } from "./words.ts";

/** A place that a message names. */
export interface Place {
  /** Code of a city in the catalog; null for another place. */
  readonly code: string | null;
  readonly name: string;
  readonly at: number;
  readonly text: string;
  /** Says that the whole country was named, or that a name is misspelled. */
  readonly note: string | null;
}

/** Names of cities and countries of the world, in lower case. */
const WORLD = new Set(
  cityMapping.flatMap(({ city, city_ascii: plain, country }) =>
    [city, plain, country].map((name) => name.toLowerCase()),
  ),
);

/** Claims the cities of the catalog: names, aliases, countries, and codes in capitals or in a route such as "cph-vie". */
export function citiesIn(sheet: Sheet, airports: readonly Airport[]): readonly Place[] {
  const names = new Map(
    airports.flatMap(({ city, airport, country, aliases, code }) =>
      [country, ...aliases, airport, city, code].map((name) => [name.toLowerCase(), { code, city, country }] as const),
    ),
  );
  const pattern = [...names.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(literal)
    .join("|");
  const found: Place[] = [];
  sheet.takeAll(pattern, ({ 0: text, index: at }) => {
    const place = names.get(text.toLowerCase());
    if (place === undefined) return false;
    const isRoute =
      /\p{L}{3}\s?[-→]\s?$/u.test(sheet.text.slice(0, at)) || /^\s?[-→]\s?\p{L}{3}\b/u.test(sheet.text.slice(at + 3));
    if (text.toLowerCase() === place.code.toLowerCase() && text !== place.code && !isRoute) return false;
    const isCountry = text.toLowerCase() === place.country.toLowerCase();
    const note = isCountry ? `In ${place.country} the catalog has only ${place.city}.` : null;
    return found.push({ code: place.code, name: place.city, at, text, note }) > 0;
  });
  return found;
}

/** Claims places of the world that are not in the catalog: names in capitals, or after a word such as "to". */
export function worldIn(sheet: Sheet): readonly Place[] {
  const found: Place[] = [];
  for (const { at } of sheet.words()) {
    const before = sheet.text.slice(0, at);
    const text = longest(sheet.left.slice(at));
    if (text === null || at < (found.at(-1)?.at ?? -1) + (found.at(-1)?.text.length ?? 0)) continue;
    const isPrepared =
      says(PLACES.to, before) || says(PLACES.from, before) || says(PLACES.via, before) || says(PLACES.not, before);
    const isName = /^\p{Lu}/u.test(text) || text.length > 4;
    if (says(PLACES.words, text.toLowerCase()) ? !isPrepared || !/^\p{Lu}/u.test(text) : !isName) continue;
    found.push({ code: null, name: text, at, text, note: null });
  }
  for (const place of found) sheet.claim(place);
  return found;
}

/** The longest name of a place, of up to three words, at the start of a text. */
function longest(text: string): string | null {
  const words = /^[\p{L}'-]+(?: [\p{L}'-]+){0,2}/u.exec(text)?.[0].split(" ") ?? [];
  const names = words.map((_, index) => words.slice(0, index + 1).join(" "));
  return names.findLast((name) => WORLD.has(name.toLowerCase())) ?? null;
}

/** Claims names that nobody read: misspelled cities, which a note says, and places that nobody knows. */
export function strangePlaces(sheet: Sheet, airports: readonly Airport[], isOpen: boolean): readonly Place[] {
  const found = sheet.words().flatMap(({ at, text: word }): readonly Place[] => {
    const before = sheet.text.slice(0, at);
    const text = /^\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]+)*/u.exec(sheet.left.slice(at))?.[0] ?? word;
    const near = airports.filter(
      ({ city }) => text.length > 4 && isNear(text.toLowerCase(), city.toLowerCase(), text.length < 7 ? 1 : 2),
    );
    const [city] = near;
    if (city !== undefined && near.length === 1)
      return [{ code: city.code, name: city.city, at, text, note: `I took "${text}" as ${city.city}` }];
    const isPrepared =
      /\b(?:to|from|visit|out of)\s+$/iu.test(before) &&
      /^\p{Lu}|^[\p{L}]+\s*(?:$|[,.]|for\b)/u.test(sheet.left.slice(at));
    const isName = isOpen && /^\p{Lu}\p{Ll}{2,}/u.test(text) && !/^(?:any|some|only)/iu.test(text);
    return isPrepared || (isName && (at > 0 || sheet.left.slice(text.length).trim().startsWith(CLAIMED)))
      ? [{ code: null, name: text, at, text, note: null }]
      : [];
  });
  for (const place of found) sheet.claim(place);
  return found;
}

/** Gives the named places their roles. Two possible destinations are a question, never a guess. */
export function readRoute(sheet: Sheet, found: readonly Place[], reading: Reading, context: ReadingContext): void {
  const { airports, askedTopics = [], trip: before } = context;
  const { trip, problems, ask, doubts, unavailable } = reading;
  // "No, the other way round" swaps the ends of the trip.
  if (sheet.take(PLACES.turn) !== null) {
    const { origin = null, destination = null } = before ?? {};
    if (origin === null || destination === null) ask.push("where you start from and where you go");
    else Object.assign(trip, { origin: destination, destination: origin });
  }
  const all = found.toSorted((a, b) => a.at - b.at);
  const follows =
    (pattern: string) =>
    ({ at }: Place): boolean =>
      says(pattern, sheet.text.slice(0, at));
  const not = all.filter(follows(PLACES.not));
  for (const place of not) {
    sheet.take(new RegExp(`(?:${PLACES.not.slice(0, -1)})(?=${CLAIMED})`, "u"));
    if (place.code === null) doubts.push(`"not ${place.name}" changes nothing, because I do not know that place`);
  }
  reading.notTo ??= not.find(({ code }) => code !== null)?.code ?? null;
  const named = all.filter((place) => !not.includes(place));
  const [lone] = named.length === 1 && !named.some(follows("\\bto\\s*$")) ? named : [];
  const isAsked = askedTopics.includes("origin") && !askedTopics.includes("destination");
  const origin = named.findLast(follows(PLACES.from)) ?? pairOrigin(named, sheet.text) ?? (isAsked ? lone : undefined);
  const isSame = ({ code, name }: Place): boolean => code === origin?.code && (code !== null || name === origin.name);
  const [back, via] = [named.filter(follows(PLACES.back)), named.filter(follows(PLACES.via))];
  const others = named.filter((place) => !isSame(place) && !via.includes(place));
  const away = others.filter((place) => !back.includes(place));
  // "Home to Oslo from Rome" names the destination, if no other does.
  const rest = away.length > 0 || origin === undefined || (before?.destination ?? null) !== null ? away : others;
  const isLoop = named.every(isSame) && named.some((place) => follows(" to\\s*$")(place) && !back.includes(place));
  if (isLoop) problems.push("The destination must be different from the origin.");
  if (via.length > 0) sheet.take("via|through");
  unavailable.push(...via.map(({ name }) => `a stop in ${name}`));
  if (origin !== undefined)
    for (const place of back.filter((each) => !isSame(each) && !rest.includes(each)))
      unavailable.push(`a flight back to ${place.name}, another city than the start`);
  doubts.push(
    ...new Set(
      named.flatMap(({ note, code }) =>
        named.some((each) => each.code === code && each.note === null) ? [] : (note ?? []),
      ),
    ),
  );
  if (origin !== undefined && origin.code !== null) {
    trip.origin ??= origin.code;
    reading.facts.push({ kind: "home", value: origin.code, certainty: "guessed" });
  }
  const codes = [...new Set(rest.flatMap(({ code }) => code ?? []))];
  if (codes.length > 1) {
    sheet.take("or|either|and then|then");
    const names = listText([...new Set(rest.map(({ name }) => name))]);
    ask.push(`which one city you would like to go to, because I plan one city at a time (you named ${names})`);
  } else if (codes[0] !== undefined) trip.destination ??= codes[0];
  const unknown = named.filter((place) => place.code === null && !via.includes(place));
  if (unknown.length === 0) return;
  const strange = listText([...new Set(unknown.map(({ name }) => `"${name}"`))]);
  problems.push(`I do not know ${strange} as a place. The catalog has ${citiesText(airports)}.`);
  if (origin?.code === null) ask.push("where you start from");
  if (unknown.some((place) => place !== origin) && trip.destination === undefined && codes.length < 2)
    ask.push("where you would like to go");
}

/** "Copenhagen to Lisbon" and "CPH-LIS" name the origin first, also when the second is not known. */
function pairOrigin([first, second]: readonly Place[], text: string): Place | undefined {
  if (first === undefined || says(PLACES.to, text.slice(0, first.at))) return undefined;
  const end = first.at + first.text.length;
  if (second !== undefined) return /^\s*(?:to|-|→|>|->)\s*$/iu.test(text.slice(end, second.at)) ? first : undefined;
  const isPair = new RegExp(`^\\s*(?:to|->?|→|>)\\s*(?!(?:${WEEKDAY}|${MONTH})\\b)\\p{Lu}`, "u").test(text.slice(end));
  return isPair ? first : undefined;
}

export const citiesText = (airports: readonly Airport[]): string =>
  listText(airports.map(({ city }) => city).toSorted());

/** True if a limited number of added, removed or replaced letters turns a word into another. */
function isNear(from: string, to: string, edits: number): boolean {
  if (edits < 0) return false;
  if (from === "" || to === "") return from.length + to.length <= edits;
  if (from.startsWith(to.charAt(0))) return isNear(from.slice(1), to.slice(1), edits);
  return [0, 1].some((at) => isNear(from.slice(1), to.slice(at), edits - 1)) || isNear(from, to.slice(1), edits - 1);
}
