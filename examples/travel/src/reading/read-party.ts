import { type Message, NUMBER, numberOf, PLAIN_NUMBER } from "./message.ts";
import type { Reading } from "./reading.ts";

const CHILD =
  "kids?|child(?:ren)?|bab(?:y|ies)|toddlers?|infants?|teen(?:ager)?s?|sons?|daughters?|grand(?:child|children|kids?|sons?|daughters?)|little ones?";
const RELATIVE = `wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|(?:grand)?(?:mother|father|ma|pa)(?:-in-law)?|mom|mum|mam|dad|granny|brothers?|sisters?|siblings?|aunt(?:ie)?s?|uncles?|cousins?|nieces?|nephews?|friends?|buddies|buddy|mates?|pals?|colleagues?|coworkers?|boss|neighbou?rs?|(?:brother|sister|son|daughter)-in-law|in-laws|${CHILD}`;
const PAIR = "parents|grandparents|twins|couples?";
const GENERIC =
  "people|persons?|pers\\b\\.?|ppl|adults?|grown-?ups?|travel+ers?|guests?|passengers?|pax|seniors?|pensioners|students?|men|women|man|woman|ladies|lads?|blokes?|guys|others";
const NOUN = `${RELATIVE}|${PAIR}|${GENERIC}`;
const ADJECTIVES =
  "(?:(?:more|other|small|little|young|older|elder|elderly|best|good|old|grown-up|teenage|adult|close|of (?:my|our)|extra|additional) )*";
const ITEM = `(?:(?:(?:my|our|the|his|her|their|your) )?(?:all )?(?:(${NUMBER})[ -])?${ADJECTIVES}(${NOUN})\\b(?![- ]friendly)|\\b(me|myself|i|us|we)\\b(?!'))`;
const JOIN = "(?:\\s*(?:,|\\+|&)\\s*(?:and |plus )?| and | plus | with )";
const VERB = "together with|along with|with|for|plus|bringing|taking|bring|take";
/** What makes a number something else than a number of people. */
const UNIT =
  "(?: (?:nights?|days?|weeks?|months?|hours?|euros?|eur|stars?|rooms?|singles?|doubles?|bed|minutes?|o'clock|am|pm|%|more|less)|[-.:/]?\\d|th|st|nd|rd|€|\\s*€|\\s*[ap]m|\\s*-|\\s*to \\d|\\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))";
const END = "(?=\\s*(?:$|[.,;!?·]|(?:please|instead|and|from|in|to|under|with|at|on|not|now|travel|going|flying)\\b))";

type Party = Pick<Reading["trip"], "travelers" | "several" | "travelersAssumed"> &
  Pick<Reading, "moreTravelers" | "unavailable" | "ask">;

/** Phrases that say who joins or stays at home: the first group is a number, one by default. */
const CHANGES: readonly (readonly [1 | -1, string])[] = [
  [1, `plus one|(?:add|with|and) (?:${NUMBER}) (?:more|extra|additional) (?:${NOUN})`],
  [1, `(?:${NUMBER}) (?:more|extra|additional) (?:${NOUN})|add (?:my |our )?(?:${NUMBER} )?(?:${NOUN})(?! (?:and|,))`],
  [-1, `(?:${NUMBER}) (?:person|people|traveler|of us|friend)s? (?:less|fewer)`],
  [-1, `(${NUMBER})(?: of (?:us|them))? (?:has |have |had to )?(?:drop(?:s|ped)? out|cancel(?:s|l?ed)?)`],
  [-1, `my (?:${RELATIVE}) (?:(?:is|are) not|isn't|aren't|can't|cannot) (?:come|coming|join|joining)`],
];

