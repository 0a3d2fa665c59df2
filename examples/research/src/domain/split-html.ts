import { Parser } from "htmlparser2";
import { type Section, SectionCollector } from "./document.ts";

/** Text of a web page. */
export interface HtmlPage {
  /** Content of the `title` element; null without one. */
  readonly title: string | null;
  readonly sections: readonly Section[];
}

/** Elements whose content is skipped. */
const SKIPPED = new Set("script style noscript template svg nav footer select object iframe".split(" "));
/** Elements that end the current block of text. */
const BREAKS = new Set(
  "address article aside blockquote body dd div dl dt figcaption figure form header hr li main ol p section table tbody thead tr ul".split(
    " ",
  ),
);

/** Maximum nesting depth of elements. The parser slows down with the depth. */
const MAX_DEPTH = 2000;

/**
 * Splits a web page by its headings in one pass. Scripts, styles, navigation and footers are skipped.
 *
 * Throws if the elements are nested too deeply.
 */
export function splitHtml(html: string): HtmlPage {
  const collector = new SectionCollector();
  let title = "";
  let open = "";
  let heading: number | null = null;
  let code = false;
  let inTitle = false;
  let depth = 0;
  const skipped: string[] = [];
  const flush = (): void => {
    if (code) collector.add("code", open.replace(/^\n+/, "").trimEnd());
    else if (heading === null) collector.add("prose", oneLine(open));
    else if (oneLine(open) !== "") collector.open(heading, oneLine(open));
    open = "";
  };
  const parser = new Parser({
    onopentag(name) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new Error(`its elements are nested more than ${MAX_DEPTH} deep`);
      if (SKIPPED.has(name)) skipped.push(name);
      if (skipped.length > 0) return;
      if (name === "title") inTitle = true;
      else if (/^h[1-6]$/.test(name)) {
        flush();
        heading = Number(name[1]);
      } else if (name === "pre") {
        flush();
        code = true;
      } else if (BREAKS.has(name)) flush();
      else if (name === "br") open += code ? "\n" : " ";
    },
    ontext(text) {
      if (skipped.length > 0) return;
      if (inTitle) title += text;
      else open += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (skipped.length > 0) {
        if (skipped.at(-1) === name) skipped.pop();
        return;
      }
      if (name === "title") inTitle = false;
      else if (/^h[1-6]$/.test(name)) {
        flush();
        heading = null;
      } else if (name === "pre") {
        flush();
        code = false;
      } else if (name === "td" || name === "th") open += CELL;
      else if (BREAKS.has(name)) flush();
    },
  });
  parser.write(html);
  parser.end();
  flush();
  return { title: oneLine(title) === "" ? null : oneLine(title), sections: collector.sections() };
}

/** Separator between the cells of a table row. */
const CELL = " · ";

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.endsWith("·") ? line.slice(0, -1).trim() : line;
};
