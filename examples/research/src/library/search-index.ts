import MiniSearch, { type Options } from "minisearch";
import { type SourceDocument, textOfSection } from "../domain/document.ts";
import type { Question } from "../domain/question.ts";
import { relatedTo } from "../domain/related-words.ts";
import { isWeak, termOf, wordsOf } from "../domain/words.ts";

/** Section found by a search. */
export interface FoundSection {
  readonly document: string;
  /** Position of the section in the document. */
  readonly section: number;
  /** Score relative to the best section, from 0 to 1. */
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
    // The terms of a question are already stems.
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term,
  },
};

/** Full-text index of the sections of all documents. */
export class SearchIndex {
  readonly #search: MiniSearch<Entry>;

  constructor(search: MiniSearch<Entry> = new MiniSearch(options)) {
    this.#search = search;
  }

  /** Restores an index from the output of `toText`. Returns null for null or an invalid text. */
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

  /** Removes a document. It must be identical to the added one. */
  remove(document: SourceDocument): void {
    this.#search.removeAll(entriesOf(document));
  }

  search({ terms, background }: Question, limit: number): readonly FoundSection[] {
    const searched = new Set([...terms, ...background]);
    const related = [...searched].flatMap((term) => [...relatedTo(term)]).filter((term) => !searched.has(term));
    const results = this.#search.search([...searched, ...related].join(" "), {
      boostTerm: (term) => (isWeak(term) ? 0.3 : background.includes(term) ? 0.5 : searched.has(term) ? 1 : 0.4),
      // Prefix and fuzzy matching find inflections that the stemmer does not unify.
      prefix: (term) => searched.has(term) && term.length > 4,
      fuzzy: (term) => (searched.has(term) && term.length > 6 ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.3 },
    });
    const best = results[0]?.score ?? 1;
    return results.slice(0, limit).map(({ id, score }) => {
      const entry = String(id);
      const separator = entry.lastIndexOf("#");
      return { document: entry.slice(0, separator), section: Number(entry.slice(separator + 1)), score: score / best };
    });
  }

  /** Rarity of a term. Highest for a term that no document contains. */
  rarityOf(term: string): number {
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
