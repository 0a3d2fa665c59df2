/** What is known about a passage that a search found. All values are from 0 to 1. */
export interface Signals {
  /** Share of the words of the question that the passage and its headings contain, weighted by their rarity. Related words count less. */
  readonly covered: number;
  /** Share of the words of the question that the section and its headings contain. */
  readonly inSection: number;
  /** Share of the topics of the question that the heading of the section contains. */
  readonly titled: number;
  /** Share of the neighboring words of the question that are near each other in the passage. */
  readonly paired: number;
  /** Share of the topics of the question that no document contains, and the section no related word either. */
  readonly unrelated: number;
  /** 1 if the question asks for a form of answer that the passage lacks, such as a number; otherwise 0. */
  readonly formless: number;
  /** How far the best section is ahead of the second one and of the fourth one. */
  readonly lead: number;
  readonly wideLead: number;
  /** How far the passage is ahead of the best one of another section. */
  readonly passageLead: number;
  /** 1 if the section lacks a date, a number, or a word such as "last" of the question; otherwise 0. */
  readonly otherFact: number;
}

/** Minimum confidence of an answer. With less, the assistant says that it found none, and quotes the nearest passage. */
export const MIN_CONFIDENCE = 0.5;

/**
 * Estimates the probability that a passage answers the question.
 *
 * The weights are near those of a logistic regression on the tuning questions of the evaluation: is the answer right? Fit them again
 * after a change of the search, and compare the calibration table of `evaluate`.
 */
export function confidenceIn(signals: Signals): number {
  const { covered, inSection, titled, paired, unrelated, formless, lead, wideLead, passageLead, otherFact } = signals;
  // Being ahead means little for a section that lacks the words of the question.
  const fit = covered * (0.6 + 1.96 * lead + 1.54 * wideLead) + 0.73 * titled + 1.84 * paired + 2.2 * passageLead;
  const sum = fit + 0.4 * inSection - 3.1 - 2.54 * unrelated - 2.06 * formless;
  // No answer is certain, and a passage about another date or about another one of several things does not answer.
  const most = otherFact === 1 ? MIN_CONFIDENCE - 0.01 : 0.99;
  return Math.round(100 * Math.min(most, 1 / (1 + Math.exp(-sum)))) / 100;
}

/** Words for a confidence, after the share of such answers that were right in the evaluation. */
export function confidenceText(confidence: number): string {
  const words =
    confidence >= 0.9
      ? "Very likely right"
      : confidence >= 0.8
        ? "Probably right; check the source if it matters"
        : "Uncertain: about one in four such answers is wrong, so check the source";
  return `${words} (confidence ${confidence.toFixed(2)}).`;
}
