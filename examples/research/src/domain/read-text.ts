import { type Section, SectionCollector } from "./document.ts";

const UNDERLINE = /^(?:={3,}|-{3,}|~{3,})\s*$/;
const BULLET = /^\s*(?:[-*•o]\s|\d{1,3}[.)]\s|\(\w\)\s)/;

/** Numbered heading, such as `6.4.2.  Name`. The number of a top-level heading ends with a period. */
const NUMBERED =
  /^(?<number>(?:\d{1,3}\.)+(?:\d{1,3})?|[A-Z]\.(?:\d{1,3}\.?)+|Appendix [A-Z]\.?)\s+(?<name>\p{Lu}.{0,90})(?<![.;:,])$/u;

/** Header or footer of a page, line of a table of contents with its page number, and the heading above that. */
const PAGE_EDGE = /\[Page \d+\]$|^RFC \d+ .*\b\d{4}$|(?:\. ?){4,}\s*\d+$|^Table of Contents$/;

/** Splits text by headings: underlined, in capitals, or numbered as `6.4.2. Name`. Page edges and contents are dropped. */
export function readText(text: string): readonly Section[] {
  const collector = new SectionCollector();
  const lines = text.split(/\r?\n/).map((line) => line.replaceAll("\f", "").trimEnd());
  let open: string[] = [];
  let start = 1;
  let hasText = false;
  const flush = (): void => {
    const joined = open.map((line) => line.trim()).join(" ");
    // Lines that start far to the right or contain columns are drawings or code.
    const isDrawing = open.length > 1 && open.every((line) => /^\s{4,}\S/.test(line) && /\S {3,}\S|[|+<>=]/.test(line));
    const kind = isDrawing ? "code" : BULLET.test(open[0] ?? "") ? "item" : "prose";
    collector.add(kind, isDrawing ? open.join("\n") : joined, start);
    open = [];
  };
  for (const [at, raw] of lines.entries()) {
    const line = raw.trim();
    const [above = "", below = ""] = [lines[at - 1]?.trim(), lines[at + 1]?.trim()];
    const isSeparate = (above === "" || PAGE_EDGE.test(above)) && (below === "" || UNDERLINE.test(below));
    const number = numberOf(raw);
    if (PAGE_EDGE.test(line)) continue;
    else if (line === "") flush();
    else if (UNDERLINE.test(line) && hasText && open.length === 0) continue;
    else if (UNDERLINE.test(below)) {
      flush();
      collector.open(below.startsWith("=") ? 1 : 2, line);
    } else if (isSeparate && number !== null && !isListItem(number, lines, at)) {
      flush();
      const isParent = (heading: string): boolean => number.startsWith(numberOf(heading) ?? "");
      collector.open(1 + depthOf(number), `${number} ${line.slice(number.length).trim()}`, isParent);
    } else if (isSeparate && isCapitals(line)) {
      flush();
      collector.open(hasText ? 2 : 1, line);
    } else {
      if (BULLET.test(raw)) flush();
      if (open.length === 0) start = at + 1;
      open.push(raw);
    }
    hasText ||= line !== "";
  }
  flush();
  return collector.sections();
}

const numberOf = (line: string): string | null => NUMBERED.exec(line)?.groups?.["number"] ?? null;
const depthOf = (number: string): number => number.split(".").filter((part) => part !== "").length;
const isTopLevel = (number: string | null): boolean => number !== null && depthOf(number) === 1;
const isFilled = (line: string): boolean => line.trim() !== "";

/** A numbered line is an item of a list if the line with text before or after it is numbered alike. */
function isListItem(number: string, lines: readonly string[], at: number): boolean {
  const above = lines.slice(Math.max(0, at - 4), at).findLast(isFilled);
  const below = lines.slice(at + 1, at + 5).find(isFilled);
  return isTopLevel(number) && [above, below].some((line) => isTopLevel(numberOf(line ?? "")));
}

const isCapitals = (line: string): boolean =>
  line.length < 80 && /\p{Lu}{2}/u.test(line) && line === line.toUpperCase();
