import { type AskedFor, askedFor } from "./asked-for.ts";
import type { Question } from "./question.ts";
import { likeness } from "./related-words.ts";
import { isWeak, weightOf } from "./words.ts";

/** What has to be there, and what counts how much beside a word that stands in a passage itself. */
export interface Thresholds {
  /** How much of the question a section has to cover. */
  readonly section: number;
  /** How much of it one sentence has to cover, under its headings. */
  readonly sentence: number;
  /** What counts that a related word stands there instead. */
  readonly related: number;
  /** What counts that the word stands elsewhere around it. */
  readonly beside: number;
  /** What counts that the kind of thing is there that is asked for. */
  readonly kind: number;
}

/** Found by trying questions whose answers are known; see the evaluation. */
export const usualThresholds: Thresholds = { section: 0.7, sentence: 0.65, related: 0.8, beside: 0.5, kind: 1 };

/** Measures how much of one question texts cover. */
export interface Coverage {
  /** What kind of thing is asked for; null when the question does not say. */
  readonly asked: AskedFor | null;
  /** From 0 to 1, for a text with these stems of its own, and with these around it. */
  of(text: string, own: ReadonlySet<string>, beside?: ReadonlySet<string>): number;
  /** Whether a short question has no word that texts lack altogether: of few words, none is there by the way. */
  isComplete(around: ReadonlySet<string>, beside: ReadonlySet<string>): boolean;
  /** The same for a sentence among others below one heading: what the heading says already tells them little apart. */
  below(above: ReadonlySet<string>, text: string, own: ReadonlySet<string>): number;
}

const NOTHING: ReadonlySet<string> = new Set();

/** How many words that tell something a short question has at most. */
const SHORT = 2;

/** What a word counts that the headings above a sentence have already. */
const SAID_ABOVE = 0.3;

/**
 * Makes a measure for a question; null for one without a word to look for.
 *
 * `rarityOf` says how rare a stem is among the documents. A rare one tells more, and one that no document has most of all: what a
 * question names and nobody speaks of is what keeps the others from being an answer.
 */
export function coverageFor(
  { text: question, terms, background }: Question,
  rarityOf: (term: string) => number,
  { related, beside: besideCounts, kind }: Thresholds,
): Coverage | null {
  const looked = terms.some((term) => !isWeak(term)) ? terms : [...terms, ...background];
  const weights = new Map(looked.map((term) => [term, weightOf(term, rarityOf(term))]));
  const words = sum([...weights.values()]);
  if (words === 0) return null;
  const asked = askedFor(question);
  const kindWeight = asked === null ? 0 : kind * (words / weights.size);
  const hasKind = (text: string): number => (asked?.has(text) === true ? kindWeight : 0);
  return {
    asked,
    of(text, own, beside = NOTHING) {
      // What its other sections speak of, a document has in mind in this one, too.
      const found = [...weights].map(
        ([term, weight]) =>
          weight * Math.max(likeness(own, term, related), besideCounts * likeness(beside, term, related)),
      );
      return (sum(found) + hasKind(text)) / (words + kindWeight);
    },
    isComplete(around, beside) {
      const telling = [...weights.keys()].filter((term) => !isWeak(term));
      return telling.length > SHORT || telling.every((term) => likeness(around, term) + likeness(beside, term) > 0);
    },
    below(above, text, own) {
      // Among sentences on one topic also a word that asks tells which of them is meant.
      const telling = [...weights.keys()].map((term): readonly [string, number] => {
        const weight = Math.max(weights.get(term) ?? 0, 0.45 * Math.min(rarityOf(term), 2.5));
        return [term, weight * (likeness(above, term, related) > 0 ? SAID_ABOVE : 1)];
      });
      const found = telling.map(([term, weight]) => weight * likeness(own, term, related));
      return (sum(found) + hasKind(text)) / (sum(telling.map(([, weight]) => weight)) + kindWeight);
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
