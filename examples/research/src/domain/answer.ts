import { type Evidence, type Place, placeText, samePlace } from "./evidence.ts";
import { sentencesOf } from "./sentences.ts";

/** What an answer says, and where each of its claims stands. */
export interface WrittenAnswer {
  readonly text: string;
  /** Where the numbers in the text lead, in order. */
  readonly sources: readonly Place[];
}

/** The answer when the documents say nothing. */
export const notContained = (documents: number): string =>
  `The ${documents === 1 ? "document does" : `${documents} documents do`} not contain an answer to this.`;

/** Answers with the documents' own words: one sentence a line, each with the number of its source. */
export function quotedAnswer(evidence: readonly Evidence[]): WrittenAnswer {
  const sources = placesOf(evidence);
  const lines = evidence.map((each) => `${each.quote} [${numberOf(each, sources)}]`);
  return { text: [...lines, "", ...sourceLines(sources)].join("\n"), sources };
}

/** How well a page covers a question for which a model opened it: nobody has measured it. */
const OPENED = 0.8;

/** How much of the question the best passage covers that the sources of an answer hold, from 0 to 1. */
export const coverageOf = (sources: readonly Place[], evidence: readonly Evidence[]): number =>
  Math.max(
    0,
    ...evidence
      .filter((each) => sources.some((source) => samePlace(source, each)))
      .map(({ coverage }) => coverage ?? OPENED),
  );

/** What a model writes when the passages do not answer the question. */
export const NOT_CONTAINED = "NOT CONTAINED";

/** The evidence as a model gets it: numbered as the answer will cite it. */
export function evidenceText(evidence: readonly Evidence[]): string {
  const sources = placesOf(evidence);
  return evidence.map((each) => `[${numberOf(each, sources)}] (${placeText(each)}) ${each.quote}`).join("\n");
}

/**
 * Keeps of a written answer what the evidence carries: sentences that cite a source which exists, and whose numbers stand in it.
 *
 * Null when nothing is left; then the documents' own words are the better answer.
 */
export function checkedAnswer(written: string, evidence: readonly Evidence[]): WrittenAnswer | null {
  const sources = placesOf(evidence);
  const kept = claimsOf(written).filter((claim) => isCarried(claim, evidence, sources));
  if (kept.length === 0) return null;
  const cited = sources.filter((_, index) => kept.some((claim) => citationsIn(claim).includes(index + 1)));
  const renumbered = kept.map((claim) =>
    claim.replaceAll(/\[(\d{1,3})\]/g, (_, digits) => {
      const source = sources[Number(digits) - 1];
      return source === undefined ? "" : `[${numberOf(source, cited)}]`;
    }),
  );
  return { text: [renumbered.join(" "), "", ...sourceLines(cited)].join("\n"), sources: cited };
}

/** Sentences with the citations that stand behind them, also behind the full stop. */
function claimsOf(written: string): readonly string[] {
  return sentencesOf(written.replaceAll(/\s+/g, " ")).reduce<readonly string[]>((claims, part) => {
    const [, citations, rest = ""] = /^((?:\[\d{1,3}\][\s,]*)+)([^]*)$/.exec(part) ?? [];
    const last = claims.at(-1);
    if (citations === undefined || last === undefined) return [...claims, part];
    const completed = [...claims.slice(0, -1), `${last} ${citations.trim()}`];
    return rest.trim() === "" ? completed : [...completed, rest.trim()];
  }, []);
}

const citationsIn = (claim: string): readonly number[] =>
  [...claim.matchAll(/\[(\d{1,3})\]/g)].map(([, digits]) => Number(digits));

function isCarried(claim: string, evidence: readonly Evidence[], sources: readonly Place[]): boolean {
  const cited = citationsIn(claim);
  if (cited.length === 0 || !cited.every((number) => sources[number - 1] !== undefined)) return false;
  const quoted = evidence.filter((each) => cited.includes(numberOf(each, sources))).map(({ quote }) => quote);
  const numbers = claim.replaceAll(/\[\d{1,3}\]/g, "").match(/\d+(?:[.,:]\d+)*/g) ?? [];
  return numbers.every((number) => quoted.some((quote) => quote.includes(number)));
}

const placesOf = (evidence: readonly Evidence[]): readonly Place[] =>
  evidence
    .filter((each, index) => evidence.findIndex((other) => samePlace(each, other)) === index)
    .map(({ document, title, heading, page }) => ({ document, title, heading, page }));

const numberOf = (place: Place, sources: readonly Place[]): number =>
  sources.findIndex((each) => samePlace(each, place)) + 1;

const sourceLines = (sources: readonly Place[]): readonly string[] =>
  sources.map((source, index) => `[${index + 1}] ${placeText(source)}`);
