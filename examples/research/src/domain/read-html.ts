import { Parser } from "htmlparser2";
import { type Block, oneLine, type Section, SectionCollector, tableOf } from "./document.ts";

/** Elements whose content is not a claim of the page. */
const SKIPPED = /^(?:script|style|noscript|template|svg|math|nav|footer|aside|select|button|form|object|iframe)$/;

/** Elements that end the current block of text. */
const BREAKS =
  /^(?:address|article|blockquote|body|dd|details|div|dl|dt|fig\w+|h[1-6]|header|hr|html|li|main|ol|p|pre|section|summary|t(?:able|body|d|h|head|r)|ul)$/;

const KINDS: Readonly<Record<string, Block["kind"]>> = { li: "item", dd: "item", tr: "row", pre: "code" };

const MAX_DEPTH = 2000;

/** Splits a page by its headings, without scripts, forms and navigation. Throws if its elements are nested too deeply. */
export function readHtml(html: string): { readonly title: string | null; readonly sections: readonly Section[] } {
  const collector = new SectionCollector();
  const title = collectHtml(html, collector);
  return { title, sections: collector.sections() };
}

/** Adds the text of a page, or of a part of one, to a collector. Returns the content of its `title` element. */
export function collectHtml(html: string, collector: SectionCollector, firstLine = 1): string | null {
  let title = "";
  let open = "";
  let start: number | null = null;
  let [cells, columns, headers]: [string[], string[], number] = [[], [], 0];
  const path: string[] = [];
  const inside = (name: string): boolean => path.includes(name);
  const lineAt = lineCounter(html, firstLine);

  const flush = (): void => {
    const heading = path.find((name) => /^h[1-6]$/.test(name));
    const kind = KINDS[path.findLast((name) => name in KINDS) ?? ""] ?? "prose";
    const text = kind === "code" ? open.replace(/^\n+/, "").trimEnd() : oneLine(open);
    if (text !== "" && kind === "row") headers += cells.push(text) > 0 && inside("th") ? 1 : 0;
    else if (text !== "" && heading !== undefined) collector.open(Number(heading[1]), text);
    else if (text !== "") collector.add(kind, text, start ?? firstLine);
    open = "";
    start = null;
  };
  const parser = new Parser({
    onopentag(name) {
      const skips = path.some((outer) => SKIPPED.test(outer)) || SKIPPED.test(name);
      if (!skips && BREAKS.test(name)) flush();
      if (name === "br") open += inside("pre") ? "\n" : " ";
      path.push(name);
      if (path.length > MAX_DEPTH) throw new Error(`its elements are nested more than ${MAX_DEPTH} deep`);
    },
    ontext(text) {
      if (path.some((outer) => SKIPPED.test(outer))) return;
      if (inside("title")) title += text;
      else {
        if (text.trim() !== "") start ??= lineAt(parser.startIndex + text.search(/\S/));
        open += text;
      }
    },
    onclosetag(name) {
      const skips = path.some((outer) => SKIPPED.test(outer));
      if (!skips && BREAKS.test(name)) flush();
      if (!skips && name === "tr") {
        const isHeader = headers === cells.length;
        const table = !isHeader && cells.length === columns.length ? tableOf(columns, cells) : undefined;
        collector.add("row", cells.join(" · "), lineAt(parser.startIndex), table);
        [cells, columns, headers] = [[], isHeader ? cells : columns, 0];
      } else if (name === "table") columns = [];
      path.pop();
    },
  });
  parser.write(html);
  parser.end();
  flush();
  return oneLine(title) === "" ? null : oneLine(title);
}

/** Returns a function from an increasing offset to its line. */
function lineCounter(text: string, firstLine: number): (offset: number) => number {
  let line = firstLine;
  let at = 0;
  return (offset) => {
    for (; at < offset; at += 1) if (text[at] === "\n") line += 1;
    return line;
  };
}
