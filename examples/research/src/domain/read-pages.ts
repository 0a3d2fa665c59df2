import { type Block, oneLine, type Section } from "./document.ts";

/** Creates a section for each page with text. Words hyphenated at the end of a line are joined. */
export function readPages(pages: readonly string[]): readonly Section[] {
  return pages.flatMap((page, index): Section[] => {
    const blocks: Block[] = [];
    let line = 1;
    for (const part of page.split(/(\n\s*\n)/)) {
      const text = oneLine(part.replaceAll(/(\p{Ll})-\n(\p{Ll})/gu, "$1$2"));
      if (text !== "") blocks.push({ kind: "prose", text, line });
      line += part.split("\n").length - 1;
    }
    return blocks.length === 0 ? [] : [{ heading: [], page: index + 1, blocks }];
  });
}
