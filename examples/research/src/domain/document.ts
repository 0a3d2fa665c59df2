/** Paragraph, list item, table row or code block. */
export interface Block {
  readonly kind: "prose" | "item" | "row" | "code";
  readonly text: string;
  /** Line of the file, or of the text of the page, on which the block starts. Starts at 1. */
  readonly line: number;
  /** A table row below the header of its table, as Markdown; missing without a header. */
  readonly table?: string;
}

/** Part of a document that a citation can name: the text under a heading, or a page. */
export interface Section {
  /** Headings above the section, outermost first. Empty before the first heading, and for pages. */
  readonly heading: readonly string[];
  /** Page number, starting at 1; null for documents without pages. */
  readonly page: number | null;
  readonly blocks: readonly Block[];
}

/** A parsed document. */
export interface SourceDocument {
  /** Path relative to the folder of documents, separated by `/`. */
  readonly name: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

/** Returns the sections of all documents, in order, each with its document. */
export const sectionsOf = (documents: readonly SourceDocument[]) =>
  documents.flatMap((document) => document.sections.map((section) => ({ document, section })));
export type PlacedSection = ReturnType<typeof sectionsOf>[number];

/** Returns the text of a section without its headings. */
export const textOfSection = ({ blocks }: Section): string => blocks.map(({ text }) => text).join("\n\n");

/** Maximum length of a block and of a section, in characters. Longer ones are split, so that a citation stays precise. */
const LONG_TEXT = /[^]{1,4000}(?=\s|$)|[^]{1,4000}/g;
const MAX_SECTION_LENGTH = 8000;

/** Collects blocks under their headings into sections. Empty sections are dropped, and long ones are split. */
export class SectionCollector {
  readonly #sections: Section[] = [];
  #headings: readonly { readonly level: number; readonly text: string }[] = [];
  #blocks: Block[] = [];
  #size = 0;

  /** Starts a section under a heading of this level. Headings of lower levels contain it, unless `isParent` excludes them. */
  open(level: number, text: string, isParent: (heading: string) => boolean = () => true): void {
    this.#close();
    const parents = this.#headings.filter((parent) => parent.level < level && isParent(parent.text));
    this.#headings = [...parents, { level, text }];
  }

  add(kind: Block["kind"], text: string, line: number, table?: string): void {
    for (const part of partsOf(text.trim())) {
      if (this.#size + part.length > MAX_SECTION_LENGTH) this.#close();
      this.#blocks.push({ kind, text: part, line, ...(table !== undefined && { table }) });
      this.#size += part.length;
    }
  }

  sections(): readonly Section[] {
    this.#close();
    return this.#sections;
  }

  #close(): void {
    const heading = this.#headings.map(({ text }) => text);
    if (this.#blocks.length > 0) this.#sections.push({ heading, page: null, blocks: this.#blocks });
    this.#blocks = [];
    this.#size = 0;
  }
}

/** A table of one row, as Markdown. */
export const tableOf = (columns: readonly string[], cells: readonly string[]): string =>
  [columns, columns.map(() => "---"), cells]
    .map((row) => `| ${row.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`)
    .join("\n");

/** Returns a text with single spaces and without line breaks. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Splits a text that is longer than the limit, between words if possible. */
const partsOf = (text: string): readonly string[] =>
  (text.match(LONG_TEXT) ?? []).map((part) => part.trim()).filter((part) => part !== "");

/** Returns the title of a document: its first heading, or its file name. */
export function titleOf(name: string, sections: readonly Section[]): string {
  const first = sections.find(({ heading }) => heading.length > 0)?.heading[0];
  const file = name.split("/").at(-1) ?? name;
  return first ?? file.replace(/\.\w+$/, "").replaceAll(/[-_]+/g, " ");
}
