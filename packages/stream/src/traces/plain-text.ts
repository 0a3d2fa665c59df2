/** Longest text of one line, in characters. */
const LONGEST = 240;

/**
 * Returns a text that a terminal shows and does not obey.
 *
 * Control characters, escape sequences and characters that change the direction of text are shown as codes, line breaks as spaces.
 */
export function plainText(text: string): string {
  const visible = text
    .slice(0, LONGEST * 2)
    .replace(/[\r\n\u2028\u2029]+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  const characters = Array.from(visible);
  return characters.length <= LONGEST ? visible : `${characters.slice(0, LONGEST - 1).join("")}…`;
}
