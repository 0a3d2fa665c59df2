/** Range of the day, in minutes since midnight. */
export interface MinuteRange {
  readonly start: number;
  readonly end: number;
}

const hours = (start: number, end: number): MinuteRange => ({ start: start * 60, end: end * 60 });

/** Condition for a bare "night" as a part of the day: after a day or preposition. After a noun it belongs to it: "date night". */
const STANDALONE = "(?<=(?:^|[\\uE000,;(]|\\b(?:the|this|in|at|every|each|on|or|and|of|all)) ?)";

/** Parts of the day as hours of the wall clock; longer phrases come first. */
export const dayParts: readonly { readonly words: string; readonly range: MinuteRange }[] = [
  { words: "first thing(?: in the morning)?", range: hours(7, 9) },
  { words: "early (?:in the )?morning", range: hours(7, 9) },
  { words: "late (?:in the )?morning", range: hours(10, 12) },
  { words: "(?:early (?:in the )?afternoon)", range: hours(12, 14) },
  { words: "late (?:in the )?afternoon", range: hours(15, 18) },
  { words: "early (?:in the )?evening", range: hours(17, 19) },
  { words: "late (?:in the )?evening", range: hours(20, 22) },
  { words: "before school", range: hours(7, 8.5) },
  { words: "after school", range: hours(15, 18) },
  { words: "before work", range: hours(7, 9) },
  { words: "after work", range: hours(17, 20) },
  { words: "before breakfast", range: hours(7, 8) },
  { words: "after breakfast", range: hours(8, 10) },
  { words: "before lunch", range: hours(10, 12) },
  { words: "after lunch", range: hours(13, 15) },
  { words: "before (?:dinner|supper)", range: hours(16, 18) },
  { words: "after (?:dinner|supper)", range: hours(19, 22) },
  { words: "(?:at |around |over |during )?lunch[- ]?time", range: hours(12, 14) },
  { words: "(?:over|during|at) lunch", range: hours(12, 14) },
  { words: "(?:at |by )?(?:the )?end of (?:the )?day", range: hours(16, 18) },
  { words: `(?:(?:in|during) the |${STANDALONE})mornings?`, range: hours(7, 12) },
  { words: `(?:(?:in|during) the |${STANDALONE})afternoons?`, range: hours(12, 17) },
  { words: `(?:(?:in|during) the |${STANDALONE})evenings?`, range: hours(17, 21) },
  { words: `(?:in the |at |${STANDALONE})nights?`, range: hours(18, 22) },
];

/** Titles that imply a half of the day, so that "dinner at 8" is in the evening. */
const morningWords = /\b(?:breakfast|sunrise|school run|church|mass|assembly)\b/i;
const eveningWords =
  /\b(?:dinner|supper|movies?|film|cinema|theat(?:re|er)|concert|gig|party|drinks|cocktails|(?:date|game|games|movie|quiz|poker|family|parents'?) (?:night|evening)|bedtime|sleepover|fireworks|opera)\b/i;

/** Half of the day implied by the words of a request, for a bare hour; null if they imply none. */
export const halfOfDay = (words: string): "am" | "pm" | null =>
  eveningWords.test(words) ? "pm" : morningWords.test(words) ? "am" : null;
