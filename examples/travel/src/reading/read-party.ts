import { type Message, NUMBER, numberOf } from "./message.ts";
import type { Reading } from "./reading.ts";

const CHILD =
  "kids?|child(?:ren)?|bab(?:y|ies)|toddlers?|infants?|teen(?:ager)?s?|sons?|daughters?|grand(?:child|children|kids?|sons?|daughters?)|little ones?";
const RELATIVE = `wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|(?:grand)?(?:mother|father|ma|pa)|mom|mum|mam|dad|granny|brothers?|sisters?|siblings?|aunt(?:ie)?s?|uncles?|cousins?|nieces?|nephews?|friends?|buddies|buddy|mates?|colleagues?|coworkers?|boss|neighbou?rs?|in-laws|mother-in-law|father-in-law|${CHILD}`;
const PAIR = "parents|grandparents|twins|couples";
const GENERIC =
  "people|persons?|pers\\b\\.?|ppl|adults?|grown-?ups?|travel+ers?|guests?|passengers?|pax|seniors?|pensioners|students?|men|women|man|woman|ladies|guys|others";
const NOUN = `(?:${RELATIVE}|${PAIR}|${GENERIC})`;
const ADJECTIVE =
  "(?:(?:more|other|small|little|young|older|elder|elderly|best|good|old|grown-up|teenage|adult|close|of (?:my|our)|extra|additional) )*";
const ITEM = `(?:(?:(?:my|our|the|his|her|their|your) )?(?:all )?(?:(${NUMBER})[ -])?${ADJECTIVE}(${NOUN})\\b(?![- ]friendly)|\\b(me|myself|i|us|we)\\b(?!'))`;
const JOIN = "(?:\\s*(?:,|\\+|&)\\s*(?:and |plus )?| and | plus | with )";
const UNIT =
  "(?: (?:nights?|days?|weeks?|months?|hours?|euros?|eur|stars?|rooms?|singles?|doubles?|bed|minutes?|o'clock|am|pm|%|more|less)|[-.:/]?\\d|th|st|nd|rd|€|\\s*€|\\s*[ap]m|\\s*-|\\s*to \\d|\\s*\\p{Lu}|\\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))";

const WORDS = "one|two|three|four|five|six|seven|eight|nine";

type Party = Pick<Reading["trip"], "travelers" | "several" | "travelersAssumed"> &
  Pick<Reading, "moreTravelers" | "unavailable">;

/** Reads how many travel. People without a number, such as "my friends", make the party `several`. */
export function readParty(message: Message): Party {
  const party: Party = { moreTravelers: 0, unavailable: [] };
  const ages = message.take(
    /[(,]?\s*\b(?:aged?|ages|who (?:is|are)) \d{1,2}(?:(?:\s*(?:,|and|&)\s*)+\d{1,2})*(?: years? old)?\)?|\(?\b\d{1,2}(?:(?:\s*(?:,|and|&)\s*)+\d{1,2})* years? old\)?/,
    "ages",
  );
  if (ages !== null)
    party.unavailable.push(
      `fares by age (${ages[0].replaceAll(/^[(,\s]+|[)\s]+$/g, "")}); everybody pays the adult fare`,
    );
  if (message.take(/\b(?:for (?:our|my|an?) )?honeymoon\b/, "party") !== null)
    return { ...party, travelers: 2, travelersAssumed: "I counted two for the honeymoon" };
  if (
    message.take(
      /\b(?:infants?|bab(?:y|ies)|child|kids?)[ -](?:fares?|discounts?|tickets?|seats?|beds?|menus?)\b/,
      "fares",
    ) !== null
  )
    party.unavailable.push("fares or seats for children; everybody pays the adult fare");
  const more = message.take(
    new RegExp(
      `\\b(?:plus one|(?:add|with|and) (${NUMBER}) (?:more|extra|additional) (?:${GENERIC}|${RELATIVE})|(${NUMBER}) (?:more|extra|additional) (?:${GENERIC}|${RELATIVE})|add (?:my |our )?(${NUMBER} )?(?:${GENERIC}|${RELATIVE})(?! (?:and|,)))\\b`,
    ),
    "party",
  );
  if (more !== null) return { ...party, moreTravelers: numberOf(more[1] ?? more[2] ?? more[3]?.trim() ?? "a") };
  const less = message.take(
    new RegExp(
      `\\b(?:one|(${NUMBER})) (?:person|people|traveler|of us|friend)s? (?:less|fewer)\\b|\\bmy (?:${RELATIVE}) (?:is|are) (?:not|n't) coming\\b|\\bmy (?:${RELATIVE}) (?:isn't|can't|cannot) (?:come|coming|join)\\b`,
    ),
    "party",
  );
  if (less !== null) return { ...party, moreTravelers: -numberOf(less[1] ?? "a") };
  const family = message.take(new RegExp(`\\bfamily with (${NUMBER}) (?:${CHILD})\\b`), "party");
  if (family !== null)
    return {
      ...party,
      travelers: 2 + numberOf(family[1] ?? ""),
      travelersAssumed: "I counted two adults in the family",
    };
  const sum = message.take(/\b(\d) ?\+ ?(\d)\b/, "party");
  if (sum !== null) return { ...party, travelers: Number(sum[1]) + Number(sum[2]) };
  const total = readTotal(message);
  if (total !== null) return { ...party, travelers: total };
  return { ...party, ...readChains(message, ages?.[0].match(/\d+/g)?.length ?? 0) };
}

