/** Words that say nothing about which event is meant. */
const SMALL = /^(?:the|a|an|my|our|all|every|each|any|of|event|events|appointment|date|dates)$/;

/** Words of a text in the form in which they are compared: "Swimming lessons" as "swimming" and "lesson". */
export const titleWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !SMALL.test(word))
    .map((word) => word.replace(/(?<=..)s$/, ""));

/** True if a title has all words that are asked for. */
export function hasWords(title: string, asked: string): boolean {
  const words = new Set(titleWords(title));
  return titleWords(asked).every((word) => words.has(word));
}
