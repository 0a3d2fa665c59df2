import { type Message, NUMBER, numberOf, PLAIN_NUMBER } from "./message.ts";
import type { Reading } from "./reading.ts";

const CHILD =
  "kids?|child(?:ren)?|bab(?:y|ies)|toddlers?|infants?|teen(?:ager)?s?|sons?|daughters?|grand(?:child|children|kids?|sons?|daughters?)|little ones?|\\d{1,2}[ -]year[ -]olds?";
const RELATIVE = `wife|husband|hubby|gf|bf|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|(?:grand)?(?:mother|father|ma|pa)(?:[- ]in[- ]law)?|mom|mum|mam|dad|granny|brothers?|sisters?|siblings?|aunt(?:ie)?s?|uncles?|cousins?|nieces?|nephews?|friends?|buddies|buddy|mates?|pals?|colleagues?|coworkers?|boss|neighbou?rs?|(?:brother|sister|son|daughter)-in-law|in-laws|${CHILD}`;
const PAIR = "parents|grandparents|twins|couples?";
const GENERIC =
  "people|persons?|pers\\b\\.?|ppl|adults?|grown[- ]?ups?|travel+ers?|guests?|passengers?|pax|seniors?|pensioners|students?|men|women|man|woman|ladies|lads?|blokes?|guys|others";
const NOUN = `${RELATIVE}|${PAIR}|${GENERIC}`;
const ADJECTIVES =
  "(?:(?:more|other|small|little|young|older|elder|elderly|best|good|old|grown-up|teenage|adult|close|of (?:my|our)|extra|additional|retired) )*";
/** One person or several: "my two small kids", "me". */
const PEOPLE = new RegExp(
  `(?:\\bthe )?\\b(${NUMBER}) of us\\b|(?:\\b(?:my|our|the|his|her|their|your) )?(?:all )?(?:\\b(${NUMBER})[ -])?\\b${ADJECTIVES}(${NOUN})\\b(?![- ]friendly)|\\b(me|myself|i|us|we)\\b(?!')`,
  "g",
);
/** Words that connect people, or say that they travel. */
const WITH = /\b(?:together with|along with|with|for|plus|bringing|taking|bring|take|travel+ing)\s*$/;
const AND = /^\s*(?:[,+&;]\s*)?(?:and |plus |with |\+ )?\s*$/;
/** What makes a number something else than a number of people. */
const UNIT =
  "(?: (?:nights?|days?|weeks?|months?|hours?|euros?|eur|stars?|rooms?|singles?|doubles?|bed|minutes?|o'clock|am|pm|%|more|less)|[-.:/]?\\d|th|st|nd|rd|€|\\s*€|\\s*[ap]m|\\s*-|\\s*to \\d|\\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))";
const END = "(?=\\s*(?:$|[.,;!?·]|(?:please|instead|and|from|in|to|under|with|at|on|not|now|travel|going|flying)\\b))";
const SIZE = `(${PLAIN_NUMBER})\\b(?!${UNIT})(?: (?:${GENERIC}))?`;

