import { type Section, SectionCollector } from "./document.ts";

const FENCE = /^ {0,3}(?<mark>`{3,}|~{3,})/;
const HEADING = /^ {0,3}(?<level>#{1,6})\s+(?<text>.*)$/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const TABLE_RULE = /^[\s|:]*-[\s|:-]*$/;

/** Splits Markdown by its headings; code, list items and rows of tables become blocks of their own. */
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

/** The cells of a row, the first one named before the others. */
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

/**
 * Takes the marks off: what is said stays, also the words of a link; code keeps its backticks.
 *
 * What a mark may enclose is bounded, so that a text of nothing but opening marks is read as fast as any other.
 */
function plainText(text: string): string {
  return text
    .replaceAll(/<!--[^]{0,1000}?-->/g, "")
    .replaceAll(/!?\[([^\][]{0,500})\]\([^()\s]{0,1000}(?:\s{1,3}"[^"]{0,300}")?\)/g, "$1")
    .replaceAll(/(\*\*|__)(?=\S)(.{1,500}?)(?<=\S)\1/g, "$2")
    .replaceAll(/(?<![\w*])\*(?=\S)([^*`]{1,500}?)(?<=\S)\*(?![\w*])/g, "$1")
    .replaceAll(/<\/?(?:a|b|br|em|i|kbd|p|span|strong|sub|sup)\b[^<>]{0,500}>/gi, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
