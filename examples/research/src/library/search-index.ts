import MiniSearch, { type Options } from "minisearch";
import { type SourceDocument, textOfSection } from "../domain/document.ts";
import type { Question } from "../domain/question.ts";
import { relatedTo } from "../domain/related-words.ts";
import { isWeak, termOf, wordsOf } from "../domain/words.ts";

/** A section that fits, and how well compared with the best one. */
export interface Found {
  readonly document: string;
  /** Its position in the document. */
  readonly section: number;
  readonly score: number;
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

const options: Options<Entry> = {
  fields: ["title", "heading", "text"],
  tokenize: (text) => [...wordsOf(text)],
  processTerm: (word) => termOf(word),
  searchOptions: {
    boost: { title: 1.5, heading: 2.5 },
    // Terms of a question are stems already.
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term,
  },
};

/** The full-text index over the sections of all documents. */
export class SearchIndex {
  readonly #search: MiniSearch<Entry>;

  constructor(search: MiniSearch<Entry> = new MiniSearch(options)) {
    this.#search = search;
  }

  /** Reads what `toText` wrote; null for nothing, and for what is no index. */
  static from(text: string | null): SearchIndex | null {
    try {
      return text === null ? null : new SearchIndex(MiniSearch.loadJSON(text, options));
    } catch {
      return null;
    }
  }

  toText(): string {
    return JSON.stringify(this.#search);
  }

  add(document: SourceDocument): void {
    this.#search.addAll(entriesOf(document));
  }

  /** Takes out a document as it was added. */
  remove(document: SourceDocument): void {
    this.#search.removeAll(entriesOf(document));
  }

  search({ terms, background }: Question, most: number): readonly Found[] {
    const asked = new Set([...terms, ...background]);
    const related = [...asked].flatMap((term) => [...relatedTo(term)]).filter((term) => !asked.has(term));
    const results = this.#search.search([...asked, ...related].join(" "), {
      boostTerm: (term) => (isWeak(term) ? 0.3 : background.includes(term) ? 0.5 : asked.has(term) ? 1 : 0.4),
      // Forms that the stemmer left apart still meet.
      prefix: (term) => asked.has(term) && term.length > 4,
      fuzzy: (term) => (asked.has(term) && term.length > 6 ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.3 },
    });
    const best = results[0]?.score ?? 1;
    return results.slice(0, most).map(({ id, score }) => {
      const text = String(id);
      const at = text.lastIndexOf("#");
      return { document: text.slice(0, at), section: Number(text.slice(at + 1)), score: score / best };
    });
  }

  /** How much a term tells: the rarer, the more; most of all one that no document has. */
  weightOf(term: string): number {
    const count = this.#search.search([...relatedTo(term)].join(" ")).length;
    return Math.log(1 + (this.#search.documentCount + 1) / (count + 0.5));
  }
}

const entriesOf = ({ name, title, sections }: SourceDocument): readonly Entry[] =>
  sections.map((section, index) => ({
    id: `${name}#${index}`,
    title,
    heading: section.heading.join(" "),
    text: textOfSection(section),
  }));
