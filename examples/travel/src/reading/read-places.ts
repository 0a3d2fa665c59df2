import { literal, type Part, type Sheet } from "@tidemark/reading";
import { cityMapping } from "city-timezones";
import { citiesText, listText, texts } from "../domain/format.ts";
import type { Airport } from "../domain/offers.ts";
import { type Reading, type ReadingContext, WHENCE, WHERE } from "./reading.ts";
import { PLACES, says } from "./words.ts";

/** A place that a message names. */
export interface Place extends Part {
  /** Code of a city in the catalog; null for another place. */
  readonly code: string | null;
  readonly name: string;
  /** What the words before the place say about it. */
  readonly role: (typeof ROLES)[number] | null;
  readonly said: Part;
}

/** Roles of a place. The first that fits counts. */
const ROLES = ["home", "not", "via", "backFrom", "back", "from", "to"] as const;

function placeAt({ text: message }: Sheet, { at, text }: Part, code: string | null, name: string): Place {
  const before = message.slice(0, at);
  const role = ROLES.find((each) => says(PLACES[each], before)) ?? null;
  const words = role === null ? "" : (new RegExp(PLACES[role], "iu").exec(before)?.[0] ?? "");
  return { at, text, code, name, role, said: { at: at - words.length, text: words } };
}

/** Names of cities and countries of the world, in lower case. */
const NAMES = cityMapping.flatMap(({ city, city_ascii: plain, country }) => [city, plain, country]);
const WORLD = new Set(NAMES.map((name) => name.toLowerCase()));

/** Claims the cities of the catalog: names, aliases, countries, and codes in capitals. */
export function citiesIn(sheet: Sheet, airports: readonly Airport[], { doubts }: Reading): readonly Place[] {
  const names = new Map<string, Airport>();
  for (const place of airports)
    for (const name of [place.country, ...place.aliases, place.airport, place.city, place.code])
      names.set(name.toLowerCase(), place);
  const longestFirst = [...names.keys()].toSorted((a, b) => b.length - a.length).map(literal);
  const found: Place[] = [];
  sheet.takeAll(longestFirst.join("|"), ({ 0: text, index: at }) => {
    const { code = "", city = "", country = "" } = names.get(text.toLowerCase()) ?? {};
    if (text.toUpperCase() === code && text !== code) return false;
    if (text.toLowerCase() === country.toLowerCase() && !says(city, sheet.text))
      doubts.push(`In ${country} the catalog has only ${city}.`);
    return found.push(placeAt(sheet, { at, text }, code, city)) > 0;
  });
  return found;
}

/** Claims places that are not in the catalog: cities and countries of the world, and names in capitals after a word such as "to". */
export function othersIn(sheet: Sheet): readonly Place[] {
  return sheet.words().flatMap(({ at }): readonly Place[] => {
    const left = sheet.left.slice(at);
    const words = /^[\p{L}'-]+(?: [\p{L}'-]+){0,2}/u.exec(left)?.[0].split(" ") ?? [];
    const names = words.map((_, index) => words.slice(0, index + 1).join(" "));
    const known = names.findLast((name) => WORLD.has(name.toLowerCase())) ?? "";
    const capital = /^\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]+)*/u.exec(left)?.[0] ?? "";
    // "Nice" and "reading" are words too, and a short name such as "Baku" has a capital.
    const isWord = says(PLACES.words, known) && placeAt(sheet, { at, text: known }, null, known).role === null;
    const isKnown = capital === "" ? known.length > 4 && !says(PLACES.words, known) : known !== "" && !isWord;
    const isNamed = capital !== "" && /\b(?:to|from|visit|out of)\s+$/iu.test(sheet.text.slice(0, at));
    if (!isKnown && !isNamed) return [];
    const text = isKnown ? known : capital;
    sheet.claim({ at, text });
    return [placeAt(sheet, { at, text }, null, text)];
  });
}

