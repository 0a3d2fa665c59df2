/** Maximum length of a request, in characters; it bounds the time that patterns take. */
export const maxRequestLength = 1000;

/** Joins the parts of an emoji. */
const emojiJoiner = "\u200d";

/** Replaces characters that were already read; no pattern matches across it. */
const READ = "\uE000";

/**
 * Normalizes typed text for the grammar: single spaces, straight quotes, no control characters.
 *
 * `cut` is true if the text was longer than `maxRequestLength` and only its beginning was kept.
 */
export function tidyText(raw: string): { readonly text: string; readonly cut: boolean } {
  // Normalization can multiply the length by 18, so the input is limited before and after it.
  const tidy = raw
    .slice(0, maxRequestLength * 4)
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, (found) => (found === emojiJoiner ? found : " "))
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[–—−]/g, "-")
    .trim();
  const cut = raw.length > maxRequestLength * 4 || tidy.length > maxRequestLength;
  return {
    text: tidy
      .slice(0, maxRequestLength)
      .replace(/\p{Cs}/gu, "")
      .trim(),
    cut,
  };
}

/** A request that is partly read. Parts that were taken keep their length, so that positions stay comparable. */
export class RequestText {
  /** Text with the taken parts blanked out. */
  rest: string;

  constructor(text: string) {
    this.rest = text;
  }

  /** Finds the first match in the remaining text and blanks it out. */
  take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.rest);
    if (match !== null) this.blank(match.index, match[0].length);
    return match;
  }

  /** Takes all matches of the pattern. */
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

  /** True if words or digits are left. */
  get hasWords(): boolean {
    return /[\p{L}\p{N}]/u.test(this.rest);
  }

  /** Parts of the text between those that were taken. */
  get fragments(): readonly string[] {
    return this.rest
      .split(READ)
      .map((fragment) => fragment.trim())
      .filter((fragment) => fragment !== "");
  }

  /** Splits the text; each part keeps its blanks. */
  splitAt(index: number): readonly [RequestText, RequestText] {
    return [new RequestText(this.rest.slice(0, index)), new RequestText(this.rest.slice(index))];
  }
}

/** Joins alternatives to a pattern source, longest first, so that "the kids" wins over "the". */
export const oneOf = (words: readonly string[]): string =>
  words
    .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