function readTotal(message: Message): number | null {
  const patterns = [
    `(?:(?:my|our|a|the|as a) )?(?:\\w+ )?(?:family|group|party|team|bunch|total|crew|gang) of (?:about )?(${NUMBER})\\b(?: (?:${GENERIC}))?`,
    `(?:just |only )?\\bus (${NUMBER})\\b`,
    `(?:(?:for|there(?:'s|'re| are| will be)|it's|all|just|only) )*(?:the )?(${NUMBER}) of us\\b(?!${JOIN}(?:a|my|our|\\d|one|two|three) ?(?:${RELATIVE})?)`,
    `\\bwe(?:'re| are|'ll be| will be| would be) (?:now |a group of )?(${NUMBER})\\b(?!${UNIT})(?: (?:${GENERIC}))?(?=\\s*(?:$|[.,;!?]|travel|going|flying|in |from |to ))`,
    `\\b(?:party size|travel+ers|passengers|guests|people)\\s*[:=]?\\s*(\\d{1,3})\\b(?!${UNIT})`,
    `\\b(?:make (?:it|that|us)|there (?:are|will be)|change (?:it )?to|it's|now) (${NUMBER})\\b(?!${UNIT})(?! (?:cheap|nice|better|long|short|late|earl|direct|star|room|person room))(?: (?:${GENERIC}))?(?=\\s*(?:$|[.,;!?]|please|instead|and|not|now))`,
    `\\bfor (${NUMBER})\\b(?!${UNIT})(?=\\s*(?:$|[.,;!?·]|please|instead|and|from|in|to|under|with|at|on))`,
    // A number between commas or at the end, as in "Rome 5 to 9 March, two".
    `(?<=\\S\\s*[,;] *|·)(\\d{1,2}|${WORDS})(?=\\s*(?:$|[,.;]))`,
    `\\b(\\d{1,2})x\\b|\\b(\\d{1,2})-person\\b`,
  ];
  for (const pattern of patterns) {
    const match = message.take(new RegExp(pattern, "u"), "party");
    if (match !== null) return numberOf(match[1] ?? match[2] ?? "");
  }
  if (
    message.take(
      /\b(?:just|only|for) (?:me|myself)\b(?! and|,|\s*\+)|\b(?:travel+ing )?(?:alone|solo)\b|, ?me\b(?=\s*(?:$|[.,;]))|\b(?:by myself|on my own|single travel+er)\b/,
      "party",
    ) !== null
  )
    return 1;
  if (
    message.take(
      /\b(?:(?:as|for) )?(?:a |an? \w+ )?(?:couple|pair)\b(?! (?:of|more|days|nights|weeks))|\b(?:for )?(?:the )?both of us\b/,
      "party",
    ) !== null
  )
    return 2;
  return null;
}

