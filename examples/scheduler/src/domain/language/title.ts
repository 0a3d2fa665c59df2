import type { RequestText } from "./request-text.ts";

const maxTitleLength = 80;

const LEAD =
  "(?:[\\p{P}\\s]+|(?:and|or|also|then|the|a|an|on|at|in|from|by|to|of|for|with|it|it's|it is|is|are|that|this|which|will be|be|there's|there is|please|thanks|some|any|so|but|until|till|sometime|around|about|starting|each|every|has|have|needs|need|wants|wants to|goes to|going to|is going to|'s|i|we|she|he|they|its)(?![\\p{L}\\p{N}']))";
const TAIL =
  "(?:[\\p{P}\\s]+|(?<![\\p{L}\\p{N}'])(?:and|or|also|then|the|a|an|on|at|in|from|by|to|of|for|with|it|it's|is|are|that|this|which|will be|be|please|thanks|so|but|until|till|sometime|around|about|starting|starts|lasting|each|every|has|have|needs|need|will need|is needed|are needed|via|using|my|our|her|his|their|plus|i|we|she|he|they|both|too))";

const leading = new RegExp(`^${LEAD}`, "iu");
const trailing = new RegExp(`${TAIL}$`, "iu");
/** In later fragments, a preposition belongs to the following words: "lunch … with grandma". */
const laterLeading =
  /^(?:[\p{P}\s]+|(?:and|or|also|then|it|it's|is|are|that|which|will be|be|please|thanks|so|but|until|till|sometime|starting|each|every|i|we|she|he|they|but|also|the|a|an)(?![\p{L}\p{N}']))/iu;

/** Removes matches repeatedly; the limit keeps the time linear for hostile text. */
function strip(text: string, pattern: RegExp): string {
  let left = text;
  for (let round = 0; round < 60; round += 1) {
    const next = left.replace(pattern, "");
    if (next === left) return left;
    left = next;
  }
  return left;
}

/** Trims punctuation and connecting words at the end of a title; emoji and brackets stay. */
const trimEnd = (fragment: string): string => {
  const kept = /[)\]"']$/u.test(fragment) && /[(["']/u.test(fragment) ? fragment : strip(fragment, trailing);
  return kept.trim();
};

/**
 * Builds a title from the words that were not read otherwise: "Soccer practice", in sentence case, at most 80 characters.
 *
 * Null if no letters or digits are left.
 */
export function readTitle(text: RequestText): string | null {
  const sentence = firstSentence(text.fragments);
  const parts: string[] = [];
  for (const fragment of sentence) {
    const stripped = trimEnd(strip(fragment, parts.length === 0 ? leading : laterLeading));
    if (/[\p{L}\p{N}]/u.test(stripped)) parts.push(stripped);
    else if (/\p{Extended_Pictographic}/u.test(stripped)) parts.push(stripped);
  }
  const joined = parts
    .join(" ")
    .replace(/ +/g, " ")
    .replace(/ ([,.;:!?])/g, "$1")
    .trim();
  return finishTitle(joined);
}

/** Finishes a title; null if it has no letters or digits. */
export function finishTitle(raw: string): string | null {
  const text = shorten(raw.trim());
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  const isShouted = !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) > 4;
  const calm = isShouted ? text.toLowerCase() : text;
  return calm.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

function shorten(text: string): string {
  if (text.length <= maxTitleLength) return text;
  const cut = text.slice(0, maxTitleLength - 1).replace(/\p{Cs}$/u, "");
  const space = cut.lastIndexOf(" ");
  return `${space > 20 ? cut.slice(0, space) : cut}…`;
}

/** Text after the first sentence is a remark, not part of the title. */
function firstSentence(fragments: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const fragment of fragments) {
    const end = /[.!?;](?= |$)/.exec(
      fragment.replace(/\b(?:dr|mr|mrs|ms|st|vs|no)\./gi, (title) => title.replace(".", "_")),
    );
    const part = end === null ? fragment : fragment.slice(0, end.index);
    kept.push(part);
    const hasWords = kept.some((text) => /[\p{L}\p{N}]/u.test(strip(text, leading)));
    if (end !== null && hasWords) break;
    if (end !== null) kept.push(fragment.slice(end.index + 1));
  }
  return kept;
}
