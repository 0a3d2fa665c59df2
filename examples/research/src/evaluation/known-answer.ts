import { z } from "zod";
import type { Place } from "../domain/evidence.ts";

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
  /** Words that the answer must contain; null if the documents contain no answer. */
  contains: z.string().min(1).nullable(),
});
export type KnownAnswer = z.infer<typeof KnownAnswer>;

/** Answer of the assistant. */
export interface GivenAnswer {
  readonly outcome: string;
  readonly message: string;
  readonly sources: readonly Place[];
}

/** Result of comparing an answer with the known one. */
export interface Verdict extends Pick<KnownAnswer, "part" | "question"> {
  readonly answerable: boolean;
  /** True if one of the first three citations is correct, or if an unanswerable question was refused. */
  readonly correct: boolean;
  /** True if the answer is correct and contains the expected words. */
  readonly worded: boolean;
}

/** Number of citations that count. */
const TOP = 3;

/** Compares an answer with the known one. */
export function judge(known: KnownAnswer, given: GivenAnswer): Verdict {
  const { part, question, places, contains } = known;
  if (places.length === 0) {
    const correct = given.outcome === "notContained";
    return { part, question, answerable: false, correct, worded: correct };
  }
  const cited = given.sources.slice(0, TOP);
  const correct =
    given.outcome === "answered" && places.some((place) => cited.some((source) => matches(source, place)));
  const worded = correct && contains !== null && given.message.includes(contains);
  return { part, question, answerable: true, correct, worded };
}

const matches = (cited: Place, { document, heading, page }: z.infer<typeof KnownPlace>): boolean =>
  cited.document === document &&
  (heading === undefined || cited.heading.includes(heading)) &&
  (page === undefined || cited.page === page);

/** Number of correct verdicts out of a total. */
export interface Share {
  readonly total: number;
  readonly correct: number;
}

/** Scores of an evaluation. */
export interface Score {
  /** Answerable questions with a correct place among the first three citations. */
  readonly cited: Share;
  /** Answerable questions with a correct place and the expected words. */
  readonly worded: Share;
  /** Unanswerable questions that were refused. */
  readonly refused: Share;
}

/** Counts verdicts. */
export function scoreOf(verdicts: readonly Verdict[]): Score {
  const answerable = verdicts.filter((verdict) => verdict.answerable);
  const unanswerable = verdicts.filter((verdict) => !verdict.answerable);
  const share = (part: readonly Verdict[], isCorrect: (verdict: Verdict) => boolean): Share => ({
    total: part.length,
    correct: part.filter(isCorrect).length,
  });
  return {
    cited: share(answerable, ({ correct }) => correct),
    worded: share(answerable, ({ worded }) => worded),
    refused: share(unanswerable, ({ correct }) => correct),
  };
}
