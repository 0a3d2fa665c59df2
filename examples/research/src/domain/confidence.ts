/** What is known about a passage that a search found. All values are from 0 to 1. */
export interface Signals {
  /** Share of the words of the question that the passage and its headings contain, weighted by their rarity. Related words count less. */
  readonly covered: number;
  /** Share of the neighboring words of the question that are near each other in the passage. */
  readonly paired: number;
  /** Share of the topics of the question that no document contains, and the section no related word either. */
  readonly unrelated: number;
  /** 1 for a question that yes or no answers, and a passage without one of its topics; otherwise 0. */
  readonly unsaid: number;
  /** 1 if the question asks for a form of answer that the passage lacks, such as a number; otherwise 0. */
  readonly formless: number;
  /** Number of words of the question, up to five, as a share of five: few words fit many passages. */
  readonly specific: number;
  /** 1 for a list item or code, which rarely answers alone; otherwise 0. */
  readonly fragment: number;
  /** How far the best section is ahead of the fourth one. */
  readonly lead: number;
  /** How far the passage is ahead of the best one of another section. */
  readonly passageLead: number;
  /** 1 if a date, number, order or name of the question, the value or thing that it asks for, or what it refers back to is missing; otherwise 0. */
  readonly otherFact: number;
  /** 1 if the passage only mentions the topic of a question that asks for no form of answer; otherwise 0. */
  readonly mentioned: number;
}

/** Minimum confidence of an answer. With less, the assistant says that it found none, and quotes the nearest passage. */
export const MIN_CONFIDENCE = 0.5;

/** Confidence above which an answer needs no context. */
export const SURE = 0.9;

/** Probability that a passage answers. Fit the weights again after a change of the search, and compare the table of `evaluate`. */
export function confidenceIn(signals: Signals): number {
  const { covered, paired, unrelated, unsaid, formless, specific } = signals;
  const { fragment, lead, passageLead, otherFact, mentioned } = signals;
  // Being ahead means little for a section that lacks the words of the question.
  const fit = covered * (1.3 + 3.06 * lead) + 1.22 * paired + 1.44 * passageLead + 1.92 * specific;
  const sum = fit - 3.52 - 2.4 * unrelated - 0.5 * unsaid - 2.7 * formless - 1.44 * fragment;
  // No answer is certain, and a passage about another date, name or thing, or about another one of several things, does not answer.
  const most = otherFact === 1 ? MIN_CONFIDENCE - 0.01 : mentioned === 1 ? 0.69 : 0.99;
  return Math.round(100 * Math.min(most, 1 / (1 + Math.exp(-sum)))) / 100;
}

/** Words for a confidence, after the share of such answers that were right in the evaluation. */
export function confidenceText(confidence: number): string {
  if (confidence >= SURE) return "Very likely right: 19 of 20 such answers were, when tested.";
  return confidence >= 0.7
    ? "Probably right: 5 of 6 such answers were, when tested; check the source if it matters."
    : "Uncertain: 3 of 5 such answers were right, when tested, so check the source.";
}