/** Phrases for a whole party: the first group is its size, unless a number is given here. */
const TOTALS: readonly (readonly [string, number?])[] = [
  [
    `(?:(?:my|our|a|the|as a) )?(?:\\w+ )?(?:family|group|party|team|bunch|total|crew|gang) of (?:about )?(${PLAIN_NUMBER})\\b(?: (?:${NOUN}))?`,
  ],
  ["\\b(\\d{1,2}) in total\\b"],
  [`(?:just |only )?\\bus (${NUMBER})\\b`],
  [
    `(?:(?:for|there(?:'s|'re| are| will be)|it's|all|just|only) )*(?:the )?(${NUMBER}) of us\\b(?!${JOIN}(?:(?:my|our|the|his|her) )?(?:(?:${NUMBER}) )?${ADJECTIVES}(?:${NOUN}))`,
  ],
  [
    `\\bwe(?:'re| are|'ll be| will be| would be) (?:now |a group of )?(${NUMBER})\\b(?!${UNIT})(?: (?:${GENERIC}))?(?! and(?! (?:would|want|need|like|plan|will|are)\\b)| with| plus| ?·)${END}`,
  ],
  [`\\b(?:party size|travel+ers|passengers|guests|people)\\s*[:=]?\\s*(\\d{1,3})\\b(?!${UNIT})`],
  [
    `\\b(?:make (?:it|that|us)|there (?:are|will be)|change (?:it )?to|it's|now) (${PLAIN_NUMBER})\\b(?!${UNIT})(?: (?:${GENERIC}))?${END}`,
  ],
  [`\\bfor (${PLAIN_NUMBER})\\b(?!${UNIT})${END}`],
  // A number between commas or at the end, as in "Rome 5 to 9 March, two".
  [`(?<=\\S\\s*[,;] *|·)(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine)(?=\\s*(?:$|[,.;]))`],
  [`\\b(\\d{1,2})(?:x|-person)\\b`],
  ["\\b(?:just|only|for) (?:me|myself)\\b(?! and|,(?= (?:and|my|our|plus)\\b)|\\s*\\+)|, ?me\\b(?=\\s*(?:$|[.,;]))", 1],
  ["\\b(?:travel+ing )?(?:alone|solo)\\b|\\b(?:by myself|on my own|single travel+er)\\b", 1],
  [
    "\\b(?:(?:as|for) )?(?:a |an? \\w+ )?(?:couple|pair)\\b(?! (?:of|more|days|nights|weeks|with|and|plus)\\b)|\\b(?:for )?(?:the )?both of us\\b",
    2,
  ],
];

/** Reads how many travel. People without a number, such as "my friends", make the party `several`. */
export function readParty(message: Message, known: number | null = null): Party {
  const party: Party = { moreTravelers: 0, unavailable: [], ask: [] };
  const list = "\\d{1,2}(?:(?:\\s*(?:,|and|&)\\s*)+\\d{1,2})*";
  const ages = message.take(
    new RegExp(
      `[(,]?\\s*\\b(?:aged?|ages|who (?:is|are)) ${list}(?: years? old)?\\)?|\\(?\\b${list} years? old\\)?|(?<=\\b(?:${CHILD}) )\\(${list}\\)`,
    ),
    "ages",
  )?.[0];
  if (ages !== undefined)
    party.unavailable.push(`fares by age (${ages.replaceAll(/^[(,\s]+|[)\s]+$/g, "")}); everybody pays the adult fare`);
  const fares = /\b(?:infants?|bab(?:y|ies)|child|kids?)[ -](?:fares?|discounts?|tickets?|seats?|beds?|menus?)\b/;
  if (message.take(fares, "fares") !== null)
    party.unavailable.push("fares or seats for children; everybody pays the adult fare");
  if (message.take(/\b(?:for (?:our|my|an?) )?honeymoon\b/, "party") !== null)
    return { ...party, travelers: 2, travelersAssumed: "I counted two for the honeymoon" };
  if (
    known !== null &&
    known > 1 &&
    message.take(new RegExp(`\\bwithout (?:my |our |the )?(?:${RELATIVE})\\b(?<!s)`), "party") !== null
  )
    return { ...party, moreTravelers: -1 };
  for (const [sign, words] of CHANGES) {
    const change = message.take(new RegExp(`\\b(?:${words})\\b`), "party")?.[0];
    const number = new RegExp(`\\b(${NUMBER})\\b`).exec(change?.replace(/^plus one$/, "one") ?? "")?.[1] ?? "one";
    if (change !== undefined) return { ...party, moreTravelers: sign * numberOf(number) };
  }
  const family = message.take(new RegExp(`\\bfamily with (${NUMBER}) ${ADJECTIVES}(?:${CHILD})\\b`), "party")?.[1];
  if (family !== undefined)
    return { ...party, travelers: 2 + numberOf(family), travelersAssumed: "I counted two adults in the family" };
  const sum = message.take(new RegExp(`\\b(\\d|me) ?(?:\\+|plus) ?(\\d)\\b(?! ${ADJECTIVES}(?:${NOUN})\\b)`), "party");
  if (sum !== null) return { ...party, travelers: (sum[1] === "me" ? 1 : Number(sum[1])) + Number(sum[2]) };
  for (const [words, count] of TOTALS) {
    const total = message.take(new RegExp(words, "u"), "party");
    if (total === null) continue;
    // "With my family, we are 5": the number counts the family too.
    void message.take(/\b(?:with |for )?(?:my|our|the) (?:whole )?(?:family|group|crew|gang)\b/, "party");
    return { ...party, travelers: count ?? numberOf(total[1] ?? "") };
  }
  const chains = readChains(message, ages?.match(/\d+/g)?.length ?? 0);
  const { added, ...people } = chains;
  if (added === undefined || known === null) return { ...party, ...people };
  // "My sister comes too" adds to a known party; "with my sister" may add to it or describe it.
  const joins = message.take(
    /\b(?:(?:is|are|will|wants? to) )?(?:also )?(?:join(?:s|ing)?|com(?:es?|ing)|tag|tags|tagging)\b(?: along| too| as well| with)*(?: us| me)?(?: too| as well)?|\b(?:too|as well)\b/,
    "party",
  );
  if (joins !== null || known === 1) return { ...party, moreTravelers: added };
  return { ...party, ask: ["how many of you travel"] };
}

