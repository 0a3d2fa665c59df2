/** Maximum length of a request, in characters. */
export const MAX_LENGTH = 500;

/** Stands for a claimed character; no pattern matches it. */
const CLAIMED = "\uE000";

/** Words that mean nothing by themselves. Every other word must be claimed by a reader, or it is named in the answer. */
const CONNECTIVES = new Set(
  "a an the and for on at with to of in by from is are it its it's has have needs need my our your his her their there this that will be we i'd i'll we'll".split(
    " ",
  ),
);

/** Words that people add to be polite. */
const POLITE =
  /\b(?:please|pls|thanks|thank you|(?:can|could|would|will) (?:you|we)|(?:i|we)(?:'d| would)? (?:like|want|need)(?: you)? to|(?:i|we)(?:'ve| have) got to|let's|hi|hello|hey|kindly|just|simply|ok|okay|right|so that|for me to)\b/giu;

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
  /** Typed text with plain quotes, dashes and spaces. */
  readonly text: string;
  #left: string;

  constructor(typed: string) {
    this.text = tidy(typed);
    this.#left = this.text;
    this.takeAll(POLITE);
  }

  /** Text in which claimed characters cannot be matched. */
  get left(): string {
    return this.#left;
  }

  /** Claims the first match that `accept` accepts. */
  take(pattern: RegExp, accept: (match: RegExpExecArray) => boolean = () => true): RegExpExecArray | null {
    return this.takeAll(pattern, accept, 1)[0] ?? null;
  }

  /** Claims all matches that `accept` accepts. */
  takeAll(
    pattern: RegExp,
    accept: (match: RegExpExecArray) => boolean = () => true,
    limit = Number.POSITIVE_INFINITY,
  ): RegExpExecArray[] {
    const everywhere = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
    const found: RegExpExecArray[] = [];
    for (const match of this.#left.matchAll(everywhere)) {
      if (found.length < limit && match[0] !== "" && accept(match)) found.push(match);
    }
    for (const { index, 0: text } of found) this.claim({ at: index, text });
    return found;
  }

  /** Claims a part of the text. */
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
      .filter(isText);
  }

  /** Unclaimed words. */
  words(): string[] {
    return this.rest().map(({ text }) => text);
  }
}

const isText = ({ text }: Part): boolean => /[\p{L}\p{N}]/u.test(text);

/** Removes punctuation and connectives from both ends. */
function trim({ at, text }: Part): Part {
  let [start, end] = [0, text.length];
  for (;;) {
    const inner = text.slice(start, end);
    const before = /^[\s.,;:!?()"&+-]+/u.exec(inner)?.[0] ?? word(/^[\p{L}\p{N}']+/u.exec(inner)?.[0]);
    if (before !== "") {
      start += before.length;
      continue;
    }
    const after = /[\s.,;:!?("&+-]+$/u.exec(inner)?.[0] ?? word(/[\p{L}\p{N}']+$/u.exec(inner)?.[0]);
    if (after === "") return { at: at + start, text: inner };
    end -= after.length;
  }
}

const word = (text = ""): string => (CONNECTIVES.has(text.toLowerCase()) ? text : "");

/** True for a word that means nothing by itself. */
export const isConnective = (text: string): boolean => CONNECTIVES.has(text.toLowerCase());

/** Replaces typographic characters by plain ones of the same length. */
const tidy = (typed: string): string =>
  typed
    .normalize("NFC")
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll(/[’‘ʼ`´]/gu, "'")
    .replaceAll(/[“”„«»]/gu, '"')
    .replaceAll(/[‐-―−]/gu, "-")
    .replaceAll(/\p{Zs}/gu, " ")
    .trimEnd();
