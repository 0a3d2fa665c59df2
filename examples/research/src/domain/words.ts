import { stemmer } from "stemmer";
import {
  ASKING_WORDS,
  COMMON_WORDS,
  EMPTY_WORDS,
  IRREGULAR_FORMS,
  ORDER_WORDS,
  RELATED_WORDS,
} from "./common-words.ts";

const listed = (words: string): readonly string[] => words.trim().split(/\s+/);

const groups = (words: string): readonly (readonly string[])[] => words.split(",").map(listed);

/** The word that stands for each irregular form. */
const REGULAR: ReadonlyMap<string, string> = new Map(
  groups(IRREGULAR_FORMS).flatMap(([first = "", ...forms]) => forms.map((form) => [form, first] as const)),
);

/** Stem of a word in lower case, of whatever form. */
const stemOf = (word: string): string => stemmer(REGULAR.get(word) ?? word);

const EMPTY: ReadonlySet<string> = new Set(listed(EMPTY_WORDS));
const ASKING: ReadonlySet<string> = new Set(listed(ASKING_WORDS).map(stemOf));
const COMMON: ReadonlySet<string> = new Set(listed(COMMON_WORDS).map(stemOf));
const ORDER: ReadonlySet<string> = new Set(listed(ORDER_WORDS).map(stemOf));
const RELATED = groups(RELATED_WORDS).map((group) => group.map(stemOf));

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