/** People in a list; `added` is their number when the speaker is not among them. */
type Chains = Pick<Party, "travelers" | "several" | "travelersAssumed"> & { readonly added?: number };

/** Adds up lists of people: "my wife and our two kids", "2 adults and 2 children", "me and three friends". */
function readChains(message: Message, ages: number): Chains {
  const start = `\\b(?:(${VERB}) )?(?:(?:the )?(${NUMBER}) of us${JOIN})?`;
  // "I" and "we" alone are the subject of the sentence.
  const chains = [...message.rest.matchAll(new RegExp(`${start}${ITEM}(?:${JOIN}${ITEM})*`, "g"))].filter(
    ([words]) => !/^(?:for |with )?(?:me|myself|i|us|we)$/.test(words),
  );
  if (chains.length === 0) return groupOf(message);
  for (const { index, 0: words } of chains) message.claim(index, index + words.length, "party");
  const phrase = chains.map(([words]) => words).join(" and ");
  const ofUs = chains.flatMap(([, , number]) => (number === undefined ? [] : [numberOf(number)]));
  const items = [...phrase.replaceAll(/\S+ of us\b/g, "").matchAll(new RegExp(ITEM, "g"))].map(
    ([, number = "", noun = "", speaker = ""]) => ({ number, noun, speaker }),
  );
  const counts = items.map(({ number, noun, speaker }) =>
    countOf(noun, speaker, number === "" && ages > 0 && isChild(noun) ? String(ages) : number),
  );
  if (counts.includes(null)) return { several: true };
  const travelers = [...ofUs, ...counts].reduce<number>((total, count) => total + (count ?? 0), 0);
  const plural = items.find(({ speaker }) => speaker === "us" || speaker === "we");
  if (plural !== undefined) return { travelers, travelersAssumed: `I counted two for "${plural.speaker}"` };
  const nouns = items.filter(({ speaker }) => speaker === "").map(({ noun }) => noun);
  // A bare list such as "mum, dad and 2 kids" is the whole party, and so is one with the speaker or with "adults".
  const isBare =
    nouns.length > 1 && chains.every(([words, verb]) => verb === undefined && !/\b(?:my|our)\b/.test(words));
  const isWhole =
    nouns.length < items.length ||
    ofUs.length > 0 ||
    nouns.some((noun) => new RegExp(`^(?:couples?|${GENERIC})$`).test(noun));
  if (isBare || isWhole) return { travelers };
  const people = phrase.replace(new RegExp(`^(?:${VERB}) `), "");
  if (chains[0]?.[1] === "for" && !nouns.every(isChild))
    return { travelers, travelersAssumed: `I counted "${people}", without you` };
  return { travelers: travelers + 1, added: travelers, travelersAssumed: `I counted you and "${people}"` };
}

const isChild = (noun: string): boolean => new RegExp(`^(?:${CHILD})$`).test(noun);

/** Number of people that an item of a list means; null if it is not clear, as in "my friends". */
function countOf(noun: string, speaker: string, number: string): number | null {
  if (speaker !== "") return speaker === "us" || speaker === "we" ? 2 : 1;
  const isPair = new RegExp(`^(?:${PAIR})$`).test(noun);
  if (number !== "")
    return numberOf(number) * (noun.startsWith("couple") || (isPair && numberOf(number) === 1) ? 2 : 1);
  if (isPair) return 2;
  return /(?:s|ren|people|women|men|ies)$/.test(noun) && noun !== "boss" ? null : 1;
}

/** A group without a number: "we", "my family", "Anna, Mia and me". */
function groupOf(message: Message): Pick<Party, "several"> {
  const group = message.take(
    /\b(?:with |for )?(?:(?:my|our|the) )?(?:whole )?(?:family|group|crew|gang|folks|everyone|everybody)\b/,
    "party",
  );
  const isPlural =
    /\b(?:we|us|our|we're|we'd|we'll|ourselves)\b| and (?:me|myself|i)\b(?! (?:want|would|need|like|have|hate|love|am|prefer|live))/i.test(
      message.text,
    ) || /\b(?:me|Me|myself|Myself),? (?:and )?\p{Lu}\p{Ll}+/u.test(message.text);
  return group !== null || isPlural ? { several: true } : {};
}
