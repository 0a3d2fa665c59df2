import { CLAIMED, numberOf, type Sheet } from "@tidemark/reading";
import { texts } from "../domain/format.ts";
import { HOW_MANY, type Reading } from "./reading.ts";
import { PARTY, PARTY_SIZES, says } from "./words.ts";

/** People that a message lists: a count, or null if it is not clear, as in "my friends"; and a noun, or null for the speaker. */
interface Person {
  readonly count: number | null;
  readonly noun: string | null;
  /** Ages of children, as they were written. */
  readonly years?: string | undefined;
}

/** Reads how many travel. People without a number, such as "my friends", make the party `several`. */
export function readParty(sheet: Sheet, reading: Reading, known: number | null): void {
  const { trip, ask, unavailable } = reading;
  const [ages, fares] = [sheet.take(PARTY.ages), sheet.take(PARTY.fares)];
  const isKnown = known !== null;
  // Who is visited does not travel, and "my wife wants a quiet room" brings nobody.
  for (const pattern of [PARTY.visited, ...(isKnown ? [PARTY.wishing] : [])]) sheet.take(pattern);
  const replaced = peopleIn(sheet, isKnown ? PARTY.replaced : null);
  const total = totalOf(sheet, isKnown);
  // "With my family, we are 5": the number counts the family too.
  const group = sheet.take(PARTY.group);
  const { people, sum, text, before, isClear } = peopleIn(sheet);
  const children = texts(ages?.[0].trim(), fares?.[0].trim(), ...people.map(({ years }) => years)).join(", ");
  if (children !== "") unavailable.push(`fares by age (${children}); everybody pays the adult fare`);
  if (total !== null) {
    // "We are only 3 now, Mum can't come" says it twice.
    if (isKnown) sheet.take(PARTY.stays);
    if (sum > Math.max(0, total)) ask.push(HOW_MANY);
    trip.travelers = total;
    return;
  }
  const isNobody = people.length === 0;
  // "Instead of my wife, my brother comes" keeps the number.
  if (known !== null && replaced.people.length > 0) {
    sheet.take(PARTY.joins);
    if (isClear && replaced.isClear && !isNobody) trip.travelers = known + sum - replaced.sum;
    else ask.push(HOW_MANY);
    return;
  }
  const isLess = people.length === 1 && says("\\b(?:less|fewer)\\b", text);
  const isGone = isLess || ((isKnown || !isNobody) && sheet.take(`${PARTY.stays}|without(?=\\s*${CLAIMED})`) !== null);
  const isMore = people.length === 1 && says("\\b(?:more|extra|additional|another)\\b", text);
  // "My wife wants vegetarian food too" brings nobody.
  const isSaid = ({ 0: word, index }: RegExpExecArray): boolean =>
    !says("^(?:too|as well)$", word) || says(`(?:${PARTY.noun})\\W*$`, sheet.text.slice(0, index));
  const joins = !isKnown && !isMore ? null : sheet.take(isNobody ? "plus one" : PARTY.joins, isSaid);
  const isAdded = isMore || joins !== null || (isKnown && says("^(?:and|plus)$", before));
  const isWhole = isWholeParty(people, text, before);
  if ((isGone || isAdded) && isClear) reading.moreTravelers = (isGone ? -1 : 1) * Math.max(1, sum);
  // Who books "for my parents" may stay at home.
  else if (!isNobody && isClear && group === null && (isWhole || (!isKnown && !says("^for$", before)))) {
    trip.travelers = isWhole ? sum : sum + 1;
    if (!isWhole) trip.travelersAssumed = `I counted you and "${text}"`;
  }
  // People who may or may not be among the travelers are never dropped.
  else if (isGone || isAdded || (!isNobody && isKnown)) ask.push(HOW_MANY);
  else if (!isNobody || group !== null || says(PARTY.several, sheet.text) || says(PARTY.company, sheet.left))
    trip.several = true;
}

