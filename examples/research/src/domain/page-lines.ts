import type { StructuredTextItem } from "unpdf";

/** Piece of text on a page. Its height above the bottom of the page is `y`. */
type TextItem = Pick<StructuredTextItem, "str" | "y" | "height" | "hasEOL">;

/** Smallest gap between paragraphs, as a multiple of the usual gap between lines. */
const PARAGRAPH_GAP = 1.45;

/** Joins the pieces of a page to lines, with an empty line between paragraphs. */
export function linesOf(items: readonly TextItem[]): string {
  const lines: { text: string; y: number }[] = [];
  let open: { text: string; y: number } | null = null;
  for (const { str, y, height, hasEOL } of items) {
    if (open !== null && (str.trim() === "" || Math.abs(open.y - y) <= height / 2)) open.text += str;
    else if (str.trim() !== "") lines.push((open = { text: str, y }));
    if (hasEOL) open = null;
  }
  const gaps = lines.map(({ y }, index) => (lines[index - 1]?.y ?? y) - y).filter((gap) => gap > 0);
  const medianGap = gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  const marked = lines.map(({ text, y }, index) => {
    const gap = (lines[index - 1]?.y ?? y) - y;
    // A line above the previous one starts a new column.
    return gap < 0 || gap > PARAGRAPH_GAP * medianGap ? `\n${text}` : text;
  });
  return marked.join("\n");
}
