import { CLAIMED, numberOf as valueOf, type Sheet } from "@tidemark/reading";
import type { Reading } from "./reading.ts";

/** A number, without the articles that count one person. */
const NUMBER =
  "(?:-?\\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|both|half a dozen|a dozen|a couple of)";
const COUNT = `(?:${NUMBER}|an?|another)`;
const numberOf = (words: string): number =>
  /^both$/iu.test(words) ? 2 : /^half a dozen$/iu.test(words) ? 6 : valueOf(words);

const CHILD =
  "kids?|child(?:ren)?|bab(?:y|ies)|toddlers?|infants?|teen(?:ager)?s?|sons?|daughters?|grand(?:child|children|kids?|sons?|daughters?)";
const RELATIVE = `wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|(?:grand)?(?:mother|father|ma|pa)(?:[- ]in[- ]law)?|mom|mum|dad|brothers?|sisters?|siblings?|aunts?|uncles?|cousins?|nieces?|nephews?|friends?|mates?|colleagues?|boss|neighbou?rs?|${CHILD}`;
const PAIR = "parents|grandparents|twins|couples?";
const GENERIC =
  "people|persons?|pers|ppl|adults?|grown-?ups?|travel+ers?|guests?|passengers?|pax|seniors?|students?|teachers?|men|women|man|woman|ladies|lads?|guys|others";
const NOUN = `${RELATIVE}|${PAIR}|${GENERIC}`;
const ADJECTIVE =
  "(?:(?:more|other|small|little|young|older|elderly|best|good|old|grown-up|teenage|adult|close|extra|additional|of (?:my|our)) )*";
const WHOSE = "(?:(?:my|our|the|his|her|their) )?";
/** One person or several: "my two small kids", "me". */
const PERSON = `(?:the )?(?<ofUs>${NUMBER}) of us|${WHOSE}(?:all )?(?:(?<count>${COUNT})[ -])?${ADJECTIVE}(?<noun>${NOUN})(?![- ]friendly)|(?<self>me|myself|i|us|we)(?!')`;
const ANONYMOUS = PERSON.replaceAll(/\?<\w+>/gu, "?:");
const WITH = "(?:together with|along with|with|for|plus|bringing|taking|bring|take|travel+ing|and)";
const LIST = `(?:(?<with>${WITH}) )?(?:${ANONYMOUS})(?:\\s*(?:[,+&;]\\s*)?(?:and |plus |with |\\+ )?\\s*(?:${ANONYMOUS}))*`;
/** What makes a number something else than a number of people. */
const UNIT =
  "(?!\\s?(?:nights?|days?|weeks?|months?|hours?|euros?|eur|stars?|rooms?|singles?|doubles?|minutes?|[ap]m\\b|%|€|more|less|st\\b|nd\\b|rd\\b|th\\b|[-.:/]\\d|to \\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))";
const STOP = `(?=\\s*(?:$|[.,;!?${CLAIMED}]|(?:please|instead|and|from|in|to|under|with|at|on|not|now|going|flying)\\b))`;
const SIZE = `(${NUMBER})(?![\\p{L}\\p{N}])${UNIT}(?: (?:${GENERIC}))?`;

/** Phrases for the size of the whole party. */
const TOTALS: readonly string[] = [
  `(?:(?:my|our|a|the|as a) )?(?:family|group|party|team) of (?:about )?${SIZE}`,
  `(${NUMBER}) tickets`,
  `${SIZE} (?:in total|all together|altogether)`,
  `(?:(?:for|there(?:'s|'re| are)|it's|all|only) )*(?:the )?(${NUMBER}) of (?:us|you|them)(?!\\s*(?:,|and|plus|with|\\+|&) ${WHOSE}(?:${COUNT} )?${ADJECTIVE}(?:${NOUN}))`,
  `(?:we(?:'re| are|'ll be| will be)|make (?:it|that|us)|there (?:are|will be)|change (?:it )?to|it's|now|only|us) (?:now |only )?${SIZE}(?! and (?!would|want|need|like)| with| plus| ?${CLAIMED})${STOP}`,
  `(?:party size|travel+ers|passengers|people)\\s*[:=]?\\s*(\\d{1,3})${UNIT}`,
  `for ${SIZE}${STOP}`,
  // A number between commas or at the end, as in "Rome 5 to 9 March, two".
  `(?<=[\\p{L}\\d${CLAIMED}]\\s*[,;] *|${CLAIMED}\\s+)(\\d|one|two|three|four|five|six|seven|eight|nine)(?=\\s*(?:$|[,.;]))`,
];
/** A number alone corrects the size: "no, four". */
const CORRECTED = `^[\\s,${CLAIMED}]*(?:(?:no|sorry|oh|actually)[, ]+)*(${NUMBER})(?:[,;] (?:i )?forgot (?:about )?${WHOSE}(?:${NOUN})|(?=\\s*(?:$|[,;!])))`;
const ONE = `(?:(?:only|for|${CLAIMED}+) )(?:me|myself)(?! and|, and|,? (?:my|our|plus)|\\s*\\+)|, ?me(?=\\s*(?:$|[.,;]))|(?:travel+ing )?(?:alone|solo)|by myself|on my own|single travel+er`;
const TWO = `(?:(?:as|for) )?an? (?:young |elderly |retired )?couple(?! (?:of|more|days|nights|weeks|with|and|plus)\\b)|couple(?=\\s*(?:$|[,.;]))|(?:for )?(?:the )?both of us|(?:me|myself) ?(?:\\+|plus) ?(?:1|one)|(?:for (?:our|my|an?) )?honeymoon`;
const STAYS =
  "(?:one )?(?:(?:has |have |had to )?(?:drop(?:s|ped)? out|cancel(?:s|l?ed)?)|(?:is not|are not|isn't|aren't|can't|cannot|won't|will not) (?:come|coming|join|joining|make it)|stays? (?:at )?home|fewer|less)(?: after all)?";
