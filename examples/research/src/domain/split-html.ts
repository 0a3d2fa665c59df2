import { Parser } from "htmlparser2";
import { type Section, SectionCollector } from "./document.ts";

/** A web page as it reads. */
export interface HtmlPage {
  /** The title that it gives itself; null when it has none. */
  readonly title: string | null;
  readonly sections: readonly Section[];
}

/** What is in a page and not said by it. */
const SILENT = new Set("script style noscript template svg nav footer select object iframe".split(" "));
const BREAKS = new Set(
  "address article aside blockquote body dd div dl dt figcaption figure form header hr li main ol p section table tbody thead tr ul".split(
    " ",
  ),
);

/** Nobody writes a page deeper than this, and its parser takes longer the deeper it gets. */
const DEEPEST = 2000;

/**
 * Splits a web page by its headings, in one pass; scripts, styles, navigation and footers are no part of what it says.
 *
 * Throws for a page that is nested too deeply to be one.
 */
export function splitHtml(html: string): HtmlPage {
  const collector = new SectionCollector();
  let title = "";
  let open = "";
  let heading: number | null = null;
  let code = false;
  let inTitle = false;
  let depth = 0;
  const silent: string[] = [];
  const flush = (): void => {
    if (code) collector.add("code", open.replace(/^\n+/, "").trimEnd());
    else if (heading === null) collector.add("prose", oneLine(open));
    else if (oneLine(open) !== "") collector.open(heading, oneLine(open));
    open = "";
  };
  const parser = new Parser({
    onopentag(name) {
      depth += 1;
      if (depth > DEEPEST) throw new Error(`its elements are nested more than ${DEEPEST} deep`);
      if (SILENT.has(name)) silent.push(name);
      if (silent.length > 0) return;
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
      if (silent.length > 0) return;
      if (inTitle) title += text;
      else open += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (silent.length > 0) {
        if (silent.at(-1) === name) silent.pop();
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

/** What stands between the cells of a row. */
const CELL = " · ";

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.endsWith("·") ? line.slice(0, -1).trim() : line;
};
