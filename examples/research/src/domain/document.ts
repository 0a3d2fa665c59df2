import { z } from "zod";

/** Paragraph, list item, table row or code block. */
export const Block = z.strictObject({ kind: z.enum(["prose", "code"]), text: z.string() });
export type Block = z.infer<typeof Block>;

/** Part of a document that a citation can name: the text under a heading, or a page. */
export const Section = z.strictObject({
  /** Headings above the section, outermost first. Empty before the first heading, and for pages. */
  heading: z.array(z.string()).readonly(),
  /** Page number, starting at 1; null for documents without pages. */
  page: z.int().min(1).nullable(),
  blocks: z.array(Block).readonly(),
});
export type Section = z.infer<typeof Section>;

/** A parsed document. */
export const SourceDocument = z.strictObject({
  /** Path relative to the folder of documents, separated by `/`, or a web address. */
  name: z.string().min(1),
  title: z.string().min(1),
  sections: z.array(Section).readonly(),
});
export type SourceDocument = z.infer<typeof SourceDocument>;

/** Returns the text of a section without its headings. */
export const textOfSection = ({ blocks }: Section): string => blocks.map(({ text }) => text).join("\n\n");

/** Longest block and section, in characters. Longer ones are split, so that a citation stays precise. */
const MAX_BLOCK_LENGTH = 4000;
const MAX_SECTION_LENGTH = 12_000;

/** Collects blocks under their headings into sections. Empty sections are dropped, and long ones are split. */
export class SectionCollector {
  readonly #sections: Section[] = [];
  #heading: readonly string[] = [];
  #blocks: Block[] = [];
  #size = 0;

  /** Starts a section under a heading of this level. */
  open(level: number, heading: string): void {
    this.#close();
    // A document may skip levels.
    this.#path = [...this.#path.filter((parent) => parent.level < level), { level, heading }];
    this.#heading = this.#path.map((parent) => parent.heading);
  }

  add(kind: Block["kind"], text: string): void {
    for (const part of partsOf(text.trim(), MAX_BLOCK_LENGTH)) {
      if (this.#size + part.length > MAX_SECTION_LENGTH) this.#close();
      this.#blocks.push({ kind, text: part });
      this.#size += part.length;
    }
  }

  sections(): readonly Section[] {
    this.#close();
    return this.#sections;
  }

  #path: readonly { readonly level: number; readonly heading: string }[] = [];

  #close(): void {
    if (this.#blocks.length > 0) this.#sections.push({ heading: this.#heading, page: null, blocks: this.#blocks });
    this.#blocks = [];
    this.#size = 0;
  }
}

/** Splits a text that is longer than the limit, between words if possible. */
function partsOf(text: string, longest: number): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  while (from < text.length) {
    const end = from + longest;
    const space = end < text.length ? text.lastIndexOf(" ", end) : text.length;
    const to = end >= text.length ? text.length : space > from ? space : end;
    parts.push(text.slice(from, to).trim());
    from = to;
  }
  return parts.filter((part) => part !== "");
}

/** Returns the title of a document: its first top-level heading, or its file name. */
export function titleOf(name: string, sections: readonly Section[]): string {
  const first = sections.find(({ heading }) => heading.length > 0)?.heading[0];
  return (
    first ??
    name
      .split("/")
      .at(-1)
      ?.replace(/\.\w+$/, "")
      .replaceAll(/[-_]+/g, " ") ??
    name
  );
}