/** Adds up lists of people: "my wife and our two kids", "2 adults and 2 children", "me and three friends". */
function readChains(message: Message, ages: number): Pick<Party, "travelers" | "several" | "travelersAssumed"> {
  const start = `\\b(?:(together with|along with|with|for|plus|bringing|taking|bring|take) )?(?:(?:the )?(${NUMBER}) of us${JOIN})?`;
  // "I" and "we" alone are the subject of the sentence.
  const chains = [...message.rest.matchAll(new RegExp(`${start}${ITEM}(?:${JOIN}${ITEM})*`, "g"))].filter(
    ([words]) => !/^(?:for |with )?(?:me|myself|i|us|we)$/.test(words),
  );
  if (chains.length === 0) return groupOf(message);
  for (const { index, 0: words } of chains) message.claim(index, index + words.length, "party");
  const phrase = chains.map(([words]) => words).join(" and ");
  const ofUs = chains.flatMap(([, , number]) => (number === undefined ? [] : [numberOf(number)]));
  const items = [...phrase.replaceAll(/\S+ of us\b/g, "").matchAll(new RegExp(ITEM, "g"))];
  const speakers = items.flatMap(([, , , speaker]) => speaker ?? []);
  const nouns = items.flatMap(([, , noun]) => noun ?? []);
  const counts = items.map(([, number, noun = "", speaker]) =>
    countOf(noun, speaker ?? "", number ?? (ages > 0 && CHILDREN.test(noun) ? String(ages) : "")),
  );
  if (counts.includes(null)) return { several: true };
  const count = [...ofUs, ...counts].reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const plural = speakers.find((speaker) => speaker === "us" || speaker === "we");
  if (plural !== undefined) return { travelers: count, travelersAssumed: `I counted two for "${plural}"` };
  // A bare list such as "mum, dad and 2 kids" is the whole party.
  const isBare =
    chains.every(([words, preposition]) => preposition === undefined && !/\b(?:my|our)\b/.test(words)) &&
    nouns.length > 1;
  const isComplete = isBare || speakers.length > 0 || ofUs.length > 0 || nouns.some((noun) => GENERICS.test(noun));
  if (isComplete) return { travelers: count };
  if (chains[0]?.[1] === "for" && !nouns.every((noun) => CHILDREN.test(noun)))
    return { travelers: count, travelersAssumed: `I counted "${phrase.replace(/^for /, "")}", without you` };
  return {
    travelers: count + 1,
    travelersAssumed: `I counted you and "${phrase.replace(/^(?:together with|along with|with|plus|for|bringing|taking|bring|take) /, "")}"`,
  };
}

const GENERICS = new RegExp(`^(?:${GENERIC})$`);
const CHILDREN = new RegExp(`^(?:${CHILD})$`);

/** Number of people that an item of a list means; null if it is not clear, as in "my friends". */
function countOf(noun: string, speaker: string, number: string): number | null {
  if (speaker !== "") return speaker === "us" || speaker === "we" ? 2 : 1;
  const isPair = new RegExp(`^(?:${PAIR})$`).test(noun);
  if (number !== "") return numberOf(number) * (noun === "couples" || (isPair && numberOf(number) === 1) ? 2 : 1);
  if (isPair) return 2;
  return /(?:s|ren|people|women|men|ies)$/.test(noun) && noun !== "boss" ? null : 1;
}

/** A group without a number: "we", "my family", "the guys". */
function groupOf(message: Message): Pick<Party, "several"> {
  const group = message.take(
    /\b(?:with |for )?(?:(?:my|our|the) )?(?:whole )?(?:family|group|crew|gang|folks|everyone|everybody)\b/,
    "party",
  );
  const plural = /\b(?:we|us|our|we're|we'd|we'll|ourselves)\b/.test(message.text.toLowerCase());
  // "Anna, Mia and me" names others than the speaker.
  const others = / and (?:me|myself|i)\b(?! (?:want|would|need|like|have|hate|love|am|prefer|live))/.test(
    message.text.toLowerCase(),
  );
  const names = /\b(?:me|Me|myself|Myself),? (?:and )?\p{Lu}\p{Ll}+/u.test(message.text);
  return group !== null || plural || others || names ? { several: true } : {};
}
