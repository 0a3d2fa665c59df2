import { CLAIMED, literal, MONTH, type Sheet, WEEKDAY } from "@tidemark/reading";
import { cityMapping } from "city-timezones";
import { listText, texts } from "../domain/format.ts";
import type { Airport } from "../domain/offers.ts";
import { citiesText } from "../domain/places.ts";
import type { Reading, ReadingContext } from "./reading.ts";
import { PLACES, says } from "./words.ts";

/** A place that a message names. */
export interface Place {
  /** Code of a city in the catalog; null for another place. */
  readonly code: string | null;
  readonly name: string;
  readonly at: number;
  readonly text: string;
  /** Says that the whole country was named. */
  readonly note: string | null;
}

/** What the words before a place say about it. The first that fits counts. */
const ROLES = ["home", "not", "via", "backFrom", "back", "from", "to"] as const;

/** Names of cities and countries of the world, in lower case. */
const WORLD = new Set(
  cityMapping.flatMap(({ city, city_ascii: plain, country }) =>
    [city, plain, country].map((name) => name.toLowerCase()),
  ),
);

/** Claims the cities of the catalog: names, aliases, countries, and codes in capitals or in a route such as "cph-vie". */
export function citiesIn(sheet: Sheet, airports: readonly Airport[]): readonly Place[] {
  const names = new Map(
    airports.flatMap((place) =>
      [place.country, ...place.aliases, place.airport, place.city, place.code].map(
        (name) => [name.toLowerCase(), place] as const,
      ),
    ),
  );
  const longestFirst = [...names.keys()].toSorted((a, b) => b.length - a.length).map(literal);
  const found: Place[] = [];
  sheet.takeAll(longestFirst.join("|"), ({ 0: text, index: at }) => {
    const { code = "", city = "", country = "" } = names.get(text.toLowerCase()) ?? {};
    const isRoute =
      /\p{L}{3}\s?[-→]\s?$/u.test(sheet.text.slice(0, at)) || /^\s?[-→]\s?\p{L}{3}\b/u.test(sheet.text.slice(at + 3));
    if (text.toUpperCase() === code && text !== code && !isRoute) return false;
    const isCountry = text.toLowerCase() === country.toLowerCase();
    const note = isCountry ? `In ${country} the catalog has only ${city}.` : null;
    return found.push({ code, name: city, at, text, note }) > 0;
  });
  return found;
}

/** Claims places that are not in the catalog: cities and countries of the world, and names in capitals that nobody read. */
export function othersIn(sheet: Sheet, isOpen: boolean): readonly Place[] {
  return sheet.words().flatMap(({ at }): readonly Place[] => {
    const left = sheet.left.slice(at);
    const words = /^[\p{L}'-]+(?: [\p{L}'-]+){0,2}/u.exec(left)?.[0].split(" ") ?? [];
    const names = words.map((_, index) => words.slice(0, index + 1).join(" "));
    const known = names.findLast((name) => WORLD.has(name.toLowerCase())) ?? "";
    const capital = /^\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]+)*/u.exec(left)?.[0] ?? "";
    const isWorld = says(PLACES.words, known)
      ? capital !== "" && roleOf({ at }, sheet) !== null
      : known.length > 4 || (known !== "" && capital !== "");
    const isFirst = at === 0 && !left.slice(capital.length).trim().startsWith(CLAIMED);
    const isName = isOpen && !isFirst && /^(?!any|some|only)\p{L}\p{Ll}{2,}/iu.test(capital);
    const isStrange = capital !== "" && (isName || /\b(?:to|from|visit|out of)\s+$/iu.test(sheet.text.slice(0, at)));
    if (!isWorld && !isStrange) return [];
    const text = isWorld ? known : capital;
    sheet.claim({ at, text });
    return [{ code: null, name: text, at, text, note: null }];
  });
}

const roleOf = ({ at }: Pick<Place, "at">, { text }: Sheet) =>
  ROLES.find((role) => says(PLACES[role], text.slice(0, at))) ?? null;