/** Roles of places where the trip neither starts nor ends. */
const ASIDE: readonly Place["role"][] = ["home", "not", "via"];

/** Gives the named places their roles. Two possible destinations are a question, never a guess. */
export function readRoute(sheet: Sheet, found: readonly Place[], reading: Reading, context: ReadingContext): void {
  const { airports, asked = [] } = context;
  const { trip, problems, ask, facts } = reading;
  // "No, the other way round" swaps the ends of the trip.
  if (sheet.take(PLACES.turn) !== null) {
    const { origin, destination } = context.trip;
    if (origin === null || destination === null) ask.push("where you start from and where you go");
    else Object.assign(trip, { origin: destination, destination: origin });
  }
  for (const place of found) if (ASIDE.includes(place.role)) readAside(sheet, place, reading);
  const route = found.filter(({ role }) => !ASIDE.includes(role)).toSorted((a, b) => a.at - b.at);
  const [first, second] = route;
  // "Copenhagen to Lisbon" and "CPH-LIS" name the origin first.
  const between = first && second ? sheet.text.slice(first.at + first.text.length, second.at) : "";
  const isAsked = asked.includes(WHENCE) && !asked.includes(WHERE);
  const origin =
    route.findLast(({ role }) => role === "from") ??
    (first?.role !== "to" && says(PLACES.pair, between) ? first : undefined) ??
    (isAsked && second === undefined && first?.role !== "to" ? first : undefined) ??
    (second && route.find(({ role }) => role === "back"));
  if (origin !== undefined && origin.code !== null) {
    trip.origin ??= origin.code;
    facts.push({ kind: "home", value: origin.code, certainty: "guessed" });
  }
  // "Land in Berlin before 6pm" names where the planned trip ends.
  const isEnd = ({ at, code }: Place) => code === context.trip.origin && says(PLACES.lands, sheet.text.slice(0, at));
  const ends = route.filter((place) => place.name !== origin?.name && !isEnd(place));
  // "I'm in Lisbon and go home to Berlin on Thursday" names a flight without a return.
  const isHome = origin !== undefined && ends.length > 0 && ends.every(({ role }) => role === "back");
  if (isHome && trip.startDate === undefined && trip.endDate !== undefined) {
    trip.startDate = trip.endDate;
    delete trip.endDate;
    reading.wishes.oneWay = true;
  }
  const codes = [...new Set(texts(...ends.map(({ code }) => code)))];
  if (codes.length > 1) {
    sheet.take("or|either|and then|then");
    const names = listText([...new Set(ends.map(({ name }) => name))]);
    ask.push(`which one city you would like to go to, because I plan one city at a time (you named ${names})`);
  } else if (codes[0] !== undefined) trip.destination ??= codes[0];
  const strange = route.filter(({ code }) => code === null);
  if (strange.length === 0) return;
  const names = listText([...new Set(strange.map(({ name }) => `"${name}"`))]);
  problems.push(`I do not know ${names} as a place. The catalog has ${citiesText(airports)}.`);
  if (origin?.code === null) ask.push(WHENCE);
  if (ends.some(({ code }) => code === null) && codes.length === 0) ask.push(WHERE);
}

/** Reads "not Rome", "via Rome" and "I live in Rome". */
function readAside(sheet: Sheet, { role, said, code, name }: Place, reading: Reading): void {
  sheet.claim(said);
  if (role === "via") reading.unavailable.push(`a stop in ${name}`);
  else if (code === null)
    reading.doubts.push(`"${said.text.trim()} ${name}" changes nothing, because I do not know that place`);
  else if (role === "not") reading.notTo ??= code;
  else {
    sheet.take("any ?(?:more|longer)");
    const isNot = says("forget that|\\b(?:not|don't|no longer)\\b", said.text);
    if (isNot) reading.takenBack.push({ kind: "home", value: code });
    else reading.facts.push({ kind: "home", value: code, certainty: "said" });
  }
}