/** True for a list that is the whole party: "mum, dad and 2 kids", "we are 3 friends", one with the speaker or with "adults". */
function isWholeParty(people: readonly Person[], text: string, before: string): boolean {
  const nouns = people.flatMap(({ noun }) => noun ?? []);
  const areChildren = nouns.every((noun) => is(PARTY.child, noun));
  const isBare = before === "" && !says("\\b(?:my|our)\\b", text);
  return (
    (isBare && (nouns.length > 1 || (says("\\d|\\b(?:two|three)\\b", text) && !areChildren))) ||
    says("^(?:we|it|there)", before) ||
    nouns.length < people.length ||
    nouns.some((noun) => is(PARTY.whole, noun))
  );
}

/** Size of the party, if the message states it as a whole. */
function totalOf(sheet: Sheet, isKnown: boolean): number | null {
  for (const pattern of [...(isKnown ? [PARTY.corrected] : []), ...PARTY_SIZES]) {
    const { 1: total, 2: more = "0" } = sheet.take(pattern) ?? [];
    if (total !== undefined) return numberOf(total) + Number(more);
  }
  // "An aisle seat for me" counts nobody.
  const isAlone = ({ 0: text, index }: RegExpExecArray): boolean => {
    const before = sheet.text.slice(0, index);
    return !says("^for", text) || says("\\b(?:only|just)\\s*$", before) || !(isKnown || says(PARTY.thing, before));
  };
  if (sheet.take(PARTY.one, isAlone) !== null) return 1;
  return sheet.take(PARTY.two) === null ? null : 2;
}

/** Claims lists of people, such as "my wife and our two kids", or those after a word. A lone "I" or "we" is the subject of a sentence. */
function peopleIn(sheet: Sheet, after?: string | null) {
  const one = `(?:${PARTY.person.replaceAll(/\?<\w+>/gu, "?:")})`;
  const people: Person[] = [];
  const [start, and] = after ? [`(?:${after}) `, " and "] : [`(?:(?<with>${PARTY.with}) )?`, PARTY.and];
  const found = sheet.takeAll(after === null ? /$^/u : `${start}${one}(?:${and}${one})*`, ({ 0: text }) => {
    const list = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${PARTY.person})(?![\\p{L}\\p{N}])`, "giu"));
    const parts = [...list].map(({ groups = {} }): Person => {
      const { count, ofUs, self = "", ages, noun } = groups;
      if (noun !== undefined) return { noun, count: sizeOf(noun, count, ages), years: ages };
      if (ofUs !== undefined) return { noun: null, count: numberOf(ofUs) };
      return { noun: null, count: says("us|we", self) ? null : 1 };
    });
    // "One of us is vegan" counts nobody.
    const isSubject = parts.every(({ noun }) => noun === null) && !says("(?<!\\bone) of us", text);
    return (Boolean(after) || !isSubject) && people.push(...parts) > 0;
  });
  const before = found[0]?.groups?.["with"] ?? "";
  const text = found.map(([words]) => words).join(" and ");
  // Two lists may name the same people: "2 adults and a child, with a window for my son".
  const isClear = found.length < 2 && people.every(({ count }) => count !== null);
  const sum = people.reduce((all, { count }) => all + (count ?? 0), 0);
  return { people, sum, isClear, before, text: text.slice(before.length).trim() };
}

const is = (words: string, noun: string): boolean => says(`^(?:${words})$`, noun);

/** Number of people that a noun means; null if it is not clear. */
function sizeOf(noun: string, count: string | undefined, ages: string | undefined): number | null {
  if (count !== undefined) return numberOf(count) * (says("^couple", noun) ? 2 : 1);
  if (ages !== undefined) return ages.match(/\d+/gu)?.length ?? null;
  if (is(PARTY.pair, noun)) return 2;
  return says("(?:s|ren|people|women|men|ies)$", noun) && noun !== "boss" ? null : 1;
}
