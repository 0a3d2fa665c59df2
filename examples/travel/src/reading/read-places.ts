import { CLAIMED, literal, MONTH, type Sheet, WEEKDAY } from "@tidemark/reading";
import { cityMapping } from "city-timezones";
import { listText, texts } from "../domain/format.ts";
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

const unknown = (at: number, text: string): Place => ({ code: null, name: text, at, text, note: null });

/** Claims the cities of the catalog: names, aliases, countries, and codes in capitals or in a route such as "cph-vie". */
export function citiesIn(sheet: Sheet, airports: readonly Airport[]): readonly Place[] {
  const names = new Map(
    airports.flatMap(({ city, airport, country, aliases, code }) =>
      [country, ...aliases, airport, city, code].map((name) => [name.toLowerCase(), { code, city, country }] as const),
    ),
  );
  const longestFirst = [...names.keys()].toSorted((a, b) => b.length - a.length).map(literal);
  const found: Place[] = [];
  sheet.takeAll(longestFirst.join("|"), ({ 0: text, index: at }) => {
    const { code, city, country } = names.get(text.toLowerCase()) ?? { code: "", city: "", country: "" };
    const isRoute =
      /\p{L}{3}\s?[-→]\s?$/u.test(sheet.text.slice(0, at)) || /^\s?[-→]\s?\p{L}{3}\b/u.test(sheet.text.slice(at + 3));
    if (text.toUpperCase() === code && text !== code && !isRoute) return false;
    const isCountry = text.toLowerCase() === country.toLowerCase();
    const note = isCountry ? `In ${country} the catalog has only ${city}.` : null;
    return found.push({ code, name: city, at, text, note }) > 0;
  });
  return found;
}

/** Claims places of the world that are not in the catalog: names in capitals, or after a word such as "to". */
export function worldIn(sheet: Sheet): readonly Place[] {
  return sheet.words().flatMap(({ at }): readonly Place[] => {
    const words = /^[\p{L}'-]+(?: [\p{L}'-]+){0,2}/u.exec(sheet.left.slice(at))?.[0].split(" ") ?? [];
    const names = words.map((_, index) => words.slice(0, index + 1).join(" "));
    const text = names.findLast((name) => WORLD.has(name.toLowerCase()));
    if (text === undefined) return [];
    const before = sheet.text.slice(0, at);
    const isPrepared = [PLACES.to, PLACES.from, PLACES.via, PLACES.not].some((pattern) => says(pattern, before));
    const isCapital = /^\p{Lu}/u.test(text);
    if (says(PLACES.words, text) ? !isPrepared || !isCapital : !isCapital && text.length <= 4) return [];
    sheet.claim({ at, text });
    return [unknown(at, text)];
  });
}

