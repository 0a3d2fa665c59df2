import { CLAIMED, isSmall, numberOf, type Part, type Sheet, wordsOf } from "@tidemark/reading";

/**
 * Words that change the meaning of a request, by what they do. One that no reader claimed was not understood, with what follows it: it is
 * asked about, and is never a part of a title or a note. A title in quotation marks can contain it.
 */
const TELLING = {
  denies: "no not don't doesn't won't can't cannot isn't never none nothing without",
  limits: "except unless until till before after since while during only just else including excluding",
  orders:
    "cancel move moved changed remind stop stops stopped quit quits join joins joining kill cancelled canceled delete forget",
  acts: "let goes go gets makes made takes says said did was were would could makes",
  compares:
    "instead rather than later earlier soon sooner same again also but although though bit more less longer shorter",
  counts:
    "every each both all once twice thrice times weekly monthly daily yearly fortnightly biweekly rest everything anything whatever",
  dates: "next last this today tomorrow yesterday week weeks month months fortnight am pm",
  asks: "what when where who why how which if or either maybe perhaps meant actually sorry oops wait",
};
const ALL = new Set(Object.values(TELLING).flatMap((words) => words.split(" ")));

/** True for a word that must not become part of a title without being understood, such as "until" or a number. */
export const isTelling = (word: string): boolean =>
  ALL.has(word.toLowerCase()) || numberOf(word) > 1 || /^\d+(?:[.,:/]\d+)*\.?$/u.test(word);

/** "Sam on holiday Tue-Thu" names a state, and "on the second advent" a day that was not understood. */
const AWAY = /^on (?:business|holiday|vacation|leave|call|duty)\b/iu;

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
  sheet.take(/\b(?:called(?! off)|named|titled)\s+(\p{L}[\p{L}\p{N} ]{0,60})$/iu)?.[1]?.trim() ??
  null;

/**
 * Divides what no reader claimed. The first stretch is the title, and one after a word such as "for" or "with" continues it; one after "at"
 * or "in" is the place. Further stretches are notes, such as "packed lunch", unless one of their words changes the meaning.
 */
export function readRemaining(sheet: Sheet, quoted: string | null): Remaining {
  const [notes, unread]: [string[], string[]] = [[], []];
  let [title, location] = [quoted, null as string | null];
  for (const part of sheet.rest()) {
    const tells = firstTelling(part, sheet);
    if (tells !== null) unread.push(part.text.slice(tells));
    const text = tells === null ? part.text : part.text.slice(0, tells).trim();
    const before = sheet.left.slice(0, part.at);
    const [place, words] = placeOf(title === null ? "" : before, text);
    const joint = /\b(for|to|with|from|of|about)\s+(?:(?:the|a|an|our|my)\s+)?$/iu.exec(before)?.[1]?.toLowerCase();
    if (words !== "" && title === null) title = words;
    else if (words !== "" && joint !== undefined && quoted === null) title = `${title} ${joint} ${words}`;
    else if (words !== "" || (place !== null && location !== null)) (isClause(part, sheet) ? notes : unread).push(text);
    location ??= place;
  }
  return { title: title === null ? null : capital(title), location, notes, unread };
}

/** True for words between commas, such as "packed lunch", also with a time: "film at 15:15". Others, and "gate 5", tell something. */
const isClause = ({ at, text }: Part, sheet: Sheet): boolean =>
  !/\d/u.test(text) &&
  /[,;.!(]\s*(?:and )?$/u.test(sheet.text.slice(0, at)) &&
  /^[:\s]*(?:[,;.!)]|$)/u.test(after(text, sheet).slice(at + text.length));

/** Text without what was claimed, unless small words join it to the words. */
const after = (words: string, { text, left }: Sheet): string =>
  wordsOf(words).some(isSmall) ? text : left.replaceAll(CLAIMED, " ");

/** Where the first word begins that tells something; null without one. A number within words, as in "grade 3 concert", does not count. */
function firstTelling({ at, text }: Part, sheet: Sheet): number | null {
  const found = [...text.matchAll(/[^\s"(),;!?]+/gu)].find(({ index, 0: word }) => {
    const end = index + word.length;
    const isInside = /^\d+$/u.test(word) && index > 0 && end < text.length;
    const isBeforeDate = /^on$/iu.test(word) && sheet.left[at + text.length + 1] === CLAIMED;
    const tells = wordsOf(word).some(isTelling) && !isInside;
    return !AWAY.test(text.slice(index)) && (tells || isBeforeDate);
  });
  return found?.index ?? null;
}

/** Place within a title, or after it: "at the sports hall". Returns the place and the other words. */
function placeOf(before: string, text: string): readonly [place: string | null, words: string] {
  const lead = /\b(?:at|in)\s+((?:the|our|my)\s+)?$/iu.exec(before);
  if (lead !== null) return [`${lead[1] ?? ""}${text}`, ""];
  const [, words = "", place = ""] =
    /^(.+?)\s(?:at|@|in(?= (?:the|our|my)\b)) ((?:the |our |my )?\p{L}[\p{L}\p{N}' .-]*)$/iu.exec(text) ?? [];
  return place === "" ? [null, text] : [place, words];
}

/** First letter as a capital, without small words at the end. */
export function capital(text: string): string {
  const words = text.split(" ");
  while (words.length > 1 && isSmall(words.at(-1) ?? "")) words.pop();
  const title = words.join(" ");
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}
