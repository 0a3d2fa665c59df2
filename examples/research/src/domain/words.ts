import { ASKING_WORDS, COMMON_VERBS, EMPTY_WORDS } from "./common-words.ts";

/** Irregular forms, each followed by its base form. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `children child men man women woman people person feet foot teeth tooth mice mouse geese goose lives life wives wife
  knives knife shelves shelf leaves leaf halves half found find`
    .split(/\s+/)
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1] ?? word]] : [])),
);

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
const stems = (words: string): ReadonlySet<string> => new Set([...listed(words)].map((word) => stem(word)));

const EMPTY = listed(EMPTY_WORDS);
const ASKING = stems(ASKING_WORDS);
const VERBS = stems(COMMON_VERBS);

/** Returns the words of a text in lower case, in order. A name in camel case is followed by its parts. */
export function wordsOf(text: string): readonly string[] {
  const words =
    text
      .normalize("NFKD")
      .replaceAll(/\p{M}+/gu, "")
      .match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];
  return words.flatMap((word) => {
    const bare = word.replace(/['’]\p{L}+$/u, "");
    const parts = bare.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [];
    const isCamel = parts.length > 1 && /\p{Ll}\p{Lu}/u.test(bare);
    return (isCamel ? [bare, ...parts] : [bare]).map((part) => part.toLowerCase());
  });
}

/** Returns the stem of a word for the search; null for a function word. */
export function termOf(word: string): string | null {
  const lower = word.toLowerCase();
  return EMPTY.has(lower) || (lower.length < 2 && !/\p{N}/u.test(lower)) ? null : stem(lower);
}

/** Returns the distinct terms of a text, in order. */
export const termsOf = (text: string): readonly string[] => [
  ...new Set(wordsOf(text).flatMap((word) => termOf(word) ?? [])),
];

/** Returns true for an asking word, such as "often", which names no topic. */
export const isWeak = (term: string): boolean => ASKING.has(term);

/** Weight of a term, given its rarity: highest for names, lower for common verbs, lowest for asking words. */
export function weightOf(term: string, rarity: number): number {
  // The limits keep a common verb or an asking word that no document contains from dominating.
  if (ASKING.has(term)) return 0.2 * Math.min(rarity, 2);
  return VERBS.has(term) ? 0.45 * Math.min(rarity, 2.5) : rarity;
}

/** Light English stemmer that unifies the common inflections of a word. */
export function stem(word: string): string {
  if (word.length < 4 || /\P{L}/u.test(word)) return word;
  let root = (IRREGULAR.get(word) ?? word)
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?<=ss|sh|ch|x)es$/, "")
    .replace(/(?<=[^su])s$/, "");
  const bare = root.replace(/(?:ingly|edly|ing|ed|ly|ment|able|al)$|(?<=.{5})(?:er|or|ion)$/, "");
  if (bare.length >= 3 && /[aeiouy]/.test(bare)) root = bare.replace(/([bdfgmnprt])\1$/, "$1");
  return root.replace(/e$/, "").replace(/y$/, "i");
}