/** Claims names that nobody read: misspelled cities, which a note says, and places that nobody knows. */
export function strangePlaces(sheet: Sheet, airports: readonly Airport[], isOpen: boolean): readonly Place[] {
  return sheet.words().flatMap(({ at, text: word }): readonly Place[] => {
    const left = sheet.left.slice(at);
    const text = /^\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]+)*/u.exec(left)?.[0] ?? word;
    const near = airports.filter(
      ({ city }) => text.length > 4 && isNear(text.toLowerCase(), city.toLowerCase(), text.length < 7 ? 1 : 2),
    );
    const isPrepared =
      /\b(?:to|from|visit|out of)\s+$/iu.test(sheet.text.slice(0, at)) &&
      /^\p{Lu}|^[\p{L}]+\s*(?:$|[,.]|for\b)/u.test(left);
    const isName = isOpen && /^(?!any|some|only)\p{Lu}\p{Ll}{2,}/iu.test(text) && /^\p{Lu}/u.test(text);
    const isFirst = at === 0 && !left.slice(text.length).trim().startsWith(CLAIMED);
    const [city] = near.length === 1 ? near : [];
    if (city === undefined && !isPrepared && (!isName || isFirst)) return [];
    sheet.claim({ at, text });
    if (city === undefined) return [unknown(at, text)];
    return [{ code: city.code, name: city.city, at, text, note: `I took "${text}" as ${city.city}` }];
  });
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
  const follows = (pattern: string, { at }: Place): boolean => says(pattern, sheet.text.slice(0, at));
  const all = found.toSorted((a, b) => a.at - b.at);
  const not = all.filter((place) => follows(PLACES.not, place));
  for (const { code, name } of not) {
    sheet.take(new RegExp(`(?:${PLACES.not.slice(0, -1)})(?=${CLAIMED})`, "u"));
    if (code === null) doubts.push(`"not ${name}" changes nothing, because I do not know that place`);
  }
  reading.notTo ??= not.find(({ code }) => code !== null)?.code ?? null;
  const named = all.filter((place) => !not.includes(place));
  const lone =
    named.length === 1 && !named.some((place) => follows("\\b(?:to|in|into)\\s*$", place)) ? named[0] : undefined;
  const isAsked = askedTopics.includes("origin") && !askedTopics.includes("destination");
  const origin =
    named.findLast((place) => follows(PLACES.from, place)) ??
    pairOrigin(named, sheet.text) ??
    (isAsked ? lone : undefined);
  const isSame = ({ code, name }: Place): boolean => code === origin?.code && (code !== null || name === origin.name);
  const isVia = (place: Place): boolean => follows(PLACES.via, place);
  const isBack = (place: Place): boolean => follows(PLACES.back, place);
  const others = named.filter((place) => !isSame(place) && !isVia(place));
  const away = others.filter((place) => !isBack(place));
  // "Home to Oslo from Rome" names the destination, if no other does.
  const rest = away.length > 0 || origin === undefined || (before?.destination ?? null) !== null ? away : others;
  if (named.every(isSame) && named.some((place) => follows(" to\\s*$", place) && !isBack(place)))
    problems.push("The destination must be different from the origin.");
  for (const place of named) {
    if (isVia(place)) unavailable.push(`a stop in ${place.name}`);
    else if (origin !== undefined && isBack(place) && !isSame(place) && !rest.includes(place))
      unavailable.push(`a flight back to ${place.name}, another city than the start`);
  }
  if (named.some(isVia)) sheet.take("via|through");
  const isPlain = (code: string | null): boolean => named.some((each) => each.code === code && each.note === null);
  doubts.push(...new Set(texts(...named.map(({ note, code }) => !isPlain(code) && note))));
  if (origin !== undefined && origin.code !== null) {
    trip.origin ??= origin.code;
    reading.facts.push({ kind: "home", value: origin.code, certainty: "guessed" });
  }
  const codes = [...new Set(texts(...rest.map(({ code }) => code)))];
  if (codes.length > 1) {
    sheet.take("or|either|and then|then");
    const names = listText([...new Set(rest.map(({ name }) => name))]);
    ask.push(`which one city you would like to go to, because I plan one city at a time (you named ${names})`);
  } else if (codes[0] !== undefined) trip.destination ??= codes[0];
  const strange = named.filter((place) => place.code === null && !isVia(place));
  if (strange.length === 0) return;
  const names = listText([...new Set(strange.map(({ name }) => `"${name}"`))]);
  problems.push(`I do not know ${names} as a place. The catalog has ${citiesText(airports)}.`);
  if (origin?.code === null) ask.push("where you start from");
  if (strange.some((place) => place !== origin) && trip.destination === undefined && codes.length < 2)
    ask.push("where you would like to go");
}

/** "Copenhagen to Lisbon" and "CPH-LIS" name the origin first, also when the second is not known. */
function pairOrigin([first, second]: readonly Place[], text: string): Place | undefined {
  if (first === undefined || says(PLACES.to, text.slice(0, first.at))) return undefined;
  const rest = text.slice(first.at + first.text.length, second?.at);
  const link = "^\\s*(?:to|->?|→|>)\\s*";
  const isPair =
    second === undefined
      ? new RegExp(`${link}(?!(?:${WEEKDAY}|${MONTH})\\b)\\p{Lu}`, "u").test(rest)
      : says(`${link}$`, rest);
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
