import { CLAIMED, correctSpelling, EXCEPT, MONTH, NUMBER, plainText, WEEKDAY } from "@tidemark/reading";
import data from "../../data/words.json" with { type: "json" };

type Names = Readonly<Record<string, string>>;
const SHARED: Names = { claimed: CLAIMED, except: EXCEPT, month: MONTH, number: NUMBER, weekday: WEEKDAY };

/** Replaces the names in braces by their patterns: `{people} tickets`. */
const filled = (pattern: string, names: Names): string =>
  pattern.replaceAll(/(?<!\\p)\{([a-z]\w+)\}/gi, (_, name: string) => filled(names[name] ?? "", names));

function patternsOf<Name extends string>(part: Record<Name, string>): Readonly<Record<Name, string>> {
  const patterns: Record<Name, string> = { ...part };
  for (const name in part) patterns[name] = filled(part[name], { ...SHARED, ...part });
  return patterns;
}

export const PARTY = patternsOf(data.party);
export const PARTY_SIZES = data.partySizes.map((size) => filled(size, { ...SHARED, ...data.party }));
export const PROFILE = patternsOf(data.profile);
export const PLACES = patternsOf(data.places);
export const MONEY = patternsOf(data.money);
export const HOTEL = patternsOf(data.hotel);
export const LENGTHS = patternsOf(data.lengths);
export const DAYS = patternsOf(data.days);
export const TIMES = patternsOf(data.times);
export const MESSAGE = patternsOf(data.message);
const SPELLINGS = Object.entries(data.spellings).map(
  ([pattern, plain]) => [new RegExp(filled(pattern, { ...SHARED, ...data.spelling }), "giu"), plain] as const,
);
/** Words of questions about a trip, and of their answers. */
export const ANSWERS = data.answers;
/** Words without a wish. Negations, numbers and comparisons are not among them. */
export const SMALL = data.small;
/** Words for what travelers like, eat or avoid, with the names of the catalog. */
export const PROFILE_NAMES: Names = data.profileNames;
/** Kinds of facts that "forget my home" names. */
export const FACT_KINDS: Names = data.factKinds;
/** Sentences about facts of the profile. */
export const FACT_TEXTS = data.factTexts;
export const DAY_PARTS: Readonly<Record<string, readonly (string | null)[]>> = data.dayParts;

export const says = (pattern: string, text: string): boolean => new RegExp(pattern, "iu").test(text);

/** Words for 0 to 31. */
export const ORDINALS = data.ordinals.split(" ");
const ORDINAL_DAY = new RegExp(`\\b(${ORDINALS.toReversed().join("|")})(?= (?:of )?${MONTH}\\b)`, "giu");

/** One spelling of a message for the readers. */
export const spelled = (typed: string): string => {
  const plain = typed
    .replaceAll(/[·\s]+/gu, " ")
    .replaceAll(ORDINAL_DAY, (day) => `${ORDINALS.indexOf(day.toLowerCase())}th`);
  const text = SPELLINGS.reduce((words, [pattern, written]) => words.replaceAll(pattern, written), plain);
  // A word joiner keeps an amount of money, such as "1500", from being read as a time.
  return plainText(text).replaceAll("\u2060", "").trim();
};

/** Corrects words that are one letter away from a word of the readers or a city; each correction is a note. */
export const corrected = (typed: string, airports: readonly { readonly city: string }[]) =>
  correctSpelling(typed, [...data.known.split(" "), ...airports.map(({ city }) => city.toLowerCase())]);
