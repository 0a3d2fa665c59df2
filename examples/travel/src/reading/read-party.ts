import { CLAIMED, numberOf as valueOf, type Sheet } from "@tidemark/reading";
import type { Reading } from "./reading.ts";

/** A number, without the articles that count one person. */
const NUMBER = `(?:-?\\d{1,4}|${"one two three four five six seven eight nine ten eleven twelve".replaceAll(" ", "|")}|both|half a dozen|a dozen|a couple of)`;
const COUNT = `(?:${NUMBER}|an?|another)`;
const numberOf = (words: string): number =>
  /^both$/iu.test(words) ? 2 : /^half a dozen$/iu.test(words) ? 6 : valueOf(words);

const CHILD =
  "kids?|child(?:ren)?|bab(?:y|ies)|toddlers?|infants?|teen(?:ager)?s?|sons?|daughters?|grand(?:child|children|kids?|sons?|daughters?)|\\d{1,2}[ -]year[ -]olds?";
const RELATIVE = `wife|husband|partner|spouse|girlfriend|boyfriend|gf|bf|fianc[eé]e?|(?:grand)?(?:mother|father|ma|pa)(?:[- ]in[- ]law)?|mom|mum|dad|brothers?|sisters?|siblings?|aunts?|uncles?|cousins?|nieces?|nephews?|friends?|buddies|buddy|mates?|colleagues?|coworkers?|boss|neighbou?rs?|${CHILD}`;
const PAIR = "parents|grandparents|twins|couples?";
const GENERIC =
  "people|persons?|pers|ppl|adults?|grown-?ups?|travel+ers?|guests?|passengers?|pax|seniors?|pensioners|students?|teachers?|men|women|man|woman|ladies|lads?|guys|others";
const NOUN = `${RELATIVE}|${PAIR}|${GENERIC}`;
const ADJECTIVE =
  "(?:(?:more|other|small|little|young|older|elderly|best|good|old|grown-up|teenage|adult|close|extra|additional|retired|of (?:my|our)) )*";
const WHOSE = "(?:(?:my|our|the|his|her|their) )?";
/** One person or several: "my two small kids", "me". */
const PERSON = `(?:the )?(?<ofUs>${NUMBER}) of us|${WHOSE}(?:all )?(?:(?<count>${COUNT})[ -])?${ADJECTIVE}(?<noun>${NOUN})(?![- ]friendly)|(?<self>me|myself|i|us|we)(?!')`;
const JOINT = "\\s*(?:[,+&;]\\s*)?(?:and |plus |with |\\+ )?\\s*";
const WITH = "(?:together with|along with|with|for|plus|bringing|taking|bring|take|travel+ing|and)";
/** What makes a number something else than a number of people. */
const UNIT = `(?!\\s?(?:nights?|days?|weeks?|months?|hours?|euros?|eur|stars?|rooms?|singles?|doubles?|minutes?|[ap]m\\b|%|€|more|less|st\\b|nd\\b|rd\\b|th\\b|[-.:/]\\d|to \\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))`;
const STOP = `(?=\\s*(?:$|[.,;!?${CLAIMED}]|(?:please|instead|and|from|in|to|under|with|at|on|not|now|going|flying)\\b))`;
const SIZE = `(${NUMBER})(?![\\p{L}\\p{N}])${UNIT}(?: (?:${GENERIC}))?`;

/** Phrases for the size of the whole party. */
const TOTALS: readonly string[] = [
  `(?:(?:my|our|a|the|as a) )?(?:\\w+ )?(?:family|group|party|team|crew) of (?:about )?${SIZE}`,
  `(${NUMBER}) tickets`,
  `${SIZE} (?:in total|all together|altogether)`,
  `(?:${CLAIMED}+ |only )?us (${NUMBER})`,
  `(?:(?:for|there(?:'s|'re| are)|it's|all|only) )*(?:the )?(${NUMBER}) of (?:us|you|them)(?!\\s*(?:,|and|plus|with|\\+|&) ${WHOSE}(?:${COUNT} )?${ADJECTIVE}(?:${NOUN}))`,
  `(?:we(?:'re| are|'ll be| will be)|make (?:it|that|us)|there (?:are|will be)|change (?:it )?to|it's|now|only) (?:now |only )?${SIZE}(?! and (?!would|want|need|like)| with| plus| ?${CLAIMED})${STOP}`,
  `(?:party size|travel+ers|passengers|people)\\s*[:=]?\\s*(\\d{1,3})${UNIT}`,
  `for ${SIZE}${STOP}`,
  // A number between commas or at the end, as in "Rome 5 to 9 March, two".
  `(?<=[\\p{L}\\d${CLAIMED}]\\s*[,;] *|${CLAIMED}\\s+)(\\d|one|two|three|four|five|six|seven|eight|nine)(?=\\s*(?:$|[,.;]))`,
];
const ALONE = `(?:(?:only|for|${CLAIMED}+) )(?:me|myself)(?! and|, and|,? (?:my|our|plus)|\\s*\\+)|, ?me(?=\\s*(?:$|[.,;]))|(?:travel+ing )?(?:alone|solo)|by myself|on my own|single travel+er`;
const TWO = `(?:(?:as|for) )?an? (?:\\w+ )?couple(?! (?:of|more|days|nights|weeks|with|and|plus)\\b)|couple(?=\\s*(?:$|[,.;]))|(?:for )?(?:the )?both of us|(?:for (?:our|my|an?) )?honeymoon`;

