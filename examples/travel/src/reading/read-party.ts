import { CLAIMED, numberOf as valueOf, type Sheet } from "@tidemark/reading";
import { texts } from "../domain/format.ts";
import { HOW_MANY } from "../domain/merge-reading.ts";
import type { Reading } from "./reading.ts";
import { PARTY, PARTY_SIZES, says } from "./words.ts";

const numberOf = (words: string): number =>
  /^both$/iu.test(words) ? 2 : /^half a dozen$/iu.test(words) ? 6 : valueOf(words);

/** People that a message lists: a count, or null if it is not clear, as in "my friends"; and a noun, or null for the speaker. */
interface Person {
  readonly count: number | null;
  readonly noun: string | null;
  /** Ages of children, as they were written. */
  readonly years?: string | undefined;
}

/** Reads how many travel. People without a number, such as "my friends", make the party `several`. */
export function readParty(sheet: Sheet, reading: Reading, known: number | null = null): void {
  const { trip, ask, unavailable } = reading;
  // The catalog has neither ages nor fares for children.
  const [said, fares] = [sheet.take(PARTY.ages), sheet.take(PARTY.fares)];
  if (fares !== null) unavailable.push("fares or seats for children; everybody pays the adult fare");
  // "Not three people but four" denies the number that the trip has.
  if (says(`\\b(?:${PARTY.generic}|of us)\\b`, sheet.text))
    sheet.take(PARTY.denied, ({ 1: count = "" }) => numberOf(count) === known);
  // Who is visited does not travel.
  sheet.take(PARTY.visited);
  const total = totalOf(sheet, known !== null);
  // "With my family, we are 5": the number counts the family too.
  const group = sheet.take(PARTY.group);
  const { people, text, before, isClear } = peopleIn(sheet, known === null && total === null);
  const ages = texts(said?.[0].trim(), ...people.map(({ years }) => years)).join(", ");
  if (ages !== "") unavailable.push(`fares by age (${ages}); everybody pays the adult fare`);
  const nouns = people.flatMap(({ noun }) => noun ?? []);
  const sum = people.reduce((all, { count }) => all + (count ?? 0), 0);
  if (total !== null) {
    if (sum > Math.max(0, total)) ask.push(HOW_MANY);
    trip.travelers = total;
    return;
  }
  const isOdd = nouns.some((noun) => !is(PARTY.noun, noun));
  const isNobody = people.length === 0;
  const isMore = /\b(?:more|extra|additional|another)\b/iu.test(text) && people.length === 1;
  const isOpen = known !== null || isMore || /\b(?:add|forgot)\b/iu.test(sheet.left);
  const without = known === null ? "" : `|without(?=\\s*${CLAIMED})`;
  const stays = (known !== null || !isNobody) && sheet.take(`${PARTY.stays}${without}`) !== null;
  const joinsNow = isNobody ? "plus one" : PARTY.joins;
  const joins = !stays && isOpen && (sheet.take(joinsNow) !== null || isMore || /^(?:and|plus)$/iu.test(before));
  const areChildren = nouns.every((noun) => is(PARTY.child, noun));
  const isFor = /^for$/iu.test(before) && !areChildren;
  const isOurs = /\b(?:my|our)\b/iu.test(text);
  // A list such as "mum, dad and 2 kids" or "three pensioners" is the whole party, and so is one with the speaker or with "adults".
  const isBare =
    before === "" && !isOurs && (nouns.length > 1 || (/\d|\b(?:two|three)\b/iu.test(text) && !areChildren));
  const isWhole =
    isBare ||
    /^(?:we|it|there)/iu.test(before) ||
    nouns.length < people.length ||
    nouns.some((noun) => is(PARTY.whole, noun));
  const isListed = !isNobody && isClear && group === null;
  if ((stays || joins) && isClear) reading.moreTravelers = (stays ? -1 : 1) * Math.max(1, sum);
  else if (isListed && !stays && !joins && (isWhole || isFor || known === null)) {
    trip.travelers = isWhole || isFor ? sum : sum + 1;
    const plural = /\b(?:us|we)\b(?<!of us)/iu.exec(/\bme\b/iu.test(text) ? "" : text)?.[0];
    const counted = isWhole ? `"${text}"` : isFor ? `"${text}", without you` : `you and "${text}"`;
    if (plural !== undefined) trip.travelersAssumed = `I counted two for "${plural}"`;
    else if (!isWhole || isOdd) trip.travelersAssumed = `I counted ${counted}`;
  } else if (isListed && known === 1) reading.moreTravelers = sum;
  // People who may or may not be among the travelers are never dropped.
  else if (stays || joins || (!isNobody && known !== null)) ask.push(HOW_MANY);
  else if (isOdd && trip.travelers === undefined) ask.push(`who travels (you named "${text}")`);
  else if (!isNobody || group !== null || says(PARTY.several, sheet.text) || says(PARTY.company, sheet.left))
    trip.several = true;
}

