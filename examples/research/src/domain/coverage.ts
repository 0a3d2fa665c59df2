import { type AnswerKind, answerKindOf } from "./answer-kind.ts";
import type { Question } from "./question.ts";
import { similarity } from "./related-words.ts";
import { isWeak, weightOf } from "./words.ts";

/** Thresholds and weights of the coverage, from 0 to 1. A word of the question in the text itself has the weight 1. */
export interface Thresholds {
  /** Minimum coverage of a section. */
  readonly section: number;
  /** Minimum coverage of a sentence together with its headings. */
  readonly sentence: number;
  /** Weight of a related word. */
  readonly related: number;
  /** Weight of a word that occurs only in the context of the text. */
  readonly context: number;
  /** Weight of the kind of answer that the question asks for. */
  readonly kind: number;
}

/** Thresholds tuned with the questions of the evaluation. */
export const defaultThresholds: Thresholds = { section: 0.7, sentence: 0.65, related: 0.8, context: 0.5, kind: 1 };

/** Measures how much of one question a text covers. Texts are passed as sets of stems. */
export interface Coverage {
  /** Kind of answer that the question asks for; null if unknown. */
  readonly answerKind: AnswerKind | null;
  /** Returns the coverage of a text with these stems and with the stems of its context, from 0 to 1. */
  of(text: string, stems: ReadonlySet<string>, context?: ReadonlySet<string>): number;
  /** Returns true if the texts contain every word of a short question. Always true for a longer question. */
  isComplete(section: ReadonlySet<string>, document: ReadonlySet<string>): boolean;
  /** Ranks a sentence among the others under its headings. Words that the headings contain count less. */
  below(headings: ReadonlySet<string>, text: string, stems: ReadonlySet<string>): number;
}

const NO_STEMS: ReadonlySet<string> = new Set();

/** Maximum number of topic words in a short question. */
const SHORT_QUESTION = 2;

/** Weight of a word that the headings above a sentence contain. */
const IN_HEADINGS = 0.3;

/**
 * Creates the measure for a question; null for a question without words to search.
 *
 * `rarityOf` returns the rarity of a stem in the documents. A rarer stem has more weight, and a stem that no document contains has
 * the most, because a text without it rarely answers the question.
 */
export function coverageFor(
  { text: question, terms, background }: Question,
  rarityOf: (term: string) => number,
  { related, context: contextWeight, kind }: Thresholds,
): Coverage | null {
  const searched = terms.some((term) => !isWeak(term)) ? terms : [...terms, ...background];
  const weights = new Map(searched.map((term) => [term, weightOf(term, rarityOf(term))]));
  const totalWeight = sum([...weights.values()]);
  if (totalWeight === 0) return null;
  const answerKind = answerKindOf(question);
  const kindWeight = answerKind === null ? 0 : kind * (totalWeight / weights.size);
  const kindScore = (text: string): number => (answerKind?.isIn(text) === true ? kindWeight : 0);
  return {
    answerKind,
    of(text, stems, context = NO_STEMS) {
      const scores = [...weights].map(
        ([term, weight]) =>
          weight * Math.max(similarity(stems, term, related), contextWeight * similarity(context, term, related)),
      );
      return (sum(scores) + kindScore(text)) / (totalWeight + kindWeight);
    },
    isComplete(section, document) {
      const topical = [...weights.keys()].filter((term) => !isWeak(term));
      return (
        topical.length > SHORT_QUESTION ||
        topical.every((term) => similarity(section, term) + similarity(document, term) > 0)
      );
    },
    below(headings, text, stems) {
      // Among sentences on the same topic, asking words such as "often" help to choose, so they get a minimum weight.
      const weighted = [...weights.keys()].map((term): readonly [string, number] => {
        const weight = Math.max(weights.get(term) ?? 0, 0.45 * Math.min(rarityOf(term), 2.5));
        return [term, weight * (similarity(headings, term, related) > 0 ? IN_HEADINGS : 1)];
      });
      const scores = weighted.map(([term, weight]) => weight * similarity(stems, term, related));
      return (sum(scores) + kindScore(text)) / (sum(weighted.map(([, weight]) => weight)) + kindWeight);
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