/** Phrases for the size of the whole party. */
const TOTALS: readonly string[] = [
  `(?:(?:my|our|a|the|as a) )?(?:\\w+ )?(?:family|group|party|team|bunch|total|crew|gang) of (?:about )?${SIZE}(?: (?:${NOUN})\\b)?`,
  `\\b${SIZE} (?:in total|all together|altogether)\\b`,
  `(?:just |only )?\\bus (${NUMBER})\\b`,
  `(?:(?:for|there(?:'s|'re| are| will be)|it's|all|just|only) )*(?:the )?(${NUMBER}) of (?:us|you|them)\\b(?!\\s*(?:,|and|plus|with|\\+|&) (?:(?:my|our|the) )?(?:(?:${NUMBER}) )?${ADJECTIVES}(?:${NOUN}))`,
  `\\b(?:we(?:'re| are|'ll be| will be| would be)|make (?:it|that|us)|there (?:are|will be)|change (?:it )?to|it's|now|only) (?:now |only |a group of )?${SIZE}(?! and(?! (?:would|want|need|like|plan|will|are)\\b)| with| plus| ?·)${END}`,
  `\\b(?:party size|travel+ers|passengers|guests|people)\\s*[:=]?\\s*(\\d{1,3})\\b(?!${UNIT})`,
  `\\bfor ${SIZE}${END}`,
  // A number between commas or at the end, as in "Rome 5 to 9 March, two".
  `(?<=\\S\\s*[,;] *|·|one[- ]?way )(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine)(?=\\s*(?:$|[,.;]))`,
  "\\b(\\d{1,2})(?:x|-person)\\b",
];
const ALONE =
  /\b(?:just|only|for) (?:me|myself)\b(?! and|,(?= (?:and|my|our|plus)\b)|\s*\+)|, ?me\b(?=\s*(?:$|[.,;]))|\b(?:travel+ing )?(?:alone|solo)\b|\b(?:by myself|on my own|single travel+er)\b/;
const TWO =
  /\b(?:(?:as|for) )?(?:a |an? \w+ )?(?:couple|pair)\b(?! (?:of|more|days|nights|weeks|with|and|plus)\b)|\b(?:for )?(?:the )?both of us\b/;

/** Reads how many travel. People without a number, such as "my friends", make the party `several`. */
export function readParty(message: Message, reading: Reading, known: number | null = null): void {
  const { trip } = reading;
  const ages = readAges(message, reading);
  const isHoneymoon = message.take(/\b(?:for (?:our|my|an?) )?honeymoon\b/, "party") !== null;
  // "Two of them are kids" says who they are, not how many.
  const part = `(?:${NUMBER}) of (?:us|them|whom)(?: is| are)?|of (?:whom|them),? (?:${NUMBER})(?: is| are)?`;
  if (message.take(new RegExp(`,?\\s*\\b(?:${part}) (?:an? )?${ADJECTIVES}(?:${CHILD})\\b`), "party") !== null)
    reading.unavailable.push("fares for children; everybody pays the adult fare");
  const total = totalOf(message, known !== null);
  // "With my family, we are 5": the number counts the family too.
  const group = message.take(
    /\b(?:with |for |an? )?(?:(?:my|our|the) )?(?:whole )?(?:family|group|crew|gang|folks|everyone|everybody)\b(?! (?:room|trip))/,
    "party",
  );
  if (total !== null) trip.travelers = total;
  else if (isHoneymoon) Object.assign(trip, { travelers: 2, travelersAssumed: "I counted two for the honeymoon" });
  if (trip.travelers !== undefined) return;
  const { people, text } = peopleIn(message, ages);
  const sum = people.reduce<number | null>(
    (all, { count }) => (count === null || all === null ? null : all + count),
    0,
  );
  const change = changeOf(message, text, known);
  if (change !== 0 && sum !== null) reading.moreTravelers = change * Math.max(1, sum);
  else if (change !== 0) reading.ask.push("how many of you travel");
  else if (people.length > 0 && sum !== null)
    countWhole(people, text, reading, { sum, known, isFamily: group !== null });
  else if (people.length > 0 || groupOf(message) || group !== null) trip.several = true;
}

