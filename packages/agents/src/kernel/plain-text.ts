/**
 * Returns a text from outside as it can be stored: without control, formatting and broken characters except line breaks and tabs, and at
 * most `longest` characters.
 */
export function plainText(text: string, longest: number): string {
  const plain = text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .trim();
  return shortened(plain, longest);
}

/** Cuts a text that is longer than allowed, not inside of a character. */
export const shortened = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/\p{Cs}$/u, "")}…`;

/** Marks of HTML and Markdown by what replaces them. */
const MARKS: Readonly<Record<string, string>> = { "<": "‹", ">": "›", "[": "(", "]": ")", "`": "'", "|": "/" };

/**
 * Returns a reason from outside as one line for people and models: without links, images and HTML, at most 300 characters, and without a
 * period at its end. Empty for a value that is not a text.
 */
export const plainReason = (reason: unknown): string =>
  typeof reason !== "string"
    ? ""
    : plainText(reason.slice(0, 2000), 300)
        .replaceAll(/\s+/gu, " ")
        .replaceAll(/[<>[\]`|]/g, (mark) => MARKS[mark] ?? "")
        .replace(/[.\s]+$/, "");
