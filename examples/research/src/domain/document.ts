import { z } from "zod";

/** One paragraph, list item or table row, or a piece of code: what a passage can be quoted from. */
export const Block = z.strictObject({ kind: z.enum(["prose", "code"]), text: z.string() });
export type Block = z.infer<typeof Block>;

/** A part of a document that a reader can find again: under its headings, or on its page. */
export const Section = z.strictObject({
  /** The headings above it, outermost first; empty before the first one, and on pages. */
  heading: z.array(z.string()).readonly(),
  /** The page, from 1; null in documents without pages. */
  page: z.int().min(1).nullable(),
  blocks: z.array(Block).readonly(),
});
export type Section = z.infer<typeof Section>;

/** A document as it was read. */
export const SourceDocument = z.strictObject({
  /** Its path below the folder of documents, with `/`, or its web address. */
  name: z.string().min(1),
  title: z.string().min(1),
  sections: z.array(Section).readonly(),
});
export type SourceDocument = z.infer<typeof SourceDocument>;

/** A section's words as they are searched: without its headings. */
export const textOfSection = ({ blocks }: Section): string => blocks.map(({ text }) => text).join("\n\n");

/** What is longer is cut: a place that says "somewhere in these forty pages" helps nobody. */
const LONGEST_BLOCK = 4000;
const LONGEST_SECTION = 12_000;

/** Collects blocks under headings; sections without any block are left out, and overlong ones are cut. */
export class SectionCollector {
  readonly #sections: Section[] = [];
  #heading: readonly string[] = [];
  #blocks: Block[] = [];
  #size = 0;

  /** Begins a section under a heading of this level; deeper headings before it are closed. */
  open(level: number, heading: string): void {
    this.#close();
    // A document may skip a level; the path holds what there is.
    this.#levels = [...this.#levels.filter((each) => each.level < level), { level, heading }];
    this.#heading = this.#levels.map((each) => each.heading);
  }

  add(kind: Block["kind"], text: string): void {
    for (const part of partsOf(text.trim(), LONGEST_BLOCK)) {
      if (this.#size + part.length > LONGEST_SECTION) this.#close();
      this.#blocks.push({ kind, text: part });
      this.#size += part.length;
    }
  }

  sections(): readonly Section[] {
    this.#close();
    return this.#sections;
  }

  #levels: readonly { readonly level: number; readonly heading: string }[] = [];

  #close(): void {
    if (this.#blocks.length > 0) this.#sections.push({ heading: this.#heading, page: null, blocks: this.#blocks });
    this.#blocks = [];
    this.#size = 0;
  }
}

/** Cuts a text that no reader would take for one paragraph, where a word ends if there is one. */
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

/** Names a document by its first outermost heading, or else by its file. */
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