const JOINS = `(?:(?:is|are|will|wants? to) )?(?:also )?(?:join(?:s|ing)?|com(?:es?|ing)|tags?)(?: along| too| as well| with)*(?: us| me)?(?: too| as well)?|too|as well|(?:add|(?:i )?forgot(?: about)?)(?=\\s*${CLAIMED})|^(?:and|plus|also)(?=\\s*${CLAIMED})`;

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
    `(?:with |for |an? )?${WHOSE}(?:whole )?(?:family|group|everyone|everybody)(?! (?:room|trip))`,
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
    sheet.take(known === null ? STAYS : `${STAYS}|without(?=\\s*${CLAIMED})`) !== null;
  const hasMore = people.length > 0 ? isOpen : sheet.take("plus one") !== null;
  const joins =
    !stays &&
    hasMore &&
    (people.length === 0 || sheet.take(JOINS) !== null || isMore || /^(?:and|plus)$/iu.test(before));
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
    `(?:and )?(?:the|our|my) (?:${CHILD}) (?:is|are) ${list}(?: years? old)?|(?:aged?|ages|who (?:is|are)) ${list}(?: years? old)?|(?<=(?:${CHILD}) )\\(${list}`,
  );
  const part = `,?\\s*(?:${NUMBER} of (?:us|them|whom)(?: is| are)?) ${ADJECTIVE}(?:${CHILD})`;
  const fares = sheet.take(
    `(?:bab(?:y|ies)|child|kids?)[ -](?:fares?|discounts?|tickets?|seats?|beds?|menus?)|${part}`,
  );
  if (ages !== null)
    unavailable.push(`fares by age (${ages[0].replace("(", "").trim()}); everybody pays the adult fare`);
  if (fares !== null) unavailable.push("fares or seats for children; everybody pays the adult fare");
}

/** Size of the party, if the message states it as a whole. */
function totalOf(sheet: Sheet, isKnown: boolean): number | null {
  for (const pattern of [...(isKnown ? [CORRECTED] : []), ...TOTALS]) {
    const total = sheet.take(pattern)?.[1];
    if (total !== undefined) return numberOf(total);
  }
  if (sheet.take(ONE) !== null) return 1;
  return sheet.take(TWO) === null ? null : 2;
}

/** Claims lists of people, such as "my wife and our two kids". A lone "I" or "we" is the subject of a sentence. */
function peopleIn(sheet: Sheet) {
  const people: Person[] = [];
  const found = sheet.takeAll(LIST, ({ 0: text }) => {
    const list = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${PERSON})(?![\\p{L}\\p{N}])`, "giu"))];
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
  if (is(PAIR, noun)) return 2;
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
  const isFor = /^for$/iu.test(before) && !nouns.every((noun) => is(CHILD, noun));
  // A bare list such as "mum, dad and 2 kids" is the whole party, and so is one with the speaker or with "adults".
  const isBare = nouns.length > 1 && before === "" && !/\b(?:my|our)\b/iu.test(text);
  const isWhole = isBare || nouns.length < people.length || nouns.some((noun) => is(`couples?|${GENERIC}`, noun));
  const plural = /\b(?:us|we)\b(?<!of us)/iu.exec(text)?.[0];
  if (!isWhole && !isFor && known === 1) reading.moreTravelers = sum;
  else if (!isWhole && !isFor && known !== null) reading.ask.push("how many of you travel");
  else trip.travelers = isWhole || isFor ? sum : sum + 1;
  if (trip.travelers === undefined) return;
  if (plural !== undefined) trip.travelersAssumed = `I counted two for "${plural}"`;
  else if (!isWhole)
    trip.travelersAssumed = `I counted ${isFor ? "" : "you and "}"${text}"${isFor ? ", without you" : ""}`;
}
