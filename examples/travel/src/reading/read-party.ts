import { CLAIMED, numberOf as valueOf, type Sheet } from "@tidemark/reading";
import type { Reading } from "./reading.ts";
import { PARTY, PARTY_SIZES } from "./words.ts";

const numberOf = (words: string): number =>
  /^both$/iu.test(words) ? 2 : /^half a dozen$/iu.test(words) ? 6 : valueOf(words);

/** A part of the party. */
interface Person {
  /** Null if it is not clear, as in "my friends". */
  readonly count: number | null;
  /** Null for the speaker. */
  readonly noun: string | null;
}

/** Reads how many travel. People without a number, such as "my friends", make the party `several`. */
export function readParty(sheet: Sheet, reading: Reading, known: number | null = null): void {
  const { trip, ask } = reading;
  readAges(sheet, reading.unavailable);
  const total = totalOf(sheet, known !== null);
  // "With my family, we are 5": the number counts the family too.
  const group = sheet.take(
    `(?:with |for |an? )?${PARTY.whose}(?:whole )?(?:family|group|everyone|everybody)(?! (?:room|trip))`,
  );
  if (total !== null) {
    trip.travelers = total;
    return;
  }
  const { people, text, before } = peopleIn(sheet);
  const counts = people.flatMap(({ count }) => count ?? []);
  const sum = counts.reduce((all, count) => all + count, 0);
  const isClear = counts.length === people.length;
  const isMore = /\b(?:more|extra|additional|another)\b/iu.test(text) && people.length === 1;
  const isOpen = known !== null || isMore || /\b(?:add|forgot)\b/iu.test(sheet.left);
  const stays =
    (known !== null || people.length > 0) &&
    sheet.take(known === null ? PARTY.stays : `${PARTY.stays}|without(?=\\s*${CLAIMED})`) !== null;
  const hasMore = people.length > 0 ? isOpen : sheet.take("plus one") !== null;
  const joins =
    !stays &&
    hasMore &&
    (people.length === 0 || sheet.take(PARTY.joins) !== null || isMore || /^(?:and|plus)$/iu.test(before));
  if (stays || joins) {
    if (isClear) reading.moreTravelers = (stays ? -1 : 1) * Math.max(1, sum);
    else ask.push("how many of you travel");
  } else if (people.length > 0 && isClear && group === null) countWhole(people, reading, { sum, known, text, before });
  // People who may or may not be among the travelers are never dropped.
  else if (people.length > 0 && known !== null) ask.push("how many of you travel");
  else if (people.length > 0 || group !== null || /\b(?:we|us|our|we're|we'd|we'll)\b|\band me\b/iu.test(sheet.text))
    trip.several = true;
}

/** Names ages and fares, which the catalog does not have. */
function readAges(sheet: Sheet, unavailable: string[]): void {
  const list = "\\d{1,2}(?:(?:\\s*(?:,|and|&|\\+)\\s*)+\\d{1,2})*";
  const ages = sheet.take(
    `(?:and )?(?:the|our|my) (?:${PARTY.child}) (?:is|are) ${list}(?: years? old)?|(?:aged?|ages|who (?:is|are)) ${list}(?: years? old)?|(?<=(?:${PARTY.child}) )\\(${list}`,
  );
  const part = `,?\\s*(?:${PARTY.people} of (?:us|them|whom)(?: is| are)?) ${PARTY.adjective}(?:${PARTY.child})`;
  const fares = sheet.take(
    `(?:bab(?:y|ies)|child|kids?)[ -](?:fares?|discounts?|tickets?|seats?|beds?|menus?)|${part}`,
  );
  if (ages !== null)
    unavailable.push(`fares by age (${ages[0].replace("(", "").trim()}); everybody pays the adult fare`);
  if (fares !== null) unavailable.push("fares or seats for children; everybody pays the adult fare");
}

/** Size of the party, if the message states it as a whole. */
function totalOf(sheet: Sheet, isKnown: boolean): number | null {
  for (const pattern of [...(isKnown ? [PARTY.corrected] : []), ...PARTY_SIZES]) {
    const total = sheet.take(pattern)?.[1];
    if (total !== undefined) return numberOf(total);
  }
  if (sheet.take(PARTY.one) !== null) return 1;
  return sheet.take(PARTY.two) === null ? null : 2;
}

/** Claims lists of people, such as "my wife and our two kids". A lone "I" or "we" is the subject of a sentence. */
function peopleIn(sheet: Sheet) {
  const people: Person[] = [];
  const found = sheet.takeAll(PARTY.list, ({ 0: text }) => {
    const list = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${PARTY.person})(?![\\p{L}\\p{N}])`, "giu"))];
    const parts = list.map(({ groups = {} }): Person => {
      const { noun, count, ofUs, self = "" } = groups;
      if (noun !== undefined) return { noun, count: sizeOf(noun, count) };
      return { noun: null, count: ofUs === undefined ? (/us|we/iu.test(self) ? 2 : 1) : numberOf(ofUs) };
    });
    const isList = parts.some(({ noun }) => noun !== null) || / of us/iu.test(text);
    return isList && people.push(...parts) > 0;
  });
  const text = found.map(([words]) => words).join(" and ");
  const before = found[0]?.groups?.["with"] ?? "";
  return { people, before, text: text.slice(before.length).trim() };
}

const is = (words: string, noun: string): boolean => new RegExp(`^(?:${words})$`, "iu").test(noun);

/** Number of people that a noun means; null if it is not clear. */
function sizeOf(noun: string, count: string | undefined): number | null {
  if (count !== undefined) return numberOf(count) * (/^couple/iu.test(noun) ? 2 : 1);
  if (is(PARTY.pair, noun)) return 2;
  return /(?:s|ren|people|women|men|ies)$/iu.test(noun) && noun !== "boss" ? null : 1;
}

interface Whole {
  readonly sum: number;
  readonly known: number | null;
  /** The people in the traveler's words, and the word before them. */
  readonly text: string;
  readonly before: string;
}

function countWhole(people: readonly Person[], reading: Reading, { sum, known, text, before }: Whole): void {
  const { trip } = reading;
  const nouns = people.flatMap(({ noun }) => noun ?? []);
  const isFor = /^for$/iu.test(before) && !nouns.every((noun) => is(PARTY.child, noun));
  // A bare list such as "mum, dad and 2 kids" is the whole party, and so is one with the speaker or with "adults".
  const isBare = nouns.length > 1 && before === "" && !/\b(?:my|our)\b/iu.test(text);
  const isWhole = isBare || nouns.length < people.length || nouns.some((noun) => is(`couples?|${PARTY.generic}`, noun));
  const plural = /\b(?:us|we)\b(?<!of us)/iu.exec(text)?.[0];
  if (!isWhole && !isFor && known === 1) reading.moreTravelers = sum;
  else if (!isWhole && !isFor && known !== null) reading.ask.push("how many of you travel");
  else trip.travelers = isWhole || isFor ? sum : sum + 1;
  if (trip.travelers === undefined) return;
  if (plural !== undefined) trip.travelersAssumed = `I counted two for "${plural}"`;
  else if (!isWhole)
    trip.travelersAssumed = `I counted ${isFor ? "" : "you and "}"${text}"${isFor ? ", without you" : ""}`;
}
