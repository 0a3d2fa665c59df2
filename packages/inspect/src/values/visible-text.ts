/** Names of the characters that turn text around them. */
const TURNING: Readonly<Record<string, string>> = {
  "\u202A": "LRE",
  "\u202B": "RLE",
  "\u202C": "PDF",
  "\u202D": "LRO",
  "\u202E": "RLO",
  "\u2066": "LRI",
  "\u2067": "RLI",
  "\u2068": "FSI",
  "\u2069": "PDI",
};

/** A text with the characters that turn text around them named: they could show "evil" as "live". */
export const visibleText = (text: string): string =>
  text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, (each) => `⟨${TURNING[each] ?? ""}⟩`);
