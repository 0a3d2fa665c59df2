import type { Section } from "./document.ts";

/** Creates a section for each page with text. Words hyphenated at the end of a line are joined. */
export function splitPages(pages: readonly string[]): readonly Section[] {
  return pages.flatMap((page, index): Section[] => {
    const paragraphs = page
      .replaceAll(/(\p{Ll})-\n(\p{Ll})/gu, "$1$2")
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
      .filter((paragraph) => paragraph !== "");
    if (paragraphs.length === 0) return [];
    return [{ heading: [], page: index + 1, blocks: paragraphs.map((text) => ({ kind: "prose", text })) }];
  });
}
