import { type Coverage, coverageFor, type Thresholds, defaultThresholds } from "./coverage.ts";
import { type Section, textOfSection } from "./document.ts";
import type { Evidence, Place } from "./evidence.ts";
import type { Question } from "./question.ts";
import { passagesOf } from "./sentences.ts";
import { termsOf, wordsOf } from "./words.ts";

/** Section found by a search. */
export interface Hit {
  readonly place: Place;
  readonly section: Section;
  /** Terms of the whole document. */
  readonly documentTerms: ReadonlySet<string>;
  /** Score relative to the best section, from 0 to 1. */
  readonly score: number;
}

interface Candidate {
  readonly place: Place;
  readonly quote: string;
  readonly coverage: number;
  readonly fit: number;
}

/** Maximum number of places that an answer cites. */
const MAX_PLACES = 3;

/**
 * Chooses the sentences that answer a question, best first, from at most three sections that each cover the question.
 *
 * Sections below the coverage thresholds are ignored. An empty list means that the documents contain no answer.
 */
export function chooseEvidence(
  hits: readonly Hit[],
  question: Question,
  rarityOf: (term: string) => number,
  thresholds: Thresholds = defaultThresholds,
): readonly Evidence[] {
  const coverage = coverageFor(question, rarityOf, thresholds);
  if (coverage === null) return [];
  const candidates = hits
    .flatMap((hit) => candidatesIn(hit, { question, coverage, thresholds }))
    .filter((candidate) => candidate.coverage >= thresholds.sentence);
  return best(candidates.toSorted((a, b) => b.fit - a.fit)).map(({ place, quote, coverage: covered }) => ({
    ...place,
    quote,
    coverage: Math.min(1, covered),
  }));
}

function candidatesIn(
  { place, section, documentTerms, score }: Hit,
  search: { readonly question: Question; readonly coverage: Coverage; readonly thresholds: Thresholds },
): readonly Candidate[] {
  const { question, coverage, thresholds } = search;
  const text = textOfSection(section);
  if (coverage.answerKind?.required === true && !coverage.answerKind.isIn(text)) return [];
  const headingTerms = new Set(termsOf([place.title, ...place.heading].join(" ")));
  const sectionTerms = new Set([...headingTerms, ...termsOf(text)]);
  if (!coverage.isComplete(sectionTerms, documentTerms)) return [];
  if (coverage.of(text, sectionTerms, documentTerms) < thresholds.section) return [];
  return passagesOf(section).map((quote) => {
    const quoteTerms = new Set(termsOf(quote));
    const covered = coverage.of(quote, new Set([...headingTerms, ...quoteTerms]), sectionTerms);
    // Words in the sentence itself count more than words in its headings.
    const rank = coverage.below(headingTerms, quote, quoteTerms) + 0.5 * covered + 0.35 * score;
    const fit = rank + (defines(quote, question) ? 0.3 : 0) - lengthPenalty(quote);
    return { place, quote, coverage: covered, fit };
  });
}

/** Selects up to two sentences of the best place and one of each other place, without duplicates or poor matches. */
function best(ranked: readonly Candidate[]): readonly Candidate[] {
  const [first] = ranked;
  const chosen: Candidate[] = [];
  for (const candidate of ranked) {
    if (first === undefined || candidate.fit < 0.6 * first.fit) break;
    const places = new Set(chosen.map(({ place }) => place));
    if (places.size === MAX_PLACES && !places.has(candidate.place)) break;
    const limit = candidate.place === first.place && candidate.fit >= 0.75 * first.fit ? 2 : 1;
    const count = chosen.filter(({ place }) => place === candidate.place).length;
    if (count < limit && chosen.every(({ quote }) => quote !== candidate.quote)) chosen.push(candidate);
  }
  return chosen;
}

/** Returns true if the question asks for a definition and the sentence gives it. */
function defines(quote: string, { text }: Question): boolean {
  const [, name = ""] =
    /^what (?:is|are|does) (?:an? |the )?([\w\s-]{2,40}?)(?: mean)?\s*\?*$/i.exec(text.trim()) ?? [];
  const start = quote.replace(/^(?:an?|the) /i, "").toLowerCase();
  return (
    name !== "" &&
    start.startsWith(`${name.toLowerCase()} `) &&
    /^\S+ (?:\S+ )?(?:is|are|means?|passes|says)\b/.test(start)
  );
}

function lengthPenalty(quote: string): number {
  const words = wordsOf(quote).length;
  if (words < 4) return 0.4;
  return words > 60 ? 0.2 : 0;
}
