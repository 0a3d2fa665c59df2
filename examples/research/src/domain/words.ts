/** Words that carry no topic: function words, and what people say around a question. */
const EMPTY = new Set(
  `a about am an and any anyone anything are aren as at be been being but by can cannot could did didn do does doesn
  doing don done else for from get gets got had has have having he hello help her here hers hey hi him his how i if in
  into is isn it its itself just know let like ll many may me mean means might more much must my need needs no nor not of
  ok okay on one only or other our ours out please re said say says shall she should show so some somebody someone
  something such tell than thank thanks that the their theirs them then there these they thing things this those to too
  us ve very want wants was wasn we were what when where whether which who whom whose why will with won would yes you
  your yours explain describe question answer information topic stuff sure really want wondering find give`.split(
    /\s+/,
  ),
);

/** Plurals and pasts that no rule finds. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `children child men man women woman people person feet foot teeth tooth mice mouse geese goose lives life wives wife
  knives knife shelves shelf leaves leaf halves half`
    .split(/\s+/)
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1] ?? word]] : [])),
);

/** Words that ask rather than name; they count for less. */
const WEAK = new Set(
  `work works working happen happens happened use uses used using make makes made mean kind way ways long often time
  times take takes possible exactly different difference between each every first last new same still ever
  allow allowed permit permitted able far large big deep tall high heavy wide thick old accurate fast strong small
  number amount size speed height depth length distance share level count measure measured people person somebody
  day days date year function method option called call please default become becomes begin`
    .split(/\s+/)
    .map((word) => stem(word)),
);

/** Gives the words of a text in lower case, in order; a name in camel case gives its parts, and itself. */
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
    return (isCamel ? [bare, ...parts] : [bare]).map((each) => each.toLowerCase());
  });
}

/** Gives the stem under which a word is searched, or null for a word without a topic. */
export function termOf(word: string): string | null {
  const lower = word.toLowerCase();
  return EMPTY.has(lower) || (lower.length < 2 && !/\p{N}/u.test(lower)) ? null : stem(lower);
}

/** Gives the terms of a text, each once, in order. */
export const termsOf = (text: string): readonly string[] => [
  ...new Set(wordsOf(text).flatMap((word) => termOf(word) ?? [])),
];

/** Whether a term asks rather than names. */
export const isWeak = (term: string): boolean => WEAK.has(term);

/** A light stemmer for English: forms of one word that people mix in questions meet, others stay apart. */
export function stem(word: string): string {
  if (word.length < 4 || /\P{L}/u.test(word)) return word;
  let root = (IRREGULAR.get(word) ?? word)
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?<=ss|sh|ch|x)es$/, "")
    .replace(/(?<=[^su])s$/, "");
  const bare = root.replace(/(?:ingly|edly|ing|ed|er|or|ly|ment|ion|able|al)$/, "");
  if (bare.length >= 3 && /[aeiouy]/.test(bare)) root = bare.replace(/([bdfgmnprt])\1$/, "$1");
  return root.replace(/e$/, "").replace(/y$/, "i");
}
