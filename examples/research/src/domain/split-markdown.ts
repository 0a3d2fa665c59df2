import { type Section, SectionCollector } from "./document.ts";

const FENCE = /^ {0,3}(?<mark>`{3,}|~{3,})/;
const HEADING = /^ {0,3}(?<level>#{1,6})\s+(?<text>.*)$/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const TABLE_RULE = /^[\s|:]*-[\s|:-]*$/;

/** Splits Markdown by its headings. Code blocks, list items and table rows become separate blocks. */
export function splitMarkdown(markdown: string): readonly Section[] {
  const collector = new SectionCollector();
  let open: string[] = [];
  const flush = (): void => {
    collector.add("prose", plainText(open.join(" ")));
    open = [];
  };
  let fence: string | null = null;
  for (const line of withoutFrontMatter(markdown).split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.groups?.["mark"] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) {
        collector.add("code", open.join("\n"));
        open = [];
        fence = null;
      } else open.push(line);
      continue;
    }
    const { level, text = "" } = HEADING.exec(line)?.groups ?? {};
    if (mark !== null || level !== undefined || line.trim() === "" || RULE.test(line)) flush();
    if (mark !== null) fence = mark;
    else if (level !== undefined) collector.open(level.length, plainText(text.trimEnd().replace(/\s#+$/, "")));
    else if (line.trim().startsWith("|")) {
      flush();
      if (!TABLE_RULE.test(line)) collector.add("prose", plainText(rowText(line)));
    } else if (line.trim() !== "" && !RULE.test(line)) {
      if (ITEM.test(line)) flush();
      open.push(
        line
          .replace(ITEM, "")
          .replace(/^\s*>\s?/, "")
          .trim(),
      );
    }
  }
  if (fence === null) flush();
  else collector.add("code", open.join("\n"));
  return collector.sections();
}

const withoutFrontMatter = (markdown: string): string => markdown.replace(/^---\r?\n[^]*?\r?\n---\r?\n/, "");

/** Joins the cells of a table row: `first: second; third`. */
function rowText(line: string): string {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll("\\|", "|").trim())
    .filter((cell) => cell !== "");
  const [first = "", ...rest] = cells;
  return rest.length === 0 ? first : `${first}: ${rest.join("; ")}`;
}

/** Inline code with one to three backticks. All lengths here are limited, so that unclosed markup does not slow down parsing. */
const CODE = /(?<!`)(?<ticks>`{1,3})(?!`)[^]{1,500}?(?<!`)\k<ticks>(?!`)/;

/** Inline markup with its replacement. `codeOrMarkup` also matches inline code, to skip the markup in it. */
const MARKUP = [
  { markup: /<!--[^]{0,1000}?-->/, replacement: "" },
  { markup: /!?\[([^\][]{0,500})\]\([^()\s]{0,1000}(?:\s{1,3}"[^"]{0,300}")?\)/, replacement: "$1" },
  { markup: /(?<mark>\*\*|__)(?=\S)(?<text>.{1,500}?)(?<=\S)\k<mark>/, replacement: "$<text>" },
  { markup: /(?<![\w*])\*(?=\S)([^*`]{1,500}?)(?<=\S)\*(?![\w*])/, replacement: "$1" },
  { markup: /<\/?(?:a|b|br|em|i|kbd|p|span|strong|sub|sup)\b[^<>]{0,500}>/i, replacement: " " },
].map(({ markup, replacement }) => ({
  markup,
  replacement,
  codeOrMarkup: new RegExp(`${CODE.source}|${markup.source}`, `g${markup.flags}`),
}));

/** Removes inline markup and keeps the text, including the text of links. Inline code is unchanged and keeps its backticks. */
const plainText = (text: string): string =>
  MARKUP.reduce(
    (current, { markup, replacement, codeOrMarkup }) =>
      current.replaceAll(codeOrMarkup, (match) => (match.startsWith("`") ? match : match.replace(markup, replacement))),
    text,
  )
    .replaceAll(/\s+/g, " ")
    .trim();
