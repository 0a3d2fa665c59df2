import MiniSearch, { type Options, type SearchOptions } from "minisearch";
import { hasAskedForm } from "../domain/answer-kind.ts";
import { confidenceIn } from "../domain/confidence.ts";
import { type Section, type SourceDocument, textOfSection } from "../domain/document.ts";
import { type Evidence, type Place, samePlace } from "../domain/evidence.ts";
import { passagesOf } from "../domain/passages.ts";
import { factsOf, type Question, searchedTerms } from "../domain/question.ts";
import { isOrder, isWeak, termOf, termsOf, wordsOf } from "../domain/words.ts";

/** Text that MiniSearch ranks. Its id is its position. */
interface Entry {
  readonly id: number;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

const options: Options<Entry> = {
  fields: ["title", "heading", "text"],
  tokenize: (text) => [...wordsOf(text)],
  processTerm: (word) => termOf(word),
};

/** Number of sections that are searched for dates and numbers, whose passages are compared, and that evidence comes from. */
const RANKED_SECTIONS = 10;
const COMPARED_SECTIONS = 5;
const CITED_SECTIONS = 3;

/** Full-text index of the sections of documents: BM25 by MiniSearch, first on sections, then on their passages. */
export class SearchIndex {
  readonly #search = new MiniSearch<Entry>(options);
  readonly #sections: readonly { readonly document: SourceDocument; readonly section: Section }[];

  constructor(documents: readonly SourceDocument[]) {
    this.#sections = documents.flatMap((document) => document.sections.map((section) => ({ document, section })));
    for (const [id, { document, section }] of this.#sections.entries()) {
      const heading = section.heading.join(" ");
      this.#search.add({ id, title: document.title, heading, text: textOfSection(section) });
    }
  }

  /** Words of the question that no document contains. */
  unknownWords({ text }: Question): readonly string[] {
    return [...new Set(wordsOf(text))].filter((word) => {
      const term = termOf(word);
      return term !== null && !isWeak(term) && this.#count(term) === 0;
    });
  }

  /**
   * Returns the passages that fit a question best, best first: those of the best paragraph, and one of each of the best three sections.
   *
   * Their confidence tells whether they answer it. Empty if no document contains a word of the question.
   */
  find(question: Question): readonly Evidence[] {
    const sections = this.#searchSections(question);
    const [first] = sections;
    if (first === undefined) return [];
    const facts = factsOf(question.text);
    const passages = rankPassages(sections, question, facts, (term) => this.#isPrefix(term));
    const [best] = passages;
    if (best === undefined) return [];
    const weights = this.#weights(searchedTerms(question));
    const leadOver = (score: number | undefined): number =>
      score === undefined ? 1 : Math.max(0, 1 - score / first.score);
    const isBestOfSection = (rank: number, at: number): boolean =>
      passages.findIndex((passage) => passage.rank === rank) === at;
    return passages
      .filter(
        ({ rank, place }, at) =>
          at === 0 || samePlace(place, best.place) || (rank < CITED_SECTIONS && isBestOfSection(rank, at)),
      )
      .map(({ entry, place, position, rank, form, score }) => {
        const known = sections[rank]?.terms ?? new Set();
        const has = (term: string): boolean => known.has(term) || this.#isPrefixIn(known, term);
        const topics = termsOf(question.text).filter((term) => !isWeak(term) || isOrder(term));
        const lacks = topics.filter((term) => !has(term));
        const terms = new Set(termsOf(`${entry.title} ${entry.heading} ${entry.text}`));
        const confidence = confidenceIn({
          covered: shareOf(weights, (term) => terms.has(term) || this.#isPrefixIn(terms, term)),
          unknown: shareOf(weights, (term) => this.#count(term) === 0),
          formless: form === false ? 1 : 0,
          lead: leadOver(sections[1]?.score),
          wideLead: leadOver(sections[3]?.score),
          otherFact: facts.some((term) => !has(term)) || lacks.some(isOrder) ? 1 : 0,
        });
        const lacking = wordsOf(question.text).filter((word) => {
          const term = termOf(word);
          return term !== null && lacks.includes(term) && this.#count(term) > 0;
        });
        const [missing, relevance] = [[...new Set(lacking)], Math.max(0, score / best.score)];
        return { ...place, quote: entry.text, position, part: 0, missing, confidence, relevance };
      });
  }

  #searchSections(question: Question): readonly FoundSection[] {
    const results = this.#search.search(queryOf(question), {
      ...queryOptions(question),
      // A word that no document contains may be misspelled or shortened.
      fuzzy: (term) => (term.length > 4 && this.#count(term) === 0 ? 0.2 : false),
      prefix: (term) => this.#isPrefix(term),
    });
    const facts = factsOf(question.text);
    const sections = results.slice(0, RANKED_SECTIONS).flatMap(({ id, score }) => {
      const found = this.#sections[Number(id)];
      if (found === undefined) return [];
      const { document, section } = found;
      const text = [document.name, document.title, ...section.heading, textOfSection(section)].join("\n");
      return [{ ...found, score, terms: new Set(termsOf(text)) }];
    });
    // A section with the dates and numbers of the question comes before one about others.
    const hasFacts = ({ terms }: FoundSection): boolean => facts.every((term) => terms.has(term));
    return sections.toSorted((a, b) => Number(hasFacts(b)) - Number(hasFacts(a))).slice(0, COMPARED_SECTIONS);
  }

  /** Number of sections that contain a term, or words that start with it. */
  #count(term: string, prefix = this.#isPrefix(term)): number {
    return this.#search.search(term, { tokenize: (text) => [text], processTerm: (text) => text, prefix }).length;
  }

