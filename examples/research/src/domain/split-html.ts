import { type Section, SectionCollector } from "./document.ts";

/** A tag, a comment or a declaration; quoted values may hold the sign that closes a tag. */
const TAG = /<!--[^]*?(?:-->|$)|<(?<close>\/?)(?<name>[a-z][a-z0-9]*)(?:"[^"]*"|'[^']*'|[^"'>])*>|<[!?][^>]*>/gi;
const SILENT = /<(script|style|noscript|template|svg|nav|footer|head)\b[^]*?(?:<\/\1\s*>|$)/gi;
const BREAKS = new Set(
  "address article aside blockquote dd div dl dt figure form header hr li main ol p section table tbody thead tr ul".split(
    " ",
  ),
);
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  copy: "©",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  raquo: "»",
  rdquo: "”",
  rsquo: "’",
  times: "×",
};

/** Splits a web page by its headings; scripts, styles, navigation and footers are no part of what it says. */
export function splitHtml(html: string): readonly Section[] {
  const collector = new SectionCollector();
  let open = "";
  let heading: number | null = null;
  let code = 0;
  const flush = (): void => {
    const text = decode(open);
    if (code > 0) collector.add("code", text.replaceAll(/^\n+|\s+$/g, ""));
    else if (heading === null) collector.add("prose", oneLine(text));
    else if (oneLine(text) !== "") collector.open(heading, oneLine(text));
    open = "";
  };
  const page = html.replaceAll(SILENT, " ");
  let from = 0;
  for (const match of page.matchAll(TAG)) {
    open += page.slice(from, match.index);
    from = match.index + match[0].length;
    const name = match.groups?.["name"]?.toLowerCase() ?? "";
    const closes = match.groups?.["close"] === "/";
    if (/^h[1-6]$/.test(name)) {
      flush();
      heading = closes ? null : Number(name[1]);
    } else if (name === "pre") {
      flush();
      code = closes ? 0 : 1;
    } else if (BREAKS.has(name)) flush();
    else if (name === "br") open += code > 0 ? "\n" : " ";
    else if ((name === "td" || name === "th") && closes) open += " · ";
  }
  open += page.slice(from);
  flush();
  return collector.sections();
}

/** The title that the page gives itself; null when it has none. */
export function titleOfHtml(html: string): string | null {
  const title = oneLine(decode(/<title\b[^>]*>([^<]*)/i.exec(html)?.[1] ?? ""));
  return title === "" ? null : title;
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replace(/(?: ·)+ ?$/, "")
    .trim();

const decode = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (all: string, decimal?: string, hex?: string, name: string = "") => {
      if (decimal !== undefined) return characterOf(Number(decimal));
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
      return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? "") : all;
    },
  );

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "");
