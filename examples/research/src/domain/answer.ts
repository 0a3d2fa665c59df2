import { type Evidence, type Place, placeText, samePlace } from "./evidence.ts";
import { sentencesOf } from "./sentences.ts";

/** Text of an answer, with the sources of its claims. */
export interface WrittenAnswer {
  readonly text: string;
  /** Places cited in the text, in the order of their numbers. */
  readonly sources: readonly Place[];
}

/** Answer if the documents contain none. */
export const notContained = (documents: number): string =>
  `The ${documents === 1 ? "document does" : `${documents} documents do`} not contain an answer to this.`;

/** Answers with quotes from the documents, one per line, each with the number of its source. */
export function quotedAnswer(evidence: readonly Evidence[]): WrittenAnswer {
  const sources = placesOf(evidence);
  const lines = evidence.map((item) => `${item.quote} [${numberOf(item, sources)}]`);
  return { text: [...lines, "", ...sourceLines(sources)].join("\n"), sources };
}

/** Assumed coverage of a page that a model opened. */
const OPENED_PAGE_COVERAGE = 0.8;

/** Coverage of the best passage among the sources of an answer, from 0 to 1. */
export const coverageOf = (sources: readonly Place[], evidence: readonly Evidence[]): number =>
  Math.max(
    0,
    ...evidence
      .filter((item) => sources.some((source) => samePlace(source, item)))
      .map(({ coverage }) => coverage ?? OPENED_PAGE_COVERAGE),
  );

/** Marker that a model writes if the passages do not answer the question. */
export const NOT_CONTAINED = "NOT CONTAINED";

/** Formats the evidence for a model, with the numbers that the answer must cite. */
export function evidenceText(evidence: readonly Evidence[]): string {
  const sources = placesOf(evidence);
  return evidence.map((item) => `[${numberOf(item, sources)}] (${placeText(item)}) ${item.quote}`).join("\n");
}

/**
 * Removes the sentences of a written answer that the evidence does not support. A supported sentence cites only existing sources,
 * and each number in it occurs in a cited passage.
 *
 * Returns null if no sentence remains.
 */
export function checkedAnswer(written: string, evidence: readonly Evidence[]): WrittenAnswer | null {
  const sources = placesOf(evidence);
  const kept = claimsOf(written).filter((claim) => isSupported(claim, evidence, sources));
  if (kept.length === 0) return null;
  const cited = sources.filter((_, index) => kept.some((claim) => citationsIn(claim).includes(index + 1)));
  const renumbered = kept.map((claim) =>
    claim.replaceAll(/\[(\d{1,3})\]/g, (_match, digits) => {
      const source = sources[Number(digits) - 1];
      return source === undefined ? "" : `[${numberOf(source, cited)}]`;
    }),
  );
  return { text: [renumbered.join(" "), "", ...sourceLines(cited)].join("\n"), sources: cited };
}

/** Splits an answer into sentences. A citation after the period belongs to the sentence before it. */
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

function isSupported(claim: string, evidence: readonly Evidence[], sources: readonly Place[]): boolean {
  const cited = citationsIn(claim);
  if (cited.length === 0 || !cited.every((number) => sources[number - 1] !== undefined)) return false;
  const quotes = evidence.filter((item) => cited.includes(numberOf(item, sources))).map(({ quote }) => quote);
  const numbers = claim.replaceAll(/\[\d{1,3}\]/g, "").match(/\d+(?:[.,:]\d+)*/g) ?? [];
  return numbers.every((number) => quotes.some((quote) => quote.includes(number)));
}

const placesOf = (evidence: readonly Evidence[]): readonly Place[] =>
  evidence
    .filter((item, index) => evidence.findIndex((other) => samePlace(item, other)) === index)
    .map(({ document, title, heading, page }) => ({ document, title, heading, page }));

const numberOf = (place: Place, sources: readonly Place[]): number =>
  sources.findIndex((source) => samePlace(source, place)) + 1;

const sourceLines = (sources: readonly Place[]): readonly string[] =>
  sources.map((source, index) => `[${index + 1}] ${placeText(source)}`);
