import { editDistance } from "./spelling.ts";

/** Words that name no event in particular. */
const generic = new Set(
  "appointment appt appts appointment's event meeting thing one it that this them those these practice practise lesson class session training game match activity time date slot entry booking reservation plan day everything anything something stuff reminder".split(
    " ",
  ),
);
const empty = new Set(
  "the a an my our your his her their and or of for to at on in with from by is are was be next last all every each any other whole entire just only please also then series recurring occurrence occurrences instance upcoming future following first second third scheduled until instead be been can could should would will there have has had do does did we i you he she they me us it's what's whats when's what when where who why which how so now going up coming planned happening calendar schedule agenda show list tell give see if re about plans plan".split(
    " ",
  ),
);

/** The words of a title or of a request that can tell events apart, in one form: lower case, singular. */
export function contentWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
  return words.map((word) => singular(word.replace(/'s?$/, ""))).filter((word) => word !== "" && !empty.has(word));
}

const singular = (word: string): string =>
  word.length > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is")
    ? word.slice(0, -1)
    : word;

const isGeneric = (word: string): boolean => generic.has(word);

/** Drops the words that name no event in particular ("dentist appointment" → dentist), unless nothing else is left. */
export const particularWords = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !isGeneric(word));

const sameWord = (typed: string, known: string): boolean =>
  typed === known ||
  (typed.length >= 4 && known.startsWith(typed)) ||
  (typed.length >= 5 && typed[0] === known[0] && editDistance(typed, known, 1) <= 1);

/**
 * Says how well words fit a title, from 0 (not at all) to 1: every particular word has to be in the title, and
 * words such as "practice" only break ties.
 */
export function titleFit(words: readonly string[], title: string): number {
  const known = contentWords(title);
  const found = (word: string): boolean => known.some((each) => sameWord(word, each));
  const particular = particularWords(words);
  if (particular.length === 0) {
    const named = words.filter((word) => word !== "it" && word !== "that" && word !== "this" && found(word));
    return named.length > 0 ? named.length / known.length : 0;
  }
  if (!particular.every(found)) return 0;
  const matched = words.filter(found).length;
  return (matched + (matched === known.length && matched === words.length ? 1 : 0)) / (words.length + 1);
}
