// cspell:ignore doors
import { CLAIMED, isSmall, MONTH, numberOf, type Part, type Sheet, WEEKDAY, wordsOf } from "@tidemark/reading";

/**
 * Words that change the day, the time, the people or the kind of a request, by what they do. One that no reader claimed was not
 * understood, with what follows it: it is asked about, and is never a part of a title or a note. A title in quotation marks can contain it.
 */
const TELLING = {
  denies: "no not don't doesn't won't can't cannot isn't aren't never none nothing without",
  limits: "except unless until till before after only excluding",
  orders:
    "cancel move moved moves remove changed reschedule postpone remind stop stops stopped quit quits join joins joining kill cancelled canceled delete forget skip",
  acts: "let makes pause pauses paused ends ended",
  compares: "bit instead rather later earlier soon sooner same again longer shorter",
  counts:
    "every each both all once twice thrice times weekly monthly daily yearly fortnightly biweekly rest everything anything whatever repeat repeats recur",
  dates: "weekday next last today tomorrow yesterday week weeks month months fortnight",
  refers: "hers theirs yours fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
  asks: "what when why how if either maybe might perhaps meant actually sorry oops wait or",
};
const ALL = new Set(Object.values(TELLING).flatMap((words) => words.split(" ")));
const DATE = new RegExp(`^(?:${WEEKDAY}s?|${MONTH})$`, "iu");
/** Also names and verbs. */
const NO_DATE = /^(?:may|march|mar|sat|sun|jan|april|june|august)$/iu;

/** True for a word that must not become part of a title without being understood, such as "until" or a number. */
export const isTelling = (word: string): boolean =>
  ALL.has(word.toLowerCase()) ||
  (DATE.test(word) && !NO_DATE.test(word)) ||
  numberOf(word) > 1 ||
  /^\d+(?:[.,:/]\d+)*\.?$/u.test(word);

/** What the unclaimed words of a new event are: its title, its place, notes, and what was not understood. */
export interface Remaining {
  readonly title: string | null;
  /** True if the title is not one stretch of the text, or lost words of it. */
  readonly isAssembled: boolean;
  readonly location: string | null;
  readonly notes: readonly string[];
  readonly unread: readonly string[];
}

/** Claims a title in quotation marks or after "called". */
export const readQuoted = (sheet: Sheet): string | null =>
  sheet.take(/(?:\b(?:called|named|titled|as)\s+)?"([^"]{1,100})"/iu)?.[1] ??
  sheet.take(/(?<=\s|^)'(\p{L}[^']{1,100})'(?=\s|$|[,.!?])/iu)?.[1] ??
  sheet
    .take(
      /(?<!\b(?:she|he|they)(?:'?s|'?re| is| are) )\b(?:called(?! off)|named|titled)\s+(\p{L}[\p{L}\p{N} ]{0,60})$/iu,
    )?.[1]
    ?.trim() ??
  null;