/** Size of the party, if the message states it as a whole. */
function totalOf(sheet: Sheet, isKnown: boolean): number | null {
  for (const pattern of [...(isKnown ? [PARTY.corrected] : []), ...PARTY_SIZES]) {
    const { 1: total, 2: more = "0" } = sheet.take(pattern) ?? [];
    if (total !== undefined) return numberOf(total) + Number(more);
  }
  if (sheet.take(PARTY.one) !== null) return 1;
  return sheet.take(PARTY.two) === null ? null : 2;
}

/**
 * Claims lists of people, such as "my wife and our two kids". A lone "I" or "we" is the subject of a sentence.
 *
 * With `isAny`, a number beside a word that nobody knows counts people too: "three pensioners".
 */
function peopleIn(sheet: Sheet, isAny: boolean) {
  const person = isAny ? `${PARTY.person}|${PARTY.anybody}` : PARTY.person;
  const one = `(?:${person.replaceAll(/\?<\w+>/gu, "?:")})`;
  const people: Person[] = [];
  const found = sheet.takeAll(`(?:(?<with>${PARTY.with}) )?${one}(?:${PARTY.and}${one})*`, ({ 0: text }) => {
    const list = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${person})(?![\\p{L}\\p{N}])`, "giu"))];
    // "1 adult, 1 child, a window for my son" counts nobody twice.
    const isCounted = people.some(({ noun, count }) => count !== null && is(PARTY.child, noun ?? ""));
    if (isCounted && /^for /iu.test(text) && list.every(({ groups }) => is(PARTY.child, groups?.["noun"] ?? "")))
      return true;
    const parts = list.map(({ groups = {} }): Person => {
      const { count, many = count, ofUs, self = "", ages, other = "", noun = other || undefined } = groups;
      if (noun !== undefined) return { noun, count: sizeOf(noun, many, ages), years: ages };
      if (ofUs !== undefined) return { noun: null, count: numberOf(ofUs) };
      return { noun: null, count: /us|we/iu.test(self) ? 2 : 1 };
    });
    // "One of us is vegan" counts nobody; in a correction, one of us may stay at home.
    const isGroup = (isAny ? /(?<!\bone) of us/iu : / of us/iu).test(text);
    return (parts.some(({ noun }) => noun !== null) || isGroup) && people.push(...parts) > 0;
  });
  // Who is counted with "adults" is everybody.
  const isComplete = people.some(({ noun, count }) => is(PARTY.adults, noun ?? "") && count !== null);
  const counted = people.filter(({ count }) => count !== null);
  const isOdd = found.length > 1 && people.some(({ noun }) => noun !== null && !is(PARTY.noun, noun));
  const before = found[0]?.groups?.["with"] ?? "";
  const text = found.map(([words]) => words).join(" and ");
  return {
    people: isComplete ? counted : people,
    /** True if everybody is counted, and no word that nobody knows is counted far from the others. */
    isClear: (isComplete || counted.length === people.length) && !isOdd,
    before,
    text: text.slice(before.length).trim(),
  };
}

const is = (words: string, noun: string): boolean => says(`^(?:${words})$`, noun);

/** Number of people that a noun means; null if it is not clear. */
function sizeOf(noun: string, count: string | undefined, ages: string | undefined): number | null {
  if (count !== undefined) return numberOf(count) * (/^couple/iu.test(noun) ? 2 : 1);
  if (ages !== undefined) return ages.match(/\d+/gu)?.length ?? null;
  if (is(PARTY.pair, noun)) return 2;
  return /(?:s|ren|people|women|men|ies)$/iu.test(noun) && noun !== "boss" ? null : 1;
}