/** Reads ages and fares, which the catalog does not have. Returns how many ages there are. */
function readAges(message: Message, party: Reading): number {
  const list = "\\d{1,2}(?:(?:\\s*(?:,|and|&)\\s*)+\\d{1,2})*";
  const ages = message.take(
    new RegExp(
      `\\b(?:and )?(?:the|our|my) (?:${CHILD}) (?:is|are) ${list}(?: years? old)?|(?<=\\b(?:${CHILD}) )\\d{1,2}(?:, ?\\d{1,2})* and \\d{1,2}\\b(?! ?(?:${NOUN}))|[(,]?\\s*\\b(?:aged?|ages|who (?:is|are)) ${list}(?: years? old)?\\)?|(?<!\\b(?:an?|my|our|the) )\\(?\\b${list} years? old\\)?|(?<=\\b(?:${CHILD}) )\\(${list}\\)`,
    ),
    "ages",
  )?.[0];
  if (ages !== undefined)
    party.unavailable.push(`fares by age (${ages.replaceAll(/^[(,\s]+|[)\s]+$/g, "")}); everybody pays the adult fare`);
  const fares = /\b(?:infants?|bab(?:y|ies)|child|kids?)[ -](?:fares?|discounts?|tickets?|seats?|beds?|menus?)\b/;
  if (message.take(fares, "fares") !== null)
    party.unavailable.push("fares or seats for children; everybody pays the adult fare");
  return ages?.match(/\d+/g)?.length ?? 0;
}

