/** A part of a text, with the position of its first character. */
export interface Part {
  readonly at: number;
  readonly text: string;
}

/** What a part of a text says about the words before it, such as "until" or "instead of". */
export interface Role {
  /** In lower case; empty without one. */
  readonly role: string;
}

/** Stands for a claimed character; no pattern matches it. */
export const CLAIMED = "\uE000";

/** Words that mean nothing by themselves. */
const SMALL = new Set(
  "a an the and as for on at with to of in by from is are it its it's has have needs need my our your his her their there this that will be we i'd i'll we'll".split(
    " ",
  ),
);

/** What people add to be polite. */
const POLITE =
  /\b(?:please|pls|plz|thanks|thx|thank you|cheers|(?:can|could|would|will) (?:you|we)|(?:i|we)(?:'d| would)? (?:like|want|need)(?: you)? to|(?:i|we)(?:'ve| have) got to|let's|i(?:'m| am) afraid(?: that)?|hi|hello|hey|kindly|just|simply|ok|okay|btw|fyi|(?:do not|don't|not) forget(?: that)?)\b/giu;

const WORD = /(?<!\uE000')[\p{L}\p{N}][\p{L}\p{N}'.:/-]*/gu;

const bare = (word: string): string => word.replace(/[.:/'-]+$/u, "");

/** Words of a text, without the punctuation at their ends. */
export const wordsOf = (text: string): string[] => text.match(WORD)?.map(bare) ?? [];

/** True for a word that means nothing by itself, such as "the". */
export const isSmall = (word: string): boolean => SMALL.has(word.toLowerCase());

/** Text as a pattern that matches it. */
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/**
 * A text on which readers claim the words that they used.
 *
 * A claimed word cannot be read again, and what nobody claimed is known at the end. This makes "every word is used or named" a law.
 */
export class Sheet {
  readonly text: string;
  readonly #small: ReadonlySet<string>;
  #left: string;

  /** `small` are further words that mean nothing by themselves. */
  constructor(text: string, { small = "" }: { readonly small?: string } = {}) {
    this.text = text;
    this.#small = new Set([...SMALL, ...small.split(" ")]);
    this.#left = text;
    this.takeAll(POLITE);
  }

  /** Text in which claimed characters cannot be matched; as long as `text`. */
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

  /** Unclaimed stretches of the text, without small words and punctuation at their ends. */
  rest(): Part[] {
    const words = this.words();
    return [...this.#left.matchAll(/[^\uE000,;]+/gu)].flatMap(({ index, 0: { length } }) => {
      const own = words.filter(({ at }) => at >= index && at < index + length);
      const [first, last] = [own[0], own.at(-1)];
      if (first === undefined || last === undefined) return [];
      return [{ at: first.at, text: this.text.slice(first.at, last.at + last.text.length) }];
    });
  }

  /** Unclaimed words that mean something, each as a part. */
  words(): Part[] {
    return [...this.#left.matchAll(WORD)]
      .map(({ index, 0: word }) => ({ at: index, text: bare(word) }))
      .filter((word) => !this.#small.has(word.text.toLowerCase()));
  }
}
