import { CLAIMED, isConnective, type Part, type Sheet } from "./sheet.ts";

/**
 * Words that change the meaning of a request: they deny, limit, order, compare or tell a time. One that no reader claimed was not
 * understood, with what follows it; it is never a part of a title or a note. A title in quotation marks can contain it.
 */
const TELLING = new RegExp(
  `^(?:${"no not don't doesn't won't can't cannot isn't never none nothing instead rather than except unless until till before after every each or if cancel move moved changed remind stop stops stopped quit quits quitting join joins joining kill cancelled canceled delete forget forgot meant actually sorry oops again either maybe perhaps wait what when where who why how which later earlier soon sooner last next this today tomorrow yesterday am pm would were could did although since while during weekly monthly daily yearly twice thrice once times everything anything whatever same but also only just already else bit than rest all".split(" ").join("|")})$`,
  "iu",
);

const IDIOM =
  /^(?:on (?:business|holiday|vacation|duty|call|leave|tour|stage|foot|ice|zoom|teams)|(?:before|after) (?:school|work|breakfast|lunch|dinner))\b/iu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'.:/-]*/gu;
const bare = (word: string): string => word.replace(/[.:/'-]+$/u, "");

/** True for a word that must not become part of a title without being understood. */
export const isTelling = (word: string): boolean => TELLING.test(word) || /^\d+(?:[.,:/]\d+)*\.?$/u.test(word);

/** Words of a text. */
export const wordsOf = (text: string): string[] => text.match(WORD)?.map(bare) ?? [];

/** What the unclaimed words of a new event are: its title, its place, notes, and what was not understood. */
export interface Remaining {
  readonly title: string | null;
  readonly location: string | null;
  readonly notes: readonly string[];
  readonly unread: readonly string[];
}

/** Claims a title in quotation marks or after "called". */
export const readQuoted = (sheet: Sheet): string | null =>
  sheet.take(/(?:\b(?:called|named|titled|as)\s+)?"([^"]{1,100})"/iu)?.[1] ??
  sheet.take(/(?<=\s|^)'(\p{L}[^']{1,100})'(?=\s|$|[,.!?])/iu)?.[1] ??
  sheet.take(/\b(?:called|named|titled)\s+(\p{L}[\p{L}\p{N} ]{0,60})$/iu)?.[1]?.trim() ??
  null;

/**
 * Divides what no reader claimed. The first stretch is the title, and one after a word such as "for" or "with" continues it; one after "at"
 * or "in" is the place. Further stretches are notes, such as "packed lunch", unless one of their words changes the meaning.
 */
export function readRemaining(sheet: Sheet, quoted: string | null): Remaining {
  const [notes, unread]: [string[], string[]] = [[], []];
  let [title, location] = [quoted, null as string | null];
  for (const part of sheet.rest()) {
    // A number within words, as in "grade 3 concert", is one of them.
    const all = [...part.text.matchAll(WORD)];
    const isInside = (word: string, index: number): boolean =>
      /^\d+$/u.test(word) && index > 0 && index < all.length - 1;
    const tells = all.find(
      ({ 0: word, index: at }, index) =>
        !IDIOM.test(part.text.slice(at)) &&
        ((isTelling(bare(word)) && !isInside(bare(word), index)) ||
          // "On the second advent" tells something about the day that follows.
          (/^on$/iu.test(word) && sheet.left[part.at + part.text.length + 1] === CLAIMED)),
    );
    if (tells !== undefined) unread.push(part.text.slice(tells.index));
    const text = tells === undefined ? part.text : part.text.slice(0, tells.index).trim();
    const before = sheet.left.slice(0, part.at);
    const [place, words] = quoted === null && title === null ? placeWithin(text) : placeBefore(before, text);
    const joint = /\b(for|to|with|from|of|about)\s+(?:(?:the|a|an|our|my)\s+)?$/iu.exec(before)?.[1]?.toLowerCase();
    if (words !== "" && title === null) title = words;
    else if (words !== "" && joint !== undefined && quoted === null) title = `${title} ${joint} ${words}`;
    else if (words !== "" || (place !== null && location !== null))
      // "Gate 5" and "8x" tell something that a note would hide.
      (/\d/u.test(text) ? unread : notes).push(clauseOf(sheet, part, text));
    location ??= place;
  }
  return { title: title === null ? null : capital(title), location, notes, unread };
}

/** The clause around a part, with what readers used of it: "grandma watches the kids"; the part itself if its clause has more. */
function clauseOf(sheet: Sheet, { at }: Part, text: string): string {
  const from = Math.max(...[",", ";", ". "].map((mark) => sheet.text.lastIndexOf(mark, at) + 1));
  const clause =
    sheet.text
      .slice(from)
      .split(/[,;]|\. |[.!]*$/u)[0]
      ?.trim() ?? "";
  return from === 0 || clause.length > 60 || /\d/u.test(clause) ? text : clause;
}

/** Place after a title: "at the sports hall". Returns the place and the other words. */
function placeBefore(before: string, text: string): readonly [place: string | null, words: string] {
  const lead = /\b(?:at|in)\s+((?:the|our|my)\s+)?$/iu.exec(before);
  return lead === null ? placeWithin(text) : [`${lead[1] ?? ""}${text}`, ""];
}

function placeWithin(text: string): readonly [place: string | null, words: string] {
  const [, words = "", place = ""] =
    /^(.+?)\s(?:at|@|in(?= (?:the|our|my)\b)) ((?:the |our |my )?\p{L}[\p{L}\p{N}' .-]*)$/iu.exec(text) ?? [];
  return place === "" ? [null, text] : [place, words];
}

/** First letter as a capital, without connectives at the end. */
export function capital(text: string): string {
  const words = text.split(" ");
  while (words.length > 1 && isConnective(words.at(-1) ?? "")) words.pop();
  const title = words.join(" ");
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}
