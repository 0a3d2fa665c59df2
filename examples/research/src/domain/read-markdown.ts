import MarkdownIt from "markdown-it";
import type Token from "markdown-it/lib/token.mjs";
import { oneLine, type Section, SectionCollector, tableOf } from "./document.ts";
import { collectHtml } from "./read-html.ts";

const parser = new MarkdownIt({ html: true });

/** Splits Markdown by its headings. List items, table rows and code are separate blocks. Of embedded HTML, the text is kept. */
export function readMarkdown(markdown: string): readonly Section[] {
  const collector = new SectionCollector();
  const tokens = parser.parse(withoutFrontMatter(markdown), {});
  let line = 1;
  let cells: string[] = [];
  let columns: readonly string[] = [];
  const open: string[] = [];
  for (const token of tokens) {
    if (token.map !== null) line = token.map[0] + 1;
    if (token.nesting === 1) open.push(token.type);
    if (token.nesting === -1) open.pop();
    const parent = open.at(-1);
    if (token.type === "fence" || token.type === "code_block") collector.add("code", token.content.trimEnd(), line);
    else if (token.type === "html_block") collectHtml(token.content, collector, line);
    else if (token.type === "thead_close") [columns, cells] = [cells, []];
    else if (token.type === "tr_close" && parent === "tbody_open") {
      collector.add("row", rowText(columns, cells), line, tableOf(columns, cells));
      cells = [];
    } else if (token.type === "inline") {
      const text = plainText(token.children ?? []);
      if (parent === "heading_open") collector.open(levelOf(tokens[tokens.indexOf(token) - 1]), text);
      else if (parent === "th_open" || parent === "td_open") cells.push(text);
      else if (!open.includes("list_item_open")) collector.add("prose", text, line);
      else if (!isLink(token.children ?? [])) collector.add("item", text, line);
    }
  }
  return collector.sections();
}

const levelOf = (heading: Token | undefined): number => Number(heading?.tag.slice(1) ?? 1);

/** True for a list item that is only a link, as in a table of contents. */
const isLink = (tokens: readonly Token[]): boolean =>
  tokens[0]?.type === "link_open" && tokens.findIndex(({ type }) => type === "link_close") === tokens.length - 1;

/** Keeps the number of lines. */
const withoutFrontMatter = (markdown: string): string =>
  markdown.replace(/^\uFEFF?---\r?\n[^]*?\r?\n---(?=\r?\n)/, (matter) => matter.replaceAll(/[^\n]/g, ""));

/** Joins the cells of a table row, each with the name of its column: `name; type: string`. */
const rowText = (columns: readonly string[], cells: readonly string[]): string =>
  cells
    .map((cell, at) => ({ cell, column: columns[at] ?? "" }))
    .filter(({ cell }) => cell !== "")
    .map(({ cell, column }, at) => (at === 0 || column === "" ? cell : `${column}: ${cell}`))
    .join("; ");

/** Text without markup. Inline code keeps its backticks. */
function plainText(tokens: readonly Token[]): string {
  const text = tokens.map(({ type, content }) => {
    if (type === "code_inline") return `\`${content}\``;
    if (type === "softbreak" || type === "hardbreak") return " ";
    return type === "text" || type === "text_special" ? content : "";
  });
  // The mark of an admonition names no fact.
  return oneLine(text.join("").replace(/^\[!\w+\]\s*/, ""));
}
