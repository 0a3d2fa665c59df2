/** A source that a message names. */
export interface CitedSource {
  /** Number of the citation, such as `1`. */
  readonly number: string;
  /** Place of the source, such as `Boats, boats.md:12`. */
  readonly reference: string;
  /** Address of the page with the cited passage. */
  readonly address: string;
  /** True if the text refers to it by its number. */
  readonly isCited: boolean;
}

/** Part of a message: text, or a list of sources. */
export type MessagePart = string | readonly CitedSource[];

/** Line that names a source: `[1] Boats, boats.md:12`. */
const SOURCE_LINE = /^\[(\d{1,3})\] (\S.*)$/;

/** Separates the lines of a message that name sources from its text. The page of a source leads back to the conversation. */
export function messageParts(text: string, thread: string | null = null): readonly MessagePart[] {
  const parts: (string[] | CitedSource[])[] = [];
  let last: "source" | "text" | null = null;
  for (const line of text.split("\n")) {
    const source = sourceIn(line, thread, text);
    const kind = source === null ? "text" : "source";
    // Empty lines between two parts belong to neither.
    if (line.trim() === "" && last === "source") continue;
    if (kind !== last) parts.push([]);
    const part: unknown[] | undefined = parts.at(-1);
    part?.push(source ?? line);
    last = kind;
  }
  return parts.map((part): MessagePart => (isSources(part) ? part : part.join("\n").trimEnd()));
}

const isSources = (part: string[] | CitedSource[]): part is CitedSource[] => typeof part[0] === "object";

/** Longest sentence in an address, in characters. */
const MAX_QUOTE = 500;

/** Lines of a message that end with the number of a source: the sentences that it quotes. */
const quotesOf = (number: string, text: string): readonly string[] =>
  text
    .split("\n")
    .filter((line) => line.endsWith(` [${number}]`) && line.length <= MAX_QUOTE)
    .map((line) => line.slice(0, -number.length - 3).replace(/^"(.*)"$/, "$1"));

function sourceIn(line: string, thread: string | null, text: string): CitedSource | null {
  const [, number, reference = ""] = SOURCE_LINE.exec(line) ?? [];
  if (number === undefined) return null;
  const quotes = quotesOf(number, text).map((quote) => `&quote=${encodeURIComponent(quote)}`);
  const back = thread === null ? "" : `&thread=${thread}`;
  const address = `source?ref=${encodeURIComponent(reference)}${back}${quotes.join("")}#passage`;
  const isCited = text.split("\n").some((other) => other.includes(`[${number}]`) && !SOURCE_LINE.test(other));
  return { number, reference, address, isCited };
}

/** The title of a reference, and its place, which comes last: `Boats, boats.md:12`, `Report › page 2, report.pdf, line 7`. */
export function referenceParts(reference: string): { readonly title: string; readonly place: string } {
  const [, title = reference, place = ""] = /^(.+), (\S[^,]*(?::\d+|, line \d+))$/u.exec(reference) ?? [];
  return { title, place };
}

/** Part of a text: words, or a citation. */
export type TextPart = string | CitedSource;

/** Splits a text at its citations. A number without a source stays text. */
export const citationParts = (text: string, sources: readonly CitedSource[]): readonly TextPart[] =>
  sources.length === 0
    ? [text]
    : text
        .split(/(\[\d{1,3}\])/)
        .map((part): TextPart => sources.find(({ number }) => part === `[${number}]`) ?? part)
        .filter((part) => part !== "");
