import { askedFor } from "./asked-for.ts";
import { type Section, textOfSection } from "./document.ts";
import type { Evidence, Place } from "./evidence.ts";
import type { Question } from "./question.ts";
import { likeness } from "./related-words.ts";
import { isWeak, termsOf, wordsOf } from "./words.ts";

/** A section that a search found. */
export interface Hit {
  readonly place: Place;
  readonly section: Section;
  /** How well the section fits, from 0 to 1, compared with the best one. */
  readonly score: number;
}

/** How much of a question a section has to cover, and one sentence of it under its headings. */
export interface Thresholds {
  readonly section: number;
  readonly sentence: number;
}

/** Found by trying questions whose answers are known; see the evaluation. */
export const usualThresholds: Thresholds = { section: 0.7, sentence: 0.5 };

/** What a word that asks counts, beside one that names; and what the kind of thing that is asked for counts. */
const WEAK_SHARE = 0.25;
const KIND_SHARE = 0.6;

/** How many passages an answer is founded on at most. */
const MOST = 3;

/**
 * Chooses the sentences that answer a question, best first: at most three, each from a section that covers the question.
 *
 * `weigh` says how much a term tells: a rare one, and one that no document has, tells much. Sections that lack what the
 * question is about give nothing, however well they fit otherwise; an empty list means that the documents do not say.
 */
export function chooseEvidence(
  hits: readonly Hit[],
  question: Question,
  weigh: (term: string) => number,
  thresholds: Thresholds = usualThresholds,
): readonly Evidence[] {
  const terms = question.terms.some((term) => !isWeak(term))
    ? question.terms
    : [...question.terms, ...question.background];
  const weights = new Map(terms.map((term) => [term, weigh(term) * (isWeak(term) ? WEAK_SHARE : 1)]));
  const topics = sum([...weights.values()]);
  if (topics === 0) return [];
  const asked = askedFor(question.text);
  const kindWeight = asked === null ? 0 : KIND_SHARE * (topics / weights.size);
  const share = (found: ReadonlySet<string>, hasKind: boolean): number =>
    (sum([...weights].map(([term, weight]) => weight * likeness(found, term))) + (hasKind ? kindWeight : 0)) /
    (topics + kindWeight);
  const hasKind = (text: string): boolean => asked?.has(text) === true;

  const candidates = hits.flatMap(({ place, section, score }) => {
    const above = new Set(termsOf([place.title, ...place.heading].join(" ")));
    const whole = textOfSection(section);
    if (share(union(above, termsOf(whole)), hasKind(whole)) < thresholds.section) return [];
    return passagesOf(section).map((quote) => {
      const own = new Set(termsOf(quote));
      const coverage = share(union(above, own), hasKind(quote));
      const ranked = share(own, hasKind(quote)) + 0.5 * coverage + 0.35 * score;
      return { place, quote, coverage, ranked: ranked - lengthPenalty(quote) };
    });
  });
  const chosen: (typeof candidates)[number][] = [];
  for (const each of candidates.toSorted((one, other) => other.ranked - one.ranked)) {
    if (chosen.length === MOST) break;
    if (each.coverage < thresholds.sentence) continue;
    // One sentence speaks for its section: more of it is one click away, other places are not.
    if (chosen.some(({ place, quote }) => place === each.place || quote === each.quote)) continue;
    // What fits far worse than the best adds words, and no support.
    if (each.ranked < 0.6 * (chosen[0]?.ranked ?? 0)) continue;
    chosen.push(each);
  }
  return chosen.map(({ place, quote, coverage }) => ({ ...place, quote, coverage: Math.min(1, coverage) }));
}

/** The sentences of a section; one that only announces what follows is taken together with it. */
export function passagesOf({ blocks }: Section): readonly string[] {
  const sentences = blocks.filter(({ kind }) => kind === "prose").flatMap(({ text }) => sentencesOf(text));
  return sentences.map((sentence, index) => {
    const next = sentences[index + 1];
    return sentence.endsWith(":") && next !== undefined ? `${sentence} ${next}` : sentence;
  });
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Splits prose into sentences. */
export function sentencesOf(text: string): readonly string[] {
  const parts = [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((each) => each !== "");
  // "e.g." and "No. 4" end no sentence; neither does what goes on in lower case.
  return parts.reduce<readonly string[]>((all, part) => {
    const last = all.at(-1);
    const goesOn =
      last !== undefined && (/^[\p{Ll}(]/u.test(part) || /\b(?:e\.g|i\.e|No|Nr|cf|vs|approx)\.$/.test(last));
    return goesOn ? [...all.slice(0, -1), `${last} ${part}`] : [...all, part];
  }, []);
}

function lengthPenalty(quote: string): number {
  const words = wordsOf(quote).length;
  if (words < 4) return 0.4;
  return words > 60 ? 0.2 : 0;
}

const union = (one: ReadonlySet<string>, other: Iterable<string>): ReadonlySet<string> => new Set([...one, ...other]);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
