import words from "../../data/words.json" with { type: "json" };
import { hasAskedForm } from "./answer-kind.ts";
import { namesIn } from "./question.ts";
import { isLight, relatedTerms, termOf, termsOf } from "./words.ts";

const anyOf = (list: string): string => `(?:${list.replaceAll(" ", "|")})`;

/** Years, months, weekdays, and whom or what something is for: "for students". */
const FACTS = [
  /\b(?:1[5-9]|20)\d\d\b/g,
  new RegExp(String.raw`\b${anyOf(words.months)}\b`, "g"),
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b/g,
  /(?<=\bfor (?:(?:an?|the|my|our) )?)\p{Ll}+/gu,
];

/** An ordinal, but not a unit of time or a fraction: "a second", "a third". */
const ORDINAL = new RegExp(String.raw`(?<!\b(?:an?|per|each|every|one|\d) )\b${anyOf(words.ordinals)}\b`, "gi");

const found = (text: string, pattern: RegExp): readonly string[] => text.match(pattern) ?? [];

/** Returns the ordinals of a question that a passage lacks, and its dates if the passage has only others. The headings may also contain a date. */
export function contradicted(question: string, passage: string, headings: string): readonly string[] {
  const around = `${passage} ${headings}`;
  const stated = new Set(termsOf(around));
  const isStated = (term: string): boolean => [term, ...relatedTerms(term)].some((one) => stated.has(one));
  const isOther = (word: string): boolean =>
    !around.includes(word) && termsOf(word).every((term) => !isLight(term) && !isStated(term));
  const facts = FACTS.filter((pattern) => found(passage, pattern).length > 0);
  const ordinals = found(passage.toLowerCase(), ORDINAL);
  return [
    ...facts.flatMap((pattern) => found(question, pattern).filter(isOther)),
    ...found(question, ORDINAL).filter((word) => !ordinals.includes(word.toLowerCase())),
  ];
}

/** Returns the terms of the names in a question that a text has neither as they are spelled nor, with a capital, in another form: "Windows" and "windows", not "window". */
export function lackedNames(question: string, text: string): readonly string[] {
  const said = [...new Set(found(text, /[\p{L}\p{N}]+/gu))];
  const isNamed = (name: string): boolean =>
    said.some(
      (word) => word.toLowerCase() === name.toLowerCase() || (/^\p{Lu}/u.test(word) && termOf(word) === termOf(name)),
    );
  return termsOf(
    namesIn(question)
      .filter((name) => !isNamed(name))
      .join(" "),
  );
}

/** What a question asks for: the word before a verb in "What color is …". */
const THING =
  /^(?:\p{L}+ )?(?:what|which) (?:\p{L}+ ){0,2}?(\p{L}+) (?:is|are|was|were|do|does|did|can|could|may|must|should|will|has|have|had)\b/iu;

/** Returns the terms of the thing that a question "What X is …" or "Which X does …" asks for; none for any other question. */
export const askedThing = (question: string): readonly string[] => termsOf(THING.exec(question)?.[1] ?? "");

/** True for a question "When …" and a sentence whose part about its topic has no time, although another part has one. */
export function hasOtherTime(question: string, passage: string): boolean {
  const topic = termsOf(question).filter((term) => !isLight(term));
  const parts = passage.split(/[;:] |, (?:and|but) /);
  const about = parts.filter((part) => termsOf(part).some((term) => topic.includes(term)));
  const isTime = (part: string): boolean => hasAskedForm(question, part) !== false;
  return /^(?:\w+ )?when\b/i.test(question) && about.length > 0 && !about.some(isTime);
}

/** What a question counts: the words before a verb, or the first one. */
const COUNTED =
  /\bhow many (?:of (?:the|these|those) |different |other )?((?:[\p{L}-]+ ){1,3}?(?=(?:is|are|was|were|do|does|did|can|could|may|might|must|should|will|has|have|had)\b)|[\p{L}-]+)/iu;
const NUMBER = new RegExp(String.raw`^(?:\d[^:]*|${anyOf(words.numbers)}(?:-\w+)?)$`, "i");
const UNIT = new RegExp(String.raw`^(?:°.*|%|${anyOf(words.units)})$`, "i");

/** True for a question "How many X" and a passage without a number beside X, or beside one of the other words for it. */
export function lacksCount(question: string, passage: string, others: readonly string[]): boolean {
  const counted = [...termsOf(COUNTED.exec(question)?.[1] ?? ""), ...others];
  if (!COUNTED.test(question) || counted.length === 0) return false;
  const wanted = new Set(counted.flatMap((term) => [term, ...relatedTerms(term)]));
  const isThing = (word: string): boolean => termsOf(word).some((term) => wanted.has(term));
  return !passage.split(/[;!?\n|]+|\.\s/).some((clause) => {
    const said = found(clause, /[\p{L}\p{N}°%]+(?:[.,:'’-][\p{L}\p{N}]+)*/gu);
    return said.some((word, at) => {
      const isBefore = !UNIT.test(said[at + 1] ?? "") && said.slice(Math.max(0, at - 3), at).some(isThing);
      if (/^(?:once|twice)$/i.test(word)) return counted.includes("time");
      return NUMBER.test(word) && (isBefore || said.slice(at + 1, at + 3).some(isThing));
    });
  });
}