  /** True for a term that no section contains: it may be the start of another form, as a stem of a longer one. */
  #isPrefix(term: string): boolean {
    return term.length > 4 && this.#count(term, false) === 0;
  }

  #isPrefixIn(terms: ReadonlySet<string>, term: string): boolean {
    return this.#isPrefix(term) && [...terms].some((other) => other.startsWith(term));
  }

  /** Weights of terms by their rarity. Words that name no topic have half the weight. */
  #weights(terms: readonly string[]): ReadonlyMap<string, number> {
    const total = this.#search.documentCount;
    return new Map(
      terms.map((term) => {
        const count = this.#count(term);
        return [term, (isWeak(term) ? 0.5 : 1) * Math.log(1 + (total - count + 0.5) / (count + 0.5))];
      }),
    );
  }
}

interface FoundSection {
  readonly document: SourceDocument;
  readonly section: Section;
  readonly score: number;
  /** Terms of the section, its headings, and the title and name of its document. */
  readonly terms: ReadonlySet<string>;
}

/** Ranks the passages of sections by their score and that of their section. The form of answer that the question asks for counts too. */
function rankPassages(
  sections: readonly FoundSection[],
  question: Question,
  facts: readonly string[],
  prefix: (term: string) => boolean,
) {
  const highestSection = Math.max(...sections.map(({ score }) => score));
  const candidates = sections.flatMap(({ document, section, score, terms }, rank) =>
    passagesOf(section).map(({ text, line, context }, position) => ({
      entry: { title: document.title, heading: [...section.heading, context].join(" "), text },
      place: { ...placeOf(document, section), line },
      position,
      rank,
      sectionScore: score / highestSection,
      form: hasAskedForm(question.text, text),
      factScore: facts.every((term) => terms.has(term)) ? 0 : -2,
    })),
  );
  const search = new MiniSearch<Entry>(options);
  search.addAll(candidates.map(({ entry }, id) => ({ id, ...entry })));
  const results = search.search(queryOf(question), {
    ...queryOptions(question),
    // Among sentences about the same topic, asking words such as "often" help to choose.
    boostTerm: (term) => (question.terms.includes(term) ? 1 : 0.5),
    prefix,
    weights: { prefix: 0.8, fuzzy: 0.3 },
    boost: { title: 0.2, heading: 0.5 },
  });
  const highest = results[0]?.score ?? 1;
  return results
    .flatMap(({ id, score }) => {
      const candidate = candidates[Number(id)];
      if (candidate === undefined) return [];
      const formScore = candidate.form === null ? 0 : candidate.form ? 0.3 : -0.3;
      return [{ ...candidate, score: score / highest + candidate.sectionScore + formScore + candidate.factScore }];
    })
    .toSorted((a, b) => b.score - a.score);
}

const queryOf = ({ text, context }: Question): string => `${text} ${context}`;

const queryOptions = ({ terms }: Question): SearchOptions => ({
  boost: { heading: 2 },
  boostTerm: (term) => (isWeak(term) ? 0.4 : terms.includes(term) ? 1 : 0.5),
});

/** Share of the weights whose term is counted. */
function shareOf(weights: ReadonlyMap<string, number>, isCounted: (term: string) => boolean): number {
  let [sum, total] = [0, 0];
  for (const [term, weight] of weights) {
    total += weight;
    if (isCounted(term)) sum += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** Place of a section, at its first line. */
export const placeOf = ({ name, title }: SourceDocument, { heading, page, blocks }: Section): Place => ({
  document: name,
  title,
  heading,
  page,
  line: blocks[0]?.line ?? 1,
});
