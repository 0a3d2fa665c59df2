import { CLAIMED, numberOf as valueOf, type Sheet } from "@tidemark/reading";
import type { Reading } from "./reading.ts";
import { PARTY, PARTY_SIZES, says } from "./words.ts";

const numberOf = (words: string): number =>
  /^both$/iu.test(words) ? 2 : /^half a dozen$/iu.test(words) ? 6 : valueOf(words);

/** People that a message lists: a count, or null if it is not clear, as in "my friends"; and a noun, or null for the speaker. */
interface Person {
  readonly count: number | null;
  readonly noun: string | null;
}

/** Reads how many travel. People without a number, such as "my friends", make the party `several`. */
export function readParty(sheet: Sheet, reading: Reading, known: number | null = null): void {
  const { trip, ask, unavailable } = reading;
  // The catalog has neither ages nor fares for children.
  const [ages, fares] = [sheet.take(PARTY.ages), sheet.take(PARTY.fares)];
  const years = ages?.[0].replace("(", "").trim();
  if (ages !== null) unavailable.push(`fares by age (${years}); everybody pays the adult fare`);
  if (fares !== null) unavailable.push("fares or seats for children; everybody pays the adult fare");
  const total = totalOf(sheet, known !== null);
  // "With my family, we are 5": the number counts the family too.
  const group = sheet.take(PARTY.group);
  if (total !== null) {
    trip.travelers = total;
    return;
  }
  const { people, text, before } = peopleIn(sheet);
  const [counts, nouns] = [people.flatMap(({ count }) => count ?? []), people.flatMap(({ noun }) => noun ?? [])];
  const sum = counts.reduce((all, count) => all + count, 0);
  const [isClear, isNobody] = [counts.length === people.length, people.length === 0];
  const isMore = /\b(?:more|extra|additional|another)\b/iu.test(text) && people.length === 1;
  const isOpen = known !== null || isMore || /\b(?:add|forgot)\b/iu.test(sheet.left);
  const without = known === null ? "" : `|without(?=\\s*${CLAIMED})`;
  const stays = (known !== null || !isNobody) && sheet.take(`${PARTY.stays}${without}`) !== null;
  const joins =
    !stays &&
    (isNobody
      ? sheet.take("plus one") !== null
      : isOpen && (sheet.take(PARTY.joins) !== null || isMore || /^(?:and|plus)$/iu.test(before)));
  const isFor = /^for$/iu.test(before) && !nouns.every((noun) => is(PARTY.child, noun));
  // A bare list such as "mum, dad and 2 kids" is the whole party, and so is one with the speaker or with "adults".
  const isBare = nouns.length > 1 && before === "" && !/\b(?:my|our)\b/iu.test(text);
  const isWhole = isBare || nouns.length < people.length || nouns.some((noun) => is(`couples?|${PARTY.generic}`, noun));
  if ((stays || joins) && isClear) reading.moreTravelers = (stays ? -1 : 1) * Math.max(1, sum);
  else if (!isNobody && isClear && group === null && !stays && !joins && (isWhole || isFor || known === null)) {
    trip.travelers = isWhole || isFor ? sum : sum + 1;
    const plural = /\b(?:us|we)\b(?<!of us)/iu.exec(text)?.[0];
    const counted = isFor ? `"${text}", without you` : `you and "${text}"`;
    if (plural !== undefined) trip.travelersAssumed = `I counted two for "${plural}"`;
    else if (!isWhole) trip.travelersAssumed = `I counted ${counted}`;
  } else if (!isNobody && isClear && group === null && known === 1) reading.moreTravelers = sum;
  // People who may or may not be among the travelers are never dropped.
  else if (stays || joins || (!isNobody && known !== null)) ask.push("how many of you travel");
  else if (!isNobody || group !== null || /\b(?:we|us|our|we're|we'd|we'll)\b|\band me\b/iu.test(sheet.text))
    trip.several = true;
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
    return (parts.some(({ noun }) => noun !== null) || / of us/iu.test(text)) && people.push(...parts) > 0;
  });
  const before = found[0]?.groups?.["with"] ?? "";
  const text = found.map(([words]) => words).join(" and ");
  return { people, before, text: text.slice(before.length).trim() };
}

const is = (words: string, noun: string): boolean => says(`^(?:${words})$`, noun);

/** Number of people that a noun means; null if it is not clear. */
function sizeOf(noun: string, count: string | undefined): number | null {
  if (count !== undefined) return numberOf(count) * (/^couple/iu.test(noun) ? 2 : 1);
  if (is(PARTY.pair, noun)) return 2;
  return /(?:s|ren|people|women|men|ies)$/iu.test(noun) && noun !== "boss" ? null : 1;
}
