import { type Coverage, coverageFor, type Thresholds, usualThresholds } from "./coverage.ts";
import { type Section, textOfSection } from "./document.ts";
import type { Evidence, Place } from "./evidence.ts";
import type { Question } from "./question.ts";
import { passagesOf } from "./sentences.ts";
import { termsOf, wordsOf } from "./words.ts";

/** A section that a search found. */
export interface Hit {
  readonly place: Place;
  readonly section: Section;
  /** The terms of the whole document. */
  readonly beside: ReadonlySet<string>;
  /** How well the section fits, from 0 to 1, compared with the best one. */
  readonly score: number;
}

interface Candidate {
  readonly place: Place;
  readonly quote: string;
  readonly coverage: number;
  readonly fit: number;
}

/** How many places an answer is founded on at most. */
const MOST = 3;

/**
 * Chooses the sentences that answer a question, best first: from at most three sections that each cover the question.
 *
 * Sections that lack what the question is about give nothing, however well they fit otherwise; an empty list means that the
 * documents do not say.
 */
export function chooseEvidence(
  hits: readonly Hit[],
  question: Question,
  rarityOf: (term: string) => number,
  thresholds: Thresholds = usualThresholds,
): readonly Evidence[] {
  const coverage = coverageFor(question, rarityOf, thresholds);
  if (coverage === null) return [];
  const candidates = hits
    .flatMap((hit) => candidatesIn(hit, { question, coverage, thresholds }))
    .filter((each) => each.coverage >= thresholds.sentence);
  return best(candidates.toSorted((one, other) => other.fit - one.fit)).map(({ place, quote, coverage: covered }) => ({
    ...place,
    quote,
    coverage: Math.min(1, covered),
  }));
}

function candidatesIn(
  { place, section, beside, score }: Hit,
  asking: { readonly question: Question; readonly coverage: Coverage; readonly thresholds: Thresholds },
): readonly Candidate[] {
  const { question, coverage, thresholds } = asking;
  const whole = textOfSection(section);
  if (coverage.asked?.required === true && !coverage.asked.has(whole)) return [];
  const above = termsOf([place.title, ...place.heading].join(" "));
  const heads = new Set(above);
  const around = new Set([...above, ...termsOf(whole)]);
  if (!coverage.isComplete(around, beside) || coverage.of(whole, around, beside) < thresholds.section) return [];
  return passagesOf(section).map((quote) => {
    const own = termsOf(quote);
    const covered = coverage.of(quote, new Set([...above, ...own]), around);
    // What the sentence says itself tells more than what stands above it.
    const fit =
      coverage.below(heads, quote, new Set(own)) + 0.5 * covered + 0.35 * score + (defines(quote, question) ? 0.3 : 0);
    return { place, quote, coverage: covered, fit: fit - lengthPenalty(quote) };
  });
}

/** The first place may say two things; another one speaks with one sentence, for more of it is a click away. */
function best(ranked: readonly Candidate[]): readonly Candidate[] {
  const [first] = ranked;
  const chosen: Candidate[] = [];
  for (const each of ranked) {
    // What fits far worse than the best adds words, and no support.
    if (first === undefined || each.fit < 0.6 * first.fit) break;
    const places = new Set(chosen.map(({ place }) => place));
    if (places.size === MOST && !places.has(each.place)) break;
    const most = each.place === first.place && each.fit >= 0.75 * first.fit ? 2 : 1;
    const already = chosen.filter(({ place }) => place === each.place).length;
    if (already < most && chosen.every(({ quote }) => quote !== each.quote)) chosen.push(each);
  }
  return chosen;
}

/** Whether a sentence says what the thing is that a question asks for the meaning of. */
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
