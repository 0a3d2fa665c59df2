/** A text with the position in an earlier text that each character comes from. */
export interface Rewritten {
  readonly text: string;
  /** Start and end of the replaced characters, for each character. */
  readonly from: readonly (readonly [number, number])[];
}

/** Applies replacements to a text and keeps the positions of its characters. */
export function rewrite(
  text: string,
  rules: readonly (readonly [RegExp, (...groups: string[]) => string])[],
): Rewritten {
  let current: Rewritten = { text, from: Array.from({ length: text.length }, (_, index) => [index, index + 1]) };
  for (const [pattern, replacement] of rules) {
    let next = "";
    const from: (readonly [number, number])[] = [];
    let at = 0;
    for (const match of current.text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const written = replacement(...Array.from(match, (group: string | undefined) => group ?? ""));
      const place = [current.from[match.index]?.[0] ?? 0, current.from[end - 1]?.[1] ?? text.length] as const;
      next += current.text.slice(at, match.index) + written;
      from.push(...current.from.slice(at, match.index), ...Array.from({ length: written.length }, () => place));
      at = end;
    }
    current = { text: next + current.text.slice(at), from: [...from, ...current.from.slice(at)] };
  }
  return current;
}
