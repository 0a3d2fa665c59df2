import type { CalendarView } from "../calendar.ts";
import { namesOf } from "./names.ts";
import { wordsOf } from "./title.ts";

/** Words whose misspelling would be taken for a part of a title. */
const WORDS =
  "monday tuesday wednesday thursday friday saturday sunday august september october november december tomorrow tonight morning afternoon evening weekend every except until cancel appointment dentist doctor".split(
    " ",
  );

/** True if one missing, doubled or swapped letter separates two words; within a long word, one wrong letter too. */
function isTypo(word: string, right: string): boolean {
  if (right.startsWith(word) || word.startsWith(right) || word[0] !== right[0]) return false;
  let at = 0;
  while (word[at] === right[at]) at += 1;
  const [rest, wanted] = [word.slice(at), right.slice(at)];
  const isSwapped = rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2);
  const isOther = right.length > 6 && rest.length > 1 && rest.slice(1) === wanted.slice(1);
  return isSwapped || isOther || rest.slice(1) === wanted || rest === wanted.slice(1);
}

/** Corrects misspelled days, names and words of events of the calendar, and notes each correction. */
export function correctSpelling(
  text: string,
  calendar: CalendarView,
): { readonly text: string; readonly notes: readonly string[] } {
  const own = [...namesOf(calendar.household).keys(), ...calendar.events().map(({ title }) => title.toLowerCase())];
  const known = new Set([...WORDS, ...own.flatMap((name) => wordsOf(name)).filter((word) => word.length > 5)]);
  const notes: string[] = [];
  const corrected = text.replaceAll(/\p{L}{4,}/gu, (word) => {
    const plain = word.toLowerCase();
    const [stem, end] = /^(.{4,}?)(s?)$/u.exec(plain)?.slice(1) ?? [plain, ""];
    if (known.has(plain) || known.has(stem ?? "")) return word;
    const right = [...known].filter((each) => isTypo(plain, each) || isTypo(stem ?? "", each));
    if (right.length !== 1) return word;
    const found = `${right[0]}${isTypo(plain, right[0] ?? "") ? "" : end}`;
    notes.push(`"${word}" as "${found}"`);
    return found;
  });
  return { text: corrected, notes };
}
