/** Stands for a character that a reader has used. */
const USED = "\uE000";

/** A text as a pattern of exactly this text. */
export const literal = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");

/** Words that may stay unused, at the edge of others. */
const FILLER =
  /^(?:(?:please|thanks|and|on|at|the|a|an)(?![\p{L}\p{N}])[\s,.]*)+|[\s,.]*(?<![\p{L}\p{N}])(?:please|thanks|and|on|at|the)$/giu;

/** A message of which each reader takes the words that it uses. What nobody took is named to the person who wrote it. */
export class Sheet {
  left: string;

  constructor(text: string) {
    this.left = text;
  }

  /** Takes the first match of whole words; null if there is none. Words that were taken are a barrier. */
  take(pattern: string): RegExpExecArray | null {
    const match = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "iu").exec(this.left);
    if (match !== null) {
      const [{ length }, { index }] = [match[0], match];
      this.left = this.left.slice(0, index) + USED.repeat(length) + this.left.slice(index + length);
    }
    return match;
  }

  /** Takes every match. */
  takeAll(pattern: string): RegExpExecArray[] {
    const found: RegExpExecArray[] = [];
    for (let match = this.take(pattern); match !== null; match = this.take(pattern)) found.push(match);
    return found;
  }

  /** Words that were not taken, in pieces. */
  get unused(): string[] {
    const pieces = this.left.split(new RegExp(`[${USED},;.!?()]+`, "u"));
    return pieces
      .map((piece) => piece.trim().replaceAll(FILLER, "").trim())
      .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  }
}