/** Gives the named places their roles. Two possible destinations are a question, never a guess. */
export function readRoute(sheet: Sheet, found: readonly Place[], reading: Reading, context: ReadingContext): void {
  const { airports, askedTopics = [], trip: before } = context;
  const { trip, problems, ask, doubts, unavailable, facts, takenBack } = reading;
  // "No, the other way round" swaps the ends of the trip.
  if (sheet.take(PLACES.turn) !== null) {
    const { origin = null, destination = null } = before ?? {};
    if (origin === null || destination === null) ask.push("where you start from and where you go");
    else Object.assign(trip, { origin: destination, destination: origin });
  }
  const all = found.map((place) => ({ ...place, role: roleOf(place, sheet) })).toSorted((a, b) => a.at - b.at);
  for (const { at, role, code, name } of all) {
    const said = new RegExp(role === null ? "$" : PLACES[role], "iu").exec(sheet.text.slice(0, at));
    if (said !== null && (role === "home" || role === "not" || role === "via"))
      sheet.claim({ at: said.index, text: said[0] });
    if (role === "via") unavailable.push(`a stop in ${name}`);
    else if (role === "not" && code === null)
      doubts.push(`"not ${name}" changes nothing, because I do not know that place`);
    else if (role === "not") reading.notTo ??= code;
    else if (role === "home" && code !== null) {
      sheet.take("any ?(?:more|longer)");
      const isNot = /forget that|\b(?:not|don't|no longer)\b/iu.test(said?.[0] ?? "");
      if (isNot) takenBack.push({ kind: "home", value: code });
      else facts.push({ kind: "home", value: code, certainty: "said" });
    }
  }
  const named = all.filter(({ role, code }) => role !== "not" && role !== "via" && (role !== "home" || code === null));
  const [lone, second] = named;
  const isAsked = askedTopics.includes("origin") && !askedTopics.includes("destination");
  const origin =
    named.findLast(({ role }) => role === "from") ??
    pairOrigin(named, sheet.text) ??
    (isAsked && second === undefined && lone?.role !== "to" ? lone : undefined) ??
    (named.some(({ role }) => role !== "back") ? named.find(({ role }) => role === "back") : undefined);
  const isSame = (place: Place): boolean =>
    place.code === origin?.code && (place.code !== null || place.name === origin.name);
  const others = named.filter(
    (place) => place !== origin && (!isSame(place) || says(" to\\s*$", sheet.text.slice(0, place.at))),
  );
  const away = others.filter(({ role }) => role !== "back");
  // "Home to Oslo from Rome" names the destination, if no other does.
  const rest = away.length > 0 || origin === undefined || (before?.destination ?? null) !== null ? away : others;
  // "I'm in Lisbon and go home to Berlin on Thursday" names a flight without a return.
  if (away.length === 0 && rest.length > 0 && trip.startDate === undefined && trip.endDate !== undefined) {
    trip.startDate = trip.endDate;
    delete trip.endDate;
    reading.wishes.oneWay = true;
  }
  for (const place of others)
    if (origin !== undefined && !isSame(place) && !rest.includes(place))
      unavailable.push(`a flight back to ${place.name}, another city than the start`);
  const isPlain = (code: string | null): boolean => named.some((each) => each.code === code && each.note === null);
  doubts.push(...new Set(texts(...named.map(({ note, code }) => !isPlain(code) && note))));
  if (origin !== undefined && origin.code !== null) {
    trip.origin ??= origin.code;
    facts.push({ kind: "home", value: origin.code, certainty: "guessed" });
  }
  const codes = [...new Set(texts(...rest.map(({ code }) => code)))];
  if (codes.length > 1) {
    sheet.take("or|either|and then|then");
    const names = listText([...new Set(rest.map(({ name }) => name))]);
    ask.push(`which one city you would like to go to, because I plan one city at a time (you named ${names})`);
  } else if (codes[0] !== undefined) trip.destination ??= codes[0];
  const strange = named.filter(({ code }) => code === null);
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
