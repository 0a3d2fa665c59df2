import { CLAIMED, type Days, NUMBER, numberOf, type Part, type Sheet, wordsOf } from "@tidemark/reading";
import type { Request } from "../request.ts";
import { CHANGE_WORDS } from "./change-words.ts";
import { RULE_DAYS } from "./repeat.ts";
import { isTelling } from "./title.ts";

export const LEAD =
  /^(?:(?:god|no|nope|nah|not quite|sorry|oops|wait|hmm|ah|oh|uh|um|actually|rather|well|yes|yeah|ok|but|and|also|better|instead|please|my mistake|silly me|hold on|hang on|of course|am i mad|oh dear|hm+)\b[\s,.!-]*)+/iu;
/** Words that mean nothing in a correction, or talk about the mistake. */
export const TALK = `${CHANGE_WORDS} sorry oops wait hang hmm ah oh uh um rather well yes yeah ok better instead meant mean fact bad mistake fault error date title name change keep move push shift bring put set want prefer use who who's how about repeat repeats repeating add include invite leave drop remove drive drives driving forward join joins joining along more right correct wrong week person best fine good enough long thing work works want stay staying rather course mad hear heard says say plans talking thinking kids they're takes lasting let's enough said actually should be it'll turns sry soz already lol please first leaves leaving`;
export const ONCE =
  "(?:just |only )?(?:once|this one time|one time|one[- ]time|this once)(?: only)?|not every (?:week|day|month|year)|one[- ]off";
/** A clause about the past. */
export const REASON =
  /(?<=[,.;!] )[^,.;!]*\b(?:was|were|had|did|went)\b[^,.;!]*\b(?:ago|yesterday|last (?:week|month|year))\b/iu;
export const WHOLE_DAY =
  "(?:the )?(?:time )?(?:does not|doesn?'?t) matter(?: when)?|(?:just )?(?:put (?:it )?)?on the day";
export const BEGINS = /\b(?:starts?|starting|begins?|beginning|first (?:one|time|lesson|class|session))\b/iu;
/** The end of what takes several days: "she leaves on Saturday". */
export const LEAVES = /\b(?:leaves?|leaving|ends?|ending|finish(?:es)?|goes home|(?:is |are )?back)\b/iu;
/** Who or what is asked about: a text that begins so is a correction. */
export const SUBJECT = /^\W*(?:he|she|it|they|that)(?:'s|'ll|'re)?\b/iu;
export const SKIP =
  /^\s*(?:leave (?:it|that|them) out|ignore (?:it|that|them)|without (?:it|that)|skip that)[.!]*\s*$/iu;
export const THANKS = /^\s*(?:ok(?:ay)?,? )?(?:thanks|thank you|thx|ty)[.!]*\s*$/iu;
export const NEW = /^\W*(?:it's |it is |as )?(?:an? )?(?:new|another)(?: (?:one|event))?\W*$/iu;
export const NAMED =
  /\b(?:call it|name it|titled|rename it(?: to)?|(?:change |set )?(?:the )?(?:title|name) (?:is|to|should be))\s+(.{1,60}?)[.!]*$/iu;

/** "5" alone answers a question about the time. */
export const bareHour = (text: string): string =>
  text
    .replace(
      /^((?:no|sorry|actually|i meant|i mean|i said|make (?:it|that)|oops|wait|not .+,|,|\s)*)(\d{1,2}(?:\s?(?:-|to)\s?\d{1,2})?)(?=(?: (?:actually|please|instead|then|rather|is (?:better|fine|ok)))?[.!]*$)/iu,
      "$1at $2",
    )
    .replace(/((?:\b(?:say|but|rather|make it|better)|\p{L},) )(\d{1,2}(?:[.:]\d\d)?)(?=[.!]*$)/iu, "$1at $2");

/** "8 weeks only" of a series with one day a week. */
export function weeksOf(repeat: Request["repeat"], sheet: Sheet): number | null {
  const isWeekly = repeat !== null && /^FREQ=WEEKLY;(?!INTERVAL)BYDAY=\p{L}\p{L}(?:;|$)/u.test(repeat.rule);
  const weeks = isWeekly
    ? sheet.take(`(?:only )?(${NUMBER}) weeks?(?: (?:only|long))?(?! (?:later|earlier|from|after))`)
    : null;
  return weeks === null ? null : numberOf(weeks[1] ?? "");
}

/** True for a day on which a series takes place. */
export const isDayOf = (repeat: Request["repeat"], day: Days | undefined): boolean =>
  day?.kind === "day" &&
  day.problem === null &&
  (/BYDAY=([A-Z,]+)/u.exec(repeat?.rule ?? "")?.[1] ?? "")
    .split(",")
    .includes(RULE_DAYS[day.first.dayOfWeek - 1] ?? "");

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** Position that "2" or "the second one" names, from 0; -1 without one. */
export function positionIn(text: string): number {
  const [, digit, word = ""] = /^\W*(?:the )?(?:(?:number |no\.? |#)?(\d)|(\p{L}+))(?: one)?\W*$/iu.exec(text) ?? [];
  return digit === undefined ? ORDINALS.indexOf(word.toLowerCase()) : Number(digit) - 1;
}

/** True for a reason or another remark: a clause in which nothing was read. */
export function isRemark({ at, text }: Part, { text: whole, left }: Sheet): boolean {
  const start = Math.max(...[",", ".", ";", "!", "?"].map((mark) => whole.lastIndexOf(mark, at))) + 1;
  const end = at + (/^[^,.;!?]*/u.exec(whole.slice(at))?.[0].length ?? 0);
  const isOpposite = /\b(?:other|opposite|reverse|different)\b/iu.test(text);
  return !left.slice(start, end).includes(CLAIMED) && !wordsOf(text).some(isTelling) && !isOpposite;
}
