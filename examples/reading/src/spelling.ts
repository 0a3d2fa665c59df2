// cspell:ignore wensday fryday
import { distance } from "fastest-levenshtein";

/** Words that would be taken for a part of a name if they were misspelled. */
const COMMON =
  "monday tuesday wednesday thursday friday saturday sunday january february august september october november december tomorrow tonight morning afternoon evening weekend every except until cancel".split(
    " ",
  );

const WEEKDAYS = COMMON.filter((word) => word.endsWith("day"));
/** The weekday of "wensday" and "fryday": its first letters tell it. */
const weekdayLike = (word: string): string[] =>
  /^\p{L}{3,6}day$/u.test(word) && word !== "weekday" ? WEEKDAYS.filter((day) => day.startsWith(word.slice(0, 2))) : [];

const letters = (word: string): string => word.split("").toSorted().join("");

/** True if one missing, added or swapped letter separates two words, or one wrong letter within a long word. */
function isTypo(word: string, right: string): boolean {
  // A shorter or longer word with the same beginning is often another word: "Ann" and "Anna".
  if (right.startsWith(word) || word.startsWith(right) || word[0] !== right[0]) return false;
  const edits = distance(word, right);
  if (word.length !== right.length) return edits === 1;
  return edits === 1 ? right.length > 6 : edits === 2 && letters(word) === letters(right);
}

/**
 * Corrects words that are misspelled by one letter, and says each correction as a note, with both spellings.
 *
 * `known` are further words that a message can name, in lower case. A word of fewer than four letters, and one that two known words are
 * near to, stays.
 */
export function correctSpelling(
  text: string,
  known: Iterable<string>,
): { readonly text: string; readonly notes: readonly string[] } {
  const all = new Set([...COMMON, ...known]);
  const notes: string[] = [];
  const corrected = text.replaceAll(/\p{L}{4,}/gu, (word) => {
    const plain = word.toLowerCase();
    if (all.has(plain) || all.has(plain.replace(/s$/u, ""))) return word;
    const near = [...all].filter((each) => isTypo(plain, each));
    const [right, ...others] = near.length === 0 ? weekdayLike(plain) : near;
    if (right === undefined || others.length > 0) return word;
    notes.push(`"${word}" as "${right}"`);
    return right;
  });
  return { text: corrected, notes };
}
