import type { Block, Section } from "./document.ts";
import { sentencesOf } from "./sentences.ts";

/** Part of a section that can answer a question: a sentence, a list with its introduction, a table row, or a commented line of code. */
export interface Passage {
  readonly text: string;
  /** The text as an answer shows it: table rows are below the header of their table. */
  readonly quote: string;
  /** Line on which the block of the passage starts. */
  readonly line: number;
  /** Text that the passage belongs to: the introduction of a list, or the question that it answers. */
  readonly context: string;
}

/** Maximum length of a list or code block after its introduction, in characters. The rest is counted, not shown. */
const MAX_LIST_LENGTH = 1500;

/** A line of code with a comment that says what it is: `follow: 20, // maximum redirect count`. */
const COMMENTED = /^\s*[\w'"`.$-]+\s*[:=].+?(?:\/\/|#)\s*\S+\s+\S+\s+\S/;

/** Returns the passages of a section in order. An introduction comes only with its list, and code only with what introduces it. */
export function passagesOf({ blocks }: Section): readonly Passage[] {
  const passages: Passage[] = [];
  let context = "";
  let fragment = "";
  const isOnlyCode = blocks.every(({ kind }) => kind === "code");
  for (const [at, { kind, text, line, table }] of blocks.entries()) {
    if (kind === "code") {
      const rows = isOnlyCode ? [text] : text.split("\n").filter((row) => COMMENTED.test(row));
      const shown = rows.map((row) => codeBlock(row.trim()));
      passages.push(...shown.map((row) => ({ text: row, quote: row, line, context: "" })));
      continue;
    }
    if (kind === "prose") context = "";
    for (const sentence of kind === "row" ? [text] : sentencesOf(text)) {
      if (/\?["”)]*$/.test(sentence)) {
        context = sentence;
        continue;
      }
      const isIntroduction = sentence.endsWith(":") && text.endsWith(sentence);
      const [list, tables] = isIntroduction ? listAfter(blocks.slice(at + 1), kind) : ["", ""];
      const whole = fragment + (list === "" ? sentence : `${sentence}\n${list}`);
      const quote = list === "" ? (table ?? whole) : `${fragment}${sentence}\n${tables}`;
      if (list !== "" || (!isIntroduction && hasStatement(sentence, kind)))
        passages.push({ text: whole, quote, line, context });
      fragment = kind === "prose" && /^\w+: \S+$/.test(sentence) ? `${sentence}. ` : "";
      if (isIntroduction && kind === "prose") context = sentence;
    }
  }
  return passages;
}

/** Returns the items, rows and code that directly follow an introduction as a list, and with the rows as tables. */
function listAfter(following: Section["blocks"], introducedBy: Block["kind"]): readonly [list: string, tables: string] {
  let size = 0;
  const list = introduced(following, introducedBy);
  const shown = list.filter(({ text }) => (size += text.length) <= MAX_LIST_LENGTH);
  const hidden = list.length - shown.length;
  if (shown.length === 0) return ["", ""];
  const lines = shown.map(({ kind, text }) => (kind === "code" ? codeBlock(text) : `- ${text}`));
  const rows = lines.map((line, at) => {
    const [row, before] = [shown[at]?.table, shown[at - 1]?.table];
    // Only the first row of a table has the header.
    return row === undefined ? line : before === undefined ? `\n${row}` : (row.split("\n").at(-1) ?? "");
  });
  const rest = hidden > 0 ? [`- … and ${hidden} more`] : [];
  // A list is not a part of the table above it.
  return [[...lines, ...rest].join("\n"), [...rows, ...rest].join("\n").replace(/(?<=\|\n)- …/, "\n$&")];
}

/** Returns the blocks of a list or code after an introduction of this kind. */
export function introduced(following: Section["blocks"], introducedBy: Block["kind"]): Section["blocks"] {
  const end = following.findIndex(({ kind }) => kind === "prose" || (kind === "item" && introducedBy === "item"));
  return end === -1 ? following : following.slice(0, end);
}

/** Code as Markdown, with a fence that the code does not contain. */
function codeBlock(code: string): string {
  const fence = "`".repeat(1 + Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length)));
  return `${fence}\n${code}\n${fence}`;
}

/** False for a fragment such as the name of a link, and for prose that ends like a heading. */
const hasStatement = (text: string, kind: string): boolean =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= (kind === "prose" && /[\p{L}\p{N}]$/u.test(text) ? 8 : 3);
