/** Longer requests are read up to here: no person types more, and every pattern stays fast. */
export const longestRequest = 1000;

/** Joins the parts of one emoji. */
const emojiJoiner = "\u200d";

/** Stands in for a character that some part of the grammar has already read; no pattern matches across it. */
const READ = "\uE000";

/**
 * Brings typed text into the one form that the grammar reads: single spaces, straight quotes, no control characters.
 *
 * `cut` is true when the text was longer than `longestRequest` and only its beginning is kept.
 */
export function tidyText(raw: string): { readonly text: string; readonly cut: boolean } {
  // Compatibility forms can grow eighteenfold, so the input is bounded before and after.
  const tidy = raw
    .slice(0, longestRequest * 4)
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, (found) => (found === emojiJoiner ? found : " "))
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[–—−]/g, "-")
    .trim();
  const cut = raw.length > longestRequest * 4 || tidy.length > longestRequest;
  return {
    text: tidy
      .slice(0, longestRequest)
      .replace(/\p{Cs}/gu, "")
      .trim(),
    cut,
  };
}

/**
 * A request of which parts have been read already. What is taken keeps its length, so positions stay comparable.
 */
export class RequestText {
  /** The text with everything that was taken blanked out. */
  rest: string;

  constructor(text: string) {
    this.rest = text;
  }

  /** Finds the pattern in what is left and blanks it out. */
  take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.rest);
    if (match !== null) this.blank(match.index, match[0].length);
    return match;
  }

  /** Takes every place where the pattern matches. */
  takeAll(pattern: RegExp): RegExpExecArray[] {
    const found: RegExpExecArray[] = [];
    for (let match = this.take(pattern); match !== null && match[0].length > 0; match = this.take(pattern)) {
      found.push(match);
    }
    return found;
  }

  blank(index: number, length: number): void {
    this.rest = this.rest.slice(0, index) + READ.repeat(length) + this.rest.slice(index + length);
  }

  /** True when words or digits are left. */
  get hasWords(): boolean {
    return /[\p{L}\p{N}]/u.test(this.rest);
  }

  /** The runs of text between what was taken. */
  get fragments(): readonly string[] {
    return this.rest
      .split(READ)
      .map((fragment) => fragment.trim())
      .filter((fragment) => fragment !== "");
  }

  /** Cuts the text in two; each half keeps what was taken from it. */
  splitAt(index: number): readonly [RequestText, RequestText] {
    return [new RequestText(this.rest.slice(0, index)), new RequestText(this.rest.slice(index))];
  }
}

/** Joins alternatives into a pattern source, longest first, so that "the kids" wins over "the". */
export const oneOf = (words: readonly string[]): string =>
  words
    .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