/** Reads how many travel. People without a number, such as "my friends", make the party `several`. */
export function readParty(sheet: Sheet, reading: Reading, known: number | null = null): void {
  const { trip, unavailable } = reading;
  readAges(sheet, unavailable);
  const total = totalOf(sheet, known !== null);
  // "With my family, we are 5": the number counts the family too.
  const group = sheet.take(
    `(?:with |for |an? )?${WHOSE}(?:whole )?(?:family|group|crew|everyone|everybody)(?! (?:room|trip))`,
  );
  if (total !== null) {
    trip.travelers = total;
    return;
  }
  const people = peopleIn(sheet);
  const text = people.map(({ words }) => words).join(" ");
  const counts = people.map(({ count }) => count);
  const sum = counts.includes(null) ? null : counts.reduce<number>((all, count) => all + (count ?? 0), 0);
  const change = changeOf(sheet, text, known);
  if (change !== 0 && sum !== null) reading.moreTravelers = change * Math.max(1, sum);
  else if (change !== 0) reading.ask.push("how many of you travel");
  else if (people.length > 0 && sum !== null) countWhole(people, reading, { sum, known, isFamily: group !== null });
  else if (
    people.length > 0 ||
    group !== null ||
    /\b(?:we|us|our|we're|we'd|we'll)\b|\band (?:me|myself)\b/iu.test(sheet.text)
  )
    trip.several = true;
}

/** Names ages and fares, which the catalog does not have. */
function readAges(sheet: Sheet, unavailable: string[]): void {
  const list = "\\d{1,2}(?:(?:\\s*(?:,|and|&|\\+)\\s*)+\\d{1,2})*";
  const ages = sheet.take(
    `(?:and )?(?:the|our|my) (?:${CHILD}) (?:is|are) ${list}(?: years? old)?|(?:aged?|ages|who (?:is|are)) ${list}(?: years? old)?|(?<=(?:${CHILD}) )\\(${list}`,
  );
  const part = `,?\\s*(?:${NUMBER} of (?:us|them|whom)(?: is| are)?|of (?:whom|them),? ${NUMBER}(?: is| are)?) ${ADJECTIVE}(?:${CHILD})`;
  const fares = sheet.take(
    `(?:infants?|bab(?:y|ies)|child|kids?)[ -](?:fares?|discounts?|tickets?|seats?|beds?|menus?)|${part}`,
  );
  if (ages !== null)
    unavailable.push(`fares by age (${ages[0].replace("(", "").trim()}); everybody pays the adult fare`);
  if (fares !== null) unavailable.push("fares or seats for children; everybody pays the adult fare");
}

/** Size of the party, if the message states it as a whole. */
function totalOf(sheet: Sheet, isKnown: boolean): number | null {
  const corrected = `^[\\s,${CLAIMED}]*(?:(?:no|sorry|oh|actually)[, ]+)*(${NUMBER})(?:[,;] (?:i )?forgot (?:about )?${WHOSE}(?:${NOUN})|(?=\\s*(?:$|[,;!])))`;
  const patterns = [...(isKnown ? [corrected] : []), ...TOTALS];
  for (const pattern of patterns) {
    const total = sheet.take(pattern)?.[1];
    if (total !== undefined) return numberOf(total);
  }
  const sum = sheet.take(`(\\d|me) ?(?:\\+|plus) ?(\\d)(?! ${ADJECTIVE}(?:${NOUN}))`);
  if (sum !== null) return (sum[1]?.toLowerCase() === "me" ? 1 : Number(sum[1])) + Number(sum[2]);
  if (sheet.take(ALONE) !== null) return 1;
  return sheet.take(TWO) === null ? null : 2;
}

/** A part of the party. */
interface Person {
  /** Null if it is not clear, as in "my friends". */
  readonly count: number | null;
  /** Null for the speaker. */
  readonly noun: string | null;
  readonly words: string;
}

/** Claims lists of people, such as "my wife and our two kids". A lone "I" or "we" is the subject of a sentence. */
function peopleIn(sheet: Sheet): readonly Person[] {
  const anonymous = PERSON.replaceAll(/\?<\w+>/gu, "?:");
  const list = `(?:${WITH} )?(?:${anonymous})(?:${JOINT}(?:${anonymous}))*`;
  const people: Person[] = [];
  sheet.takeAll(list, ({ 0: text }) => {
    const found = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${PERSON})(?![\\p{L}\\p{N}])`, "giu"))];
    if (found.every(({ groups = {} }) => groups["noun"] === undefined && groups["ofUs"] === undefined)) return false;
    let words = /^(?:with|for|plus|bringing|taking|bring|take)\b/iu.exec(text)?.[0] ?? "";
    for (const { 0: person, groups = {} } of found) {
      const { noun = null, count, ofUs, self } = groups;
      words = `${words} ${person}`.trim();
      people.push({
        noun,
        words,
        count:
          noun === null
            ? ofUs === undefined
              ? /us|we/iu.test(self ?? "")
                ? 2
                : 1
              : numberOf(ofUs)
            : sizeOf(noun, count),
      });
      words = "";
    }
    return true;
  });
  return people;
}

const is = (words: string, noun: string): boolean => new RegExp(`^(?:${words})$`, "iu").test(noun);

/** Number of people that a noun means; null if it is not clear. */
function sizeOf(noun: string, count: string | undefined): number | null {
  if (count !== undefined)
    return numberOf(count) * (/^couple/iu.test(noun) || (is(PAIR, noun) && numberOf(count) === 1) ? 2 : 1);
  if (is(PAIR, noun)) return 2;
  return /(?:s|ren|people|women|men|ies)$/iu.test(noun) && noun !== "boss" ? null : 1;
}

/** Tells a party of people who join (1) or stay at home (-1) from the whole party (0). */
function changeOf(sheet: Sheet, people: string, known: number | null): 1 | -1 | 0 {
  const stays =
    "(?:one )?(?:(?:has |have |had to )?(?:drop(?:s|ped)? out|cancel(?:s|l?ed)?)|(?:is not|are not|isn't|aren't|can't|cannot|won't|will not) (?:come|coming|join|joining|make it)|stays? (?:at )?home|fewer|less)(?: after all)?";
  if (known === null && people === "") return 0;
  if (sheet.take(stays) !== null) return -1;
  if (people === "") return sheet.take("plus one") === null ? 0 : 1;
  if (known !== null && sheet.take(`without(?=\\s*${CLAIMED})`) !== null) return -1;
  const joins = `(?:(?:is|are|will|wants? to) )?(?:also )?(?:join(?:s|ing)?|com(?:es?|ing)|tags?)(?: along| too| as well| with)*(?: us| me)?(?: too| as well)?|too|as well|(?:add|(?:i )?forgot(?: about)?)(?=\\s*${CLAIMED})|^(?:and|plus|also)(?=\\s*${CLAIMED})`;
  const isMore = /\b(?:more|extra|additional|another)\b/iu.test(people) && !/ and /u.test(people);
  const isAdded = known !== null || isMore || new RegExp(`\\b(?:add|forgot)\\s*${CLAIMED}`, "iu").test(sheet.left);
  const hasJoined = isAdded && sheet.take(joins) !== null;
  return isMore || hasJoined || (known !== null && /^(?:and|plus) /iu.test(people)) ? 1 : 0;
}

interface Whole {
  readonly sum: number;
  readonly known: number | null;
  readonly isFamily: boolean;
}

function countWhole(people: readonly Person[], reading: Reading, { sum, known, isFamily }: Whole): void {
  const text = people.map(({ words }) => words).join(" and ");
  const set = (travelers: number, travelersAssumed?: string): void =>
    void Object.assign(reading.trip, { travelers, ...(travelersAssumed !== undefined && { travelersAssumed }) });
  const plural = people.find(({ words }) => /^(?:us|we)$/iu.test(words));
  const nouns = people.flatMap(({ noun }) => noun ?? []);
  const isChildren = nouns.every((noun) => is(CHILD, noun));
  // A bare list such as "mum, dad and 2 kids" is the whole party, and so is one with the speaker or with "adults".
  const isBare = nouns.length > 1 && !/^(?:with|for|plus|bringing|taking|bring|take)\b|\b(?:my|our)\b/iu.test(text);
  const isGeneric = nouns.some((noun) => is(`couples?|${GENERIC}`, noun));
  const named = text.replace(/^(?:with|for|plus|bringing|taking|bring|take) /iu, "");
  if (plural !== undefined) set(sum, `I counted two for "${plural.words}"`);
  else if (isFamily && isChildren) set(sum + 2, "I counted two adults in the family");
  else if (isBare || isGeneric || nouns.length < people.length) set(sum);
  else if (/^for /iu.test(text) && !isChildren) set(sum, `I counted "${named}", without you`);
  else if (known === 1) reading.moreTravelers = sum;
  else if (known !== null) reading.ask.push("how many of you travel");
  else set(sum + 1, `I counted you and "${named}"`);
}
