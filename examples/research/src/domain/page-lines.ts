/** A run of text on a page, with its place from the bottom left. */
export interface TextItem {
  readonly str: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

/** How much farther than usual two lines are apart when a paragraph ends. */
const GAP = 1.45;

/** Puts the runs of a page together to lines; an empty line stands where the page leaves one. */
export function linesOf(items: readonly TextItem[]): string {
  const lines: { text: string; y: number }[] = [];
  let open: { text: string; y: number } | null = null;
  for (const { str, y, height, hasEOL } of items) {
    if (open !== null && str.trim() !== "" && Math.abs(open.y - y) > height / 2) {
      lines.push(open);
      open = null;
    }
    if (open !== null) open.text += str;
    else if (str.trim() !== "") open = { text: str, y };
    if (hasEOL && open !== null) {
      lines.push(open);
      open = null;
    }
  }
  if (open !== null) lines.push(open);
  const gaps = lines.flatMap(({ y }, index) => {
    const before = lines[index - 1];
    return before !== undefined && before.y > y ? [before.y - y] : [];
  });
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  return lines
    .map(({ text, y }, index) => {
      const before = lines[index - 1];
      // Upwards is the next column.
      const parts = before !== undefined && (before.y < y || before.y - y > GAP * usual);
      return parts ? `\n${text}` : text;
    })
    .join("\n");
}
