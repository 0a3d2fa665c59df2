import { z } from "zod";
import type { Place } from "../src/domain/evidence.ts";

const KnownPlace = z.strictObject({
  document: z.string().min(1),
  heading: z.string().optional(),
  page: z.int().min(1).optional(),
});

/** A question with its known answer. */
export const KnownAnswer = z.strictObject({
  /** The rules are tuned on the questions of the first part. The held-out ones are only counted. */
  part: z.enum(["tuning", "heldOut"]),
  question: z.string().min(1),
  /** Places that contain the answer; one of them is enough. Empty if the documents contain no answer. */
  places: z.array(KnownPlace).readonly(),
  /** Words of the documents; an answer must contain one of these. Without them, its place decides. */
  answer: z.array(z.string().min(1)).readonly().optional(),
});
export type KnownAnswer = z.infer<typeof KnownAnswer>;

/** Answer of the assistant. */
export interface GivenAnswer {
  readonly outcome: string;
  readonly message: string;
  readonly sources: readonly Place[];
  readonly confidence: number | null;
}

/** Result of comparing an answer with the known one. */
export interface Verdict extends Pick<KnownAnswer, "part" | "question"> {
  readonly answerable: boolean;
  readonly answered: boolean;
  /** True if one of the first three named places is correct. */
  readonly named: boolean;
  /** True if the answer quotes a correct place, and contains one of the known words. */
  readonly right: boolean;
  readonly confidence: number;
}

/** Number of places that count. */
const TOP = 3;

/** Compares an answer with the known one. */
export function judge({ part, question, places, answer }: KnownAnswer, given: GivenAnswer): Verdict {
  const correct = given.sources.slice(0, TOP).map((source) => places.some((place) => matches(source, place)));
  const answered = given.outcome === "answered";
  const [text = ""] = given.message.split("\n\n[1]");
  const isQuoted = correct.some((isCorrect, at) => isCorrect && (at === 0 || text.includes(`[${at + 1}]`)));
  return {
    part,
    question,
    answerable: places.length > 0,
    answered,
    named: correct.includes(true),
    right: answered && isQuoted && (answer?.some((words) => plain(text).includes(plain(words))) ?? true),
    confidence: given.confidence ?? 0,
  };
}

/** Returns true if a place is the known one. Headings are compared without markup and punctuation. */
export function matches(
  cited: Pick<Place, "document" | "heading" | "page">,
  { document, heading, page }: z.infer<typeof KnownPlace>,
): boolean {
  return (
    cited.document === document &&
    (heading === undefined || cited.heading.some((title) => plain(title) === plain(heading))) &&
    (page === undefined || cited.page === page)
  );
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** Number of correct verdicts out of a total. */
export interface Share {
  readonly total: number;
  readonly correct: number;
}

const shareOf = (verdicts: readonly Verdict[], isCorrect: (verdict: Verdict) => boolean): Share => ({
  total: verdicts.length,
  correct: verdicts.filter(isCorrect).length,
});

/** Counts verdicts. */
export function scoreOf(verdicts: readonly Verdict[]) {
  const answerable = verdicts.filter((verdict) => verdict.answerable);
  const unanswerable = verdicts.filter((verdict) => !verdict.answerable);
  const given = verdicts.filter(({ answered }) => answered);
  return {
    /** Answerable questions whose place is among the first three that the answer names. */
    named: shareOf(answerable, ({ named }) => named),
    /** Answerable questions that were answered right. */
    answered: shareOf(answerable, ({ right }) => right),
    /** Given answers that are right. */
    right: shareOf(given, ({ right }) => right),
    /** Unanswerable questions that were refused. */
    refused: shareOf(unanswerable, ({ answered }) => !answered),
  };
}

/** Lower bounds of the rows of the calibration table. */
export const CONFIDENCES = [0.5, 0.7, 0.8, 0.9];

/** Compares the stated confidence of answers with the share of them that are right. */
export const calibrationOf = (verdicts: readonly Verdict[]): readonly Share[] =>
  CONFIDENCES.map((from, at) =>
    shareOf(
      verdicts.filter(
        ({ answered, confidence }) => answered && confidence >= from && confidence < (CONFIDENCES[at + 1] ?? 1.01),
      ),
      ({ right }) => right,
    ),
  );
