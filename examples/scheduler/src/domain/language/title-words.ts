import { editDistance } from "./spelling.ts";

// cspell:ignore practise -- the British spelling is typed too

/** Words that do not identify an event. */
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

/** Words that distinguish events, normalized to lower case and singular. */
export function contentWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
  return words.map((word) => singular(word.replace(/'s?$/, ""))).filter((word) => word !== "" && !empty.has(word));
}

const singular = (word: string): string =>
  word.length > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is")
    ? word.slice(0, -1)
    : word;

const isGeneric = (word: string): boolean => generic.has(word);

/** Removes words that do not identify an event: "dentist appointment" → dentist. */
export const particularWords = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !isGeneric(word));

const sameWord = (typed: string, known: string): boolean =>
  typed === known ||
  (typed.length >= 4 && known.startsWith(typed)) ||
  (typed.length >= 5 && typed[0] === known[0] && editDistance(typed, known, 1) <= 1);

/**
 * Computes how well words match a title, from 0 to 1: every identifying word must be in the title, and words such as "practice" only
 * break ties.
 */
export function titleFit(words: readonly string[], title: string): number {
  const known = contentWords(title);
  const found = (word: string): boolean => known.some((other) => sameWord(word, other));
  const particular = particularWords(words);
  if (particular.length === 0) {
    const named = words.filter((word) => word !== "it" && word !== "that" && word !== "this" && found(word));
    return named.length > 0 ? named.length / known.length : 0;
  }
  if (!particular.every(found)) return 0;
  const matched = words.filter(found).length;
  return (matched + (matched === known.length && matched === words.length ? 1 : 0)) / (words.length + 1);
}
