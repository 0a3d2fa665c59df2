import { stemmer } from "stemmer";
import words from "../../data/words.json" with { type: "json" };

const listed = (list: string): readonly string[] => list.split(" ");

/** The word that stands for each irregular form. */
const REGULAR: ReadonlyMap<string, string> = new Map(
  words.irregular.map(listed).flatMap(([first = "", ...forms]) => forms.map((form) => [form, first] as const)),
);

/** Stem of a word in lower case, of whatever form. */
const stemOf = (word: string): string => stemmer(REGULAR.get(word) ?? word);

/** Function words and filler words of questions, which name no topic. */
const EMPTY: ReadonlySet<string> = new Set(listed(words.empty));
const stemsOf = (list: string): ReadonlySet<string> => new Set(listed(list).map(stemOf));
/** Words that ask for a kind of answer, such as an amount or a date, and name no topic. */
const ASKING = stemsOf(words.asking);
/** Words that a document often says in other words. They are part of a topic, but weigh less than the others. */
const COMMON = stemsOf(words.common);
/** Words that choose one of several things. They name no topic, but another one of the things is a wrong answer. */
const ORDER = stemsOf(words.order);
/** Groups of words that people use for each other, or for one topic. */
const RELATED = words.related.map((group) => listed(group).map(stemOf));

/** Returns the words of a text in lower case, in order. A name in camel case is followed by its parts. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}+/gu, "");
  return (plain.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []).flatMap((word) => {
    const bare = word.replace(/['’]\p{L}+$/u, "");
    const parts = bare.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [];
    const isCamel = parts.length > 1 && /\p{Ll}\p{Lu}/u.test(bare);
    return (isCamel ? [bare, ...parts] : [bare]).map((part) => part.toLowerCase());
  });
}

/** Returns the search term of a word, its stem; null for a function word. */
export function termOf(word: string): string | null {
  const lower = word.toLowerCase();
  return EMPTY.has(lower) || (lower.length < 2 && !/\p{N}/u.test(lower)) ? null : stemOf(lower);
}

/** Returns the distinct search terms of a text. */
export const termsOf = (text: string): readonly string[] => [
  ...new Set(wordsOf(text).flatMap((word) => termOf(word) ?? [])),
];

/** Returns true for an asking word, such as "often", which names no topic. */
export const isWeak = (term: string): boolean => ASKING.has(term);

/** Returns true for a word that says little about the topic: an asking word, or a common verb. */
export const isLight = (term: string): boolean => isWeak(term) || COMMON.has(term);

/** Returns true for a word such as "last", which chooses one of several things. */
export const isOrder = (term: string): boolean => ORDER.has(term);

/** Returns the terms of words that people use for the same thing or topic, such as "depart" for "leave". */
export const relatedTerms = (term: string): readonly string[] =>
  [...new Set(RELATED.filter((group) => group.includes(term)).flat())].filter((related) => related !== term);

/** Largest distance of two terms of a pair, in terms. */
const NEAR = 3;

const sequenceOf = (text: string): readonly string[] => wordsOf(text).flatMap((word) => termOf(word) ?? []);

/** Share of the neighboring terms of a question that are near each other in a text, in any order; 1 for a question of one term. */
export function sharedPairs(question: string, text: string): number {
  const asked = sequenceOf(question);
  const terms = sequenceOf(text);
  const isNear = (one: string, other: string): boolean =>
    terms.some((term, at) => term === one && terms.slice(Math.max(0, at - NEAR), at + NEAR + 1).includes(other));
  const pairs = asked.slice(1).map((term, at) => isNear(asked[at] ?? "", term));
  return pairs.length === 0 ? 1 : pairs.filter(Boolean).length / pairs.length;
}