/** Size of the party, if the message states it as a whole. */
function totalOf(message: Message, isKnown: boolean): number | null {
  const corrected = new RegExp(
    `^[\\s·,]*(?:(?:no|sorry|oh|ok|actually)[, ]+)*(${PLAIN_NUMBER})(?:[,;] (?:i )?forgot (?:about )?(?:my|our|the) (?:${NOUN})\\b|(?=\\s*(?:$|[,;!])))`,
  );
  const count = isKnown ? message.take(corrected, "party") : null;
  if (count !== null) return numberOf(count[1] ?? "");
  for (const words of TOTALS) {
    const total = message.take(new RegExp(words, "u"), "party");
    if (total !== null) return numberOf(total[1] ?? "");
  }
  const sum = message.take(new RegExp(`\\b(\\d|me) ?(?:\\+|plus) ?(\\d)\\b(?! ${ADJECTIVES}(?:${NOUN})\\b)`), "party");
  if (sum !== null) return (sum[1] === "me" ? 1 : Number(sum[1])) + Number(sum[2]);
  if (message.take(ALONE, "party") !== null) return 1;
  return message.take(TWO, "party") === null ? null : 2;
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
function peopleIn(message: Message, ages: number): { readonly people: readonly Person[]; readonly text: string } {
  const { rest } = message;
  const lists: RegExpExecArray[][] = [];
  let end = -1;
  for (const item of rest.matchAll(PEOPLE)) {
    const last = lists.at(-1);
    if (last !== undefined && AND.test(rest.slice(end, item.index))) last.push(item);
    else lists.push([item]);
    end = item.index + item[0].length;
  }
  const texts: string[] = [];
  const people = lists
    .filter((list) => list.some(([, ofUs, , noun]) => (ofUs ?? noun) !== undefined))
    .flatMap((list) => {
      const [first, last] = [list[0], list.at(-1)];
      const from = first?.index ?? 0;
      const start = WITH.exec(rest.slice(0, from))?.index ?? from;
      const stop = (last?.index ?? 0) + (last?.[0].length ?? 0);
      texts.push(rest.slice(start, stop));
      message.claim(start, stop, "party");
      return list.map(([words, ofUs, number, noun = null, speaker = ""]): Person => {
        if (noun === null) return { count: ofUs === undefined ? countOfSpeaker(speaker) : numberOf(ofUs), noun, words };
        const isCounted = number === undefined && ages > 0 && isChild(noun);
        return { count: isCounted ? ages : countOf(noun, number), noun, words };
      });
    });
  return { people, text: texts.join(" and ") };
}

const countOfSpeaker = (speaker: string): number => (speaker === "us" || speaker === "we" ? 2 : 1);
const isChild = (noun: string): boolean => new RegExp(`^(?:${CHILD})$`).test(noun);

/** Number of people that a noun means; null if it is not clear. */
function countOf(noun: string, number: string | undefined): number | null {
  const isPair = new RegExp(`^(?:${PAIR})$`).test(noun);
  if (number !== undefined)
    return numberOf(number) * (noun.startsWith("couple") || (isPair && numberOf(number) === 1) ? 2 : 1);
  if (isPair) return 2;
  return /(?:s|ren|people|women|men|ies)$/.test(noun) && noun !== "boss" ? null : 1;
}

/** Tells a party of people who join (1) or stay at home (-1) from the whole party (0). */
function changeOf(message: Message, people: string, known: number | null): 1 | -1 | 0 {
  const stays = new RegExp(
    `\\b(?:(?:${NUMBER})(?: of (?:us|them))? )?(?:(?:has |have |had to )?(?:drop(?:s|ped)? out|cancel(?:s|l?ed)?)|(?:is not|are not|isn't|aren't|can't|cannot|won't|will not) (?:come|coming|join|joining)|(?:can't|cannot|won't) make it|stays? (?:at )?home|fewer|less)(?: after all)?\\b`,
  );
  if ((people !== "" || known !== null) && message.take(stays, "party") !== null) return -1;
  if (people !== "" && known !== null && message.take(/\bwithout (?=·)/, "party") !== null) return -1;
  const joins =
    /\b(?:(?:is|are|will|wants? to) )?(?:also )?(?:join(?:s|ing)?|com(?:es?|ing)|tag|tags|tagging)\b(?: along| too| as well| with)*(?: us| me)?(?: too| as well)?|\b(?:too|as well)\b|\b(?:add|(?:i )?forgot(?: about)?)(?= ·)|^(?:and|plus|also)(?= ·)/;
  if (message.take(/\bplus one\b/, "party") !== null) return 1;
  if (people === "") return 0;
  const isMore = /\b(?:more|extra|additional|another)\b/.test(people) && !people.includes(" and ");
  const isAdded = (known !== null || /\b(?:add|forgot) ·/.test(message.rest)) && message.take(joins, "party") !== null;
  return isMore || isAdded ? 1 : 0;
}

function countWhole(
  people: readonly Person[],
  text: string,
  reading: Reading,
  { sum, known, isFamily }: { readonly sum: number; readonly known: number | null; readonly isFamily: boolean },
): void {
  const set = (travelers: number, travelersAssumed?: string): void =>
    void Object.assign(reading.trip, { travelers, ...(travelersAssumed !== undefined && { travelersAssumed }) });
  const plural = people.find(({ words }) => words === "us" || words === "we");
  const nouns = people.flatMap(({ noun }) => noun ?? []);
  // A bare list such as "mum, dad and 2 kids" is the whole party, and so is one with the speaker or with "adults".
  const isBare = nouns.length > 1 && !/^(?:with|for|plus|bringing|taking|bring|take)\b|\b(?:my|our)\b/.test(text);
  const isGeneric = nouns.some((noun) => new RegExp(`^(?:couples?|${GENERIC})$`).test(noun));
  const named = text.replace(/^(?:together with|along with|with|for|plus|bringing|taking|bring|take) /, "");
  if (plural !== undefined) set(sum, `I counted two for "${plural.words}"`);
  else if (isFamily && nouns.every(isChild)) set(sum + 2, "I counted two adults in the family");
  else if (isBare || isGeneric || nouns.length < people.length) set(sum);
  else if (text.startsWith("for ") && !nouns.every(isChild)) set(sum, `I counted "${named}", without you`);
  else if (known === 1) reading.moreTravelers = sum;
  else if (known !== null) reading.ask.push("how many of you travel");
  else set(sum + 1, `I counted you and "${named}"`);
}

/** True for a group without a number: "we", "Anna, Mia and me". */
const groupOf = ({ text }: Message): boolean =>
  /\b(?:we|us|our|we're|we'd|we'll|ourselves)\b| and (?:me|myself|i)\b(?! (?:want|would|need|like|have|hate|love|am|prefer|live))/i.test(
    text,
  ) || /\b(?:me|Me|myself|Myself),? (?:and )?\p{Lu}\p{Ll}+/u.test(text);
