import { termOf, wordsOf } from "./words.ts";

/** Largest distance of two terms of a pair, in terms. */
const NEAR = 3;

const sequenceOf = (text: string): readonly string[] => wordsOf(text).flatMap((word) => termOf(word) ?? []);

/** Share of the neighboring terms of a question that are near each other in a text, in any order; 1 for a question of one term. */
export function sharedPairs(question: string, text: string): number {
  const asked = sequenceOf(question);
  const terms = sequenceOf(text);
  const isNear = (one: string, other: string): boolean =>
    terms.some((term, at) => term === one && terms.slice(Math.max(0, at - NEAR), at + NEAR + 1).includes(other));
  const pairs = asked.slice(1).map((term, at) => isNear(asked[at] ?? "", term));
  return pairs.length === 0 ? 1 : pairs.filter(Boolean).length / pairs.length;
}
