/** Maximum length of a request, in characters. */
export const MAX_LENGTH = 500;

/** Stands for a claimed character; no pattern matches it. */
export const CLAIMED = "\uE000";

/** Words that mean nothing by themselves. Every other word must be claimed by a reader, or it is named in the answer. */
const CONNECTIVES = new Set(
  "a an the and as for on at with to of in by from is are it its it's has have needs need my our your his her their there this that will be we i'd i'll we'll".split(
    " ",
  ),
);

/** Words that people add to be polite. */
const POLITE =
  /\b(?:please|pls|plz|thanks|thank you|(?:can|could|would|will) (?:you|we)|(?:i|we)(?:'d| would)? (?:like|want|need)(?: you)? to|(?:i|we)(?:'ve| have) got to|let's|hi|hello|hey|kindly|just|simply|ok|okay|right|so that|for me to|turns out(?: that)?|obvs|obviously|apparently|btw|fyi|don't forget(?: that)?|quickly|quick note:?|heads[- ]up:?|also:)\b/giu;

/** A part of the text, with the position of its first character. */
export interface Part {
  readonly at: number;
  readonly text: string;
}

/**
 * A request on which readers claim the words that they used.
 *
 * A claimed word cannot be read again, and what nobody claimed is known at the end. This makes "every word is used or named" a law.
 */
export class Sheet {
  readonly text: string;
  #left: string;

  constructor(text: string) {
    this.text = text;
    this.#left = text;
    this.takeAll(POLITE);
  }

  /** Text in which claimed characters cannot be matched. */
  get left(): string {
    return this.#left;
  }

  /** Claims the first match that `accept` accepts. */
  take(pattern: RegExp | string, accept: (match: RegExpExecArray) => boolean = () => true): RegExpExecArray | null {
    return this.takeAll(pattern, accept, 1)[0] ?? null;
  }

  /** Claims all matches that `accept` accepts. A pattern as text matches whole words. */
  takeAll(
    pattern: RegExp | string,
    accept: (match: RegExpExecArray) => boolean = () => true,
    limit = Number.POSITIVE_INFINITY,
  ): RegExpExecArray[] {
    const source =
      typeof pattern === "string"
        ? `(?<![\\p{L}\\p{N}'])(?<!\\d[./:-](?=\\d))(?:${pattern})(?![\\p{L}\\p{N}])`
        : pattern.source;
    const found: RegExpExecArray[] = [];
    for (const match of this.#left.matchAll(new RegExp(source, "giu")))
      if (found.length < limit && match[0] !== "" && accept(match)) found.push(match);
    for (const { index, 0: text } of found) this.claim({ at: index, text });
    return found;
  }

  /** True if the text matches, claimed or not. */
  says(pattern: RegExp): boolean {
    return pattern.test(this.text);
  }

  claim({ at, text }: Part): void {
    this.#left = this.#left.slice(0, at) + CLAIMED.repeat(text.length) + this.#left.slice(at + text.length);
  }

  /** Returns a claimed part, because nothing used it. */
  release({ at, text }: Part): void {
    this.#left = this.#left.slice(0, at) + this.text.slice(at, at + text.length) + this.#left.slice(at + text.length);
  }

  /** Unclaimed stretches of the text, without connectives and punctuation at their ends. */
  rest(): Part[] {
    return [...this.#left.matchAll(/[^\uE000,;]+/gu)]
      .map(({ index, 0: text }) => trim({ at: index, text }))
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  }
}

/** Alternatives of a pattern with the longest first, so that "as well" is not read as "as". */
export function longestFirst(pattern: string): string {
  const words = pattern.split(/\|(?![^(]*\))/u);
  return words.toSorted((one, other) => other.length - one.length).join("|");
}

/** Pronouns, auxiliaries and verbs such as "make": words that say little about a known event, and nothing that is to be changed. */
export const FUNCTION_WORDS = longestFirst(
  "we'll|i'll|he'll|she'll|they'll|it'll|you'll|we're|they're|i'm|i've|we've|i|me|you|he|she|it|its|they|them|him|us|we|that|that's|this|one|ones|is|it's|he's|she's|are|am|was|were|be|been|being|do|does|did|doing|has|have|had|having|will|would|can|could|shall|should|must|might|let|let's|let us|make|makes|made|get|gets|got|go|goes|going|come|comes|coming|say|said|so|as|of course|actually|really|also|too|as well|again|but|and|both|then|there|here|already|only|just|still|now|really|somebody|someone",
);

const MARKS = String.raw`[\s.,;:!?()"&+-]`;
const WORD = String.raw`[\p{L}\p{N}']`;
const SMALL = `(?:${[...CONNECTIVES].join("|")})`;
const BEFORE = new RegExp(`^(?:${MARKS}|${SMALL}(?!${WORD}))+`, "iu");
const AFTER = new RegExp(`(?:${MARKS}|(?<!${WORD})${SMALL})+$`, "iu");

/** Removes punctuation and connectives from both ends. */
function trim({ at, text }: Part): Part {
  const before = BEFORE.exec(text)?.[0].length ?? 0;
  return { at: at + before, text: text.slice(before).replace(AFTER, "") };
}

/** True for a word that means nothing by itself. */
export const isConnective = (text: string): boolean => CONNECTIVES.has(text.toLowerCase());
