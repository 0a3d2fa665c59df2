import { isConnective, type Sheet } from "./sheet.ts";

/**
 * Words that mean something to the request and are therefore never part of a title. If no reader claimed them, they were not
 * understood. A title in quotation marks can contain them.
 */
const TELLING = new RegExp(
  `^(?:${"on goes no not don't doesn't won't can't cannot never none nothing instead rather than except unless until till before after every each or if cancel move moved changed remind stop stops stopped quit quits quitting join joins joining kill cancelled canceled delete forget forgot meant actually sorry oops again both either maybe wait what when where who why how which later earlier soon sooner last next this today tomorrow yesterday am pm was were would could should did because although since while during weekly monthly daily yearly twice thrice everything anything whatever same but also then he she they it him them is are be been being bit must".split(" ").join("|")})$`,
  "iu",
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'.:/-]*/gu;
const bare = (word: string): string => word.replace(/[.:/'-]+$/u, "");

/** True for a word that must not become part of a title without being understood. */
export const isTelling = (word: string): boolean => TELLING.test(word) || /^\d+(?:[.,:/]\d+)*\.?$/u.test(word);

/** Words of a text. */
export const wordsOf = (text: string): string[] => text.match(WORD)?.map(bare) ?? [];

/** What the unclaimed words of a new event are: its title, its place, and what was not understood. */
export interface Remaining {
  readonly title: string | null;
  readonly location: string | null;
  readonly unread: readonly string[];
}

/** Claims a title in quotation marks or after "called". */
export const readQuoted = (sheet: Sheet): string | null =>
  sheet.take(/(?:\b(?:called|named|titled|as)\s+)?"([^"]{1,100})"/iu)?.[1] ??
  sheet.take(/(?<=\s|^)'(\p{L}[^']{1,100})'(?=\s|$|[,.!?])/iu)?.[1] ??
  sheet.take(/\b(?:called|named|titled)\s+(\p{L}[\p{L}\p{N} ]{0,60})$/iu)?.[1]?.trim() ??
  null;

/** Divides what no reader claimed: the first stretch is the title, one after "for" or "to" belongs to it, one after "at" or "in" is the place. */
export function readRemaining(sheet: Sheet, quoted: string | null): Remaining {
  const unread: string[] = [];
  let [title, location] = [quoted, null as string | null];
  for (const part of sheet.rest()) {
    // What follows a word such as "until" was not understood either. A number within words, as in "grade 3 concert", is one of them.
    const all = [...part.text.matchAll(WORD)];
    const isInside = (word: string, index: number): boolean =>
      /^\d+$/u.test(word) && index > 0 && index < all.length - 1;
    const tells = all.find(([word], index) => isTelling(bare(word)) && !isInside(bare(word), index));
    if (tells !== undefined) unread.push(part.text.slice(tells.index));
    const text = tells === undefined ? part.text : part.text.slice(0, tells.index).trim();
    const before = sheet.left.slice(0, part.at);
    const [place, words] = quoted === null && title === null ? placeWithin(text) : placeBefore(before, text);
    const joint = /\b(for|to)\s+(?:(?:the|a|an|our|my)\s+)?$/iu.exec(before)?.[1]?.toLowerCase();
    if (title === null) title = words === "" ? null : words;
    else if (words !== "" && joint !== undefined && quoted === null) title = `${title} ${joint} ${words}`;
    else if (words !== "") unread.push(words);
    if (place !== null && location !== null) unread.push(place);
    location ??= place;
  }
  return { title: title === null ? null : capital(title), location, unread };
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
