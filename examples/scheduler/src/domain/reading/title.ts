import { isConnective, type Part, type Sheet } from "./sheet.ts";

/**
 * Words that mean something to the request and are therefore never part of a title. If no reader claimed them, they were not
 * understood. A title in quotation marks can contain them.
 */
const NOT_IN_TITLE = new RegExp(
  `^(?:${"no not don't doesn't won't can't cannot never none nothing instead rather than except unless until till before after every each or if cancel move moves moved changes changed remind stop stops stopped quit quits quitting join joins joining comes starts ends begins finishes kill cancelled canceled delete stop stops stopped quit quits quitting join joins joining comes starts ends begins finishes kill cancelled canceled change forget forgot meant actually sorry oops again both either maybe wait what when where who why how which later earlier soon sooner last next this today tomorrow yesterday am pm was were would could should did does do because although since while during weekly monthly daily yearly twice thrice again everything anything whatever same but also then he she they it him them is are be been being".split(" ").join("|")})$`,
  "iu",
);

/** True for a word that must not become part of a title without being understood. */
export const isTelling = (word: string): boolean => NOT_IN_TITLE.test(word) || /^\d+(?:[.,:/]\d+)*\.?$/u.test(word);

/** Words of a text. */
export const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}'.:/-]*/gu)?.map((word) => word.replace(/[.:/'-]+$/u, "")) ?? [];

/** What the unclaimed words of a new event are: its title, its place, and what was not understood. */
export interface Remaining {
  readonly title: string | null;
  readonly location: string | null;
  readonly unread: readonly string[];
}

/** Claims a title in quotation marks or after "called". */
export function readQuoted(sheet: Sheet): string | null {
  const quoted = sheet.take(/(?:\b(?:called|named|titled)\s+)?"([^"]{1,100})"/iu)?.[1];
  return quoted ?? sheet.take(/\b(?:called|named|titled)\s+(\p{Lu}[\p{L}\p{N} ]{0,60})$/u)?.[1]?.trim() ?? null;
}

/** Divides what no reader claimed: one stretch is the title, one that begins with "at" or "in" is the place. */
export function readRemaining(sheet: Sheet, quoted: string | null): Remaining {
  const unread: string[] = [];
  let [title, location] = [quoted, null as string | null];
  for (const part of sheet.rest()) {
    // What follows a word such as "until" was not understood either.
    const tells = [...part.text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'.:/-]*/gu)].find(([word]) =>
      isTelling(word.replace(/[.:/'-]+$/u, "")),
    );
    if (tells !== undefined) unread.push(part.text.slice(tells.index));
    const text = tells === undefined ? part.text : part.text.slice(0, tells.index).trim();
    const place = placeIn(sheet, { at: part.at, text });
    const words = (place === null ? text : text.slice(0, place.index)).trim();
    if (place !== null && (location !== null || (title === null && words === ""))) {
      if (title === null) title = text;
      else unread.push(place.text);
    } else if (place !== null) location = place.text;
    if (words === "" || title === text) continue;
    if (title === null) title = words;
    else unread.push(words);
  }
  return { title: title === null ? null : capital(title), location, unread };
}

/** Place in a stretch: "at the sports hall", "in Oslo". */
function placeIn(sheet: Sheet, { at, text }: Part): { readonly index: number; readonly text: string } | null {
  const before = /\b(?:at|in)\s+(?:(?:the|our|my)\s+)?$/iu.exec(sheet.left.slice(0, at));
  if (before !== null) return { index: 0, text: `${before[0].replace(/^\w+\s+/u, "")}${text}`.trim() };
  const within = /\s(?:at|@|in(?= (?:the|our|my)\b)) ((?:the |our |my )?[\p{L}][\p{L}\p{N}' .-]*)$/iu.exec(text);
  return within === null || within.index === 0 ? null : { index: within.index, text: within[1] ?? "" };
}

/** First letter as a capital. */
export const capital = (text: string): string => {
  const words = text.split(" ");
  while (words.length > 1 && isConnective(words.at(-1) ?? "")) words.pop();
  const title = words.join(" ");
  return title.slice(0, 1).toUpperCase() + title.slice(1);
};