/** Subject and auxiliary before what a statement is about: "we are", "is going to", "I've got". */
const AUXILIARY =
  /^(?:(?:(?:he|she|they|we|i|you|it)(?:'(?:s|re|ll|m|ve|d))?|is|are|am|was|has|have|had|got|will|be|does|can|could|goes|going|needs?|starts|begins|must|should|been invited|just|also|then|so)(?: to| on)? )+(?=\p{L})/iu;
/** Words of a sentence rather than of a name. A title with one of them is said, and `--yes` does not write it. */
export const SENTENCE =
  /(?<!-)\b(?:i|we|he|she|they|you|it|that|which|there|is|are|was|has|have|got|will|can|\p{L}+n't|'(?:ll|ve|re)|off|because|since|instead|doors?|begins?|starts?|ends?|lol|mind|like|really)\b/iu;
/** "Sam on holiday Tue-Thu" names a state, and "on the third market Sunday" a day that was not understood. */
const AWAY = /^on (?:business|holidays?|vacation|leave|call|duty|tour|tv|zoom|teams|skype|the phone)\b/iu;
/** "Grandma visits" is called so. */
const ACTS =
  /^(?:visit(?:s|ing)|babysit(?:s|ting)|stay(?:s|ing)|sleeps over|cooks|travels|performs|plays|sings|works)\b/iu;
/** Words with which a remark begins that is not what the event is called. */
const REMARK = /^(?:because|since|as|so|but|although|though|while|note|ps)\b/iu;
/** Words with which a later stretch continues the title. */
const LINK = /\b(?:for|to|with|from|of|about)\s+(?:(?:the|a|an|our|my)\s+)?$/iu;
/** "Noah & Emma are at". */
const SUBJECT_AT = /((?:\p{L}+(?:, ?|,? and | ?[&+] ?))*(\p{L}+))(?:'s| is| are| will be)? (at|in) (?:the )?$/iu;

/**
 * Divides what no reader claimed. The first stretch is the title, and one after a word such as "for", or after a name, continues it; one
 * after "at" or "in" is the place. Further stretches are kept as notes: a remark such as "the teacher is sick" or "room 2B" changes
 * nothing. A word that could change something is asked about.
 */
export function readRemaining(sheet: Sheet, quoted: string | null, names: ReadonlyMap<string, unknown>): Remaining {
  const [notes, unread]: [string[], string[]] = [[], []];
  let [title, location] = [quoted, null as string | null];
  let end: number | null = null;
  let isAssembled = false;
  const isName = (word: string): boolean => names.has(word.toLowerCase());
  /** What joins a stretch to the title: small words and names, or else the word before it. */
  const linkOf = (gap: string, before: string): string | null => {
    const isNear = /^[^,;.!?(]+$/u.test(gap) && wordsOf(gap).every((word) => isSmall(word) || isName(word));
    if (isNear) return gap;
    const [link] = LINK.exec(before) ?? [];
    // In "dentist, don't forget to bring the card" another clause begins.
    const isApart = /[.;!?(]|,.*\bto\s+$/u.test(gap);
    return link === undefined || isApart ? null : ` ${link.toLowerCase()}`;
  };
  for (const part of sheet.rest()) {
    const tells = firstTelling(part, sheet);
    if (tells !== null) unread.push(part.text.slice(tells));
    const text = tells === null ? part.text : part.text.slice(0, tells).trim();
    const before = sheet.left.slice(0, part.at);
    const [place, words] = placeOf(title === null ? "" : before, text);
    const gap = sheet.text.slice(end ?? part.at, part.at);
    const link = title === null || quoted !== null ? null : linkOf(gap, before);
    const [, list = "", subject = "", at = ""] = SUBJECT_AT.exec(sheet.text.slice(0, part.at)) ?? [];
    if (words !== "" && title === null && isName(subject)) {
      // "The kids are at Ruth's".
      title = `${list} ${at} ${words}`;
      location = words;
    } else if (words !== "" && title === null && !REMARK.test(words)) {
      const isOn = /\bon $/iu.test(before) && AWAY.test(`on ${words}`);
      const [, who = ""] = /^\W*(\p{L}+) $/u.exec(sheet.text.slice(0, part.at)) ?? [];
      const isActor = isName(who) && ACTS.test(words);
      title = `${isActor ? `${who} ` : ""}${isOn ? "on " : ""}${words.replace(AUXILIARY, "").replace(/^(?:about|of) (?=\p{L})/iu, "")}`;
      // "New Year's Eve at the cabin" has no other title than a place.
      isAssembled = AUXILIARY.test(words) || /\b(?:at|in) (?:(?:the|our|my) )?$/iu.test(before);
    } else if (words !== "" && link !== null) {
      title = `${title ?? ""}${link}${words}`;
      isAssembled ||= link !== gap;
    } else if (words !== "" || (place !== null && location !== null)) notes.push(text);
    end = words === "" && title === null ? null : part.at + text.length;
    location ??= place;
  }
  const name = title === null ? null : capital(title);
  isAssembled ||= quoted === null && SENTENCE.test(`${name ?? ""} ${location ?? ""}`);
  return { title: name, isAssembled, location, notes, unread };
}

/** Where the first word begins that tells something; null without one. "Grade 3 concert", "room 12" and "20 cupcakes" have harmless numbers. */
function firstTelling({ at, text }: Part, sheet: Sheet): number | null {
  const found = [...text.matchAll(/[^\s"(),;!?]+/gu)].find(({ index, 0: word }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + word.length)];
    // "The kids have no school".
    if (/^no$/iu.test(word) && index === 0 && wordsOf(sheet.left.slice(0, at)).every(isSmall)) return false;
    // "Room 12", "grade 3 concert" and "ten girls" tell no time.
    const isLabel = /\p{L}{3} $/u.test(before) && (LABEL.test(before) || after !== "");
    if ((/^\d+$/u.test(word) && isLabel) || (numberOf(word) > 1 && COUNTED.test(after))) return false;
    // "After school" limits nothing.
    if (/^(?:before|after)$/iu.test(word)) return !/^ \p{L}{3}/u.test(after) || wordsOf(after).some(isTelling);
    const isBeforeDate =
      /^on$/iu.test(word) && !AWAY.test(text.slice(index)) && sheet.left[at + text.length + 1] === CLAIMED;
    return wordsOf(word).some(isTelling) || isBeforeDate;
  });
  return found?.index ?? null;
}
/** A noun after a number, and no unit of time. */
const COUNTED = /^ (?!(?:min|hour|hr|day|night|week|month|year|time|and|or|to|on|in|at|for|with|sharp)s?\b)\p{L}{3}/iu;
const LABEL = /\b(?:room|gate|hall|grade|class|court|platform|track|bus|line|number|no|floor|table|seat|team) $/iu;

/** Verbs of which "in" is a part: "hand in the forms". */
const PARTICLE = /\b(?:hand|turn|check|fill|drop|send|bring|log|sign|put|take|get|call|move)$/iu;

/** Place within a title, or after it: "at the sports hall". Returns the place and the other words. */
function placeOf(before: string, text: string): readonly [place: string | null, words: string] {
  const lead = /\b(?:at|in)\s+((?:the|our|my)\s+)?$/iu.exec(before);
  if (lead !== null) return [`${lead[1] ?? ""}${text}`, ""];
  const [, words = "", place = ""] =
    /^(.+?)\s(?:at|@|in(?= (?:the|our|my)\b)) ((?:the |our |my )?\p{L}[\p{L}\p{N}' .-]*)$/iu.exec(text) ?? [];
  return place === "" || PARTICLE.test(words) ? [null, text] : [place, words];
}

/** First letter as a capital, without small words at the end. */
export function capital(text: string): string {
  const words = text.split(" ");
  while (words.length > 1 && (isSmall(words.at(-1) ?? "") || words.at(-1) === "but")) words.pop();
  const title = words.join(" ");
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}
