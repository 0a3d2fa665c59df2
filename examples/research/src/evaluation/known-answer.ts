import { z } from "zod";
import type { Place } from "../domain/evidence.ts";

const KnownPlace = z.strictObject({
  document: z.string().min(1),
  heading: z.string().optional(),
  page: z.int().min(1).optional(),
});

/** A question whose answer is known. */
export const KnownAnswer = z.strictObject({
  /** Rules are tuned on one half; the other half is only ever counted. */
  part: z.enum(["tuning", "heldOut"]),
  question: z.string().min(1),
  /** Where the answer stands, each place being enough; empty when the documents do not contain it. */
  places: z.array(KnownPlace).readonly(),
  /** Words that a right answer has; null when there is none. */
  says: z.string().min(1).nullable(),
});
export type KnownAnswer = z.infer<typeof KnownAnswer>;

/** What was answered to a known question. */
export interface GivenAnswer {
  readonly outcome: string;
  readonly message: string;
  readonly sources: readonly Place[];
}

/** How an answer compares with the known one. */
export interface Verdict extends Pick<KnownAnswer, "part" | "question"> {
  readonly answerable: boolean;
  /** A citation among the first three leads to the right place; or the question was refused, where that is right. */
  readonly right: boolean;
  /** The words of a right answer are in it. */
  readonly says: boolean;
}

/** How many citations a reader looks at. */
const TOP = 3;

/** Compares a given answer with the known one. */
export function judge(known: KnownAnswer, given: GivenAnswer): Verdict {
  const { part, question, places, says } = known;
  if (places.length === 0) {
    const right = given.outcome === "notContained";
    return { part, question, answerable: false, right, says: right };
  }
  const cited = given.sources.slice(0, TOP);
  const right = given.outcome === "answered" && places.some((place) => cited.some((each) => leadsTo(each, place)));
  return { part, question, answerable: true, right, says: right && says !== null && given.message.includes(says) };
}

const leadsTo = (cited: Place, { document, heading, page }: z.infer<typeof KnownPlace>): boolean =>
  cited.document === document &&
  (heading === undefined || cited.heading.includes(heading)) &&
  (page === undefined || cited.page === page);

/** A share of verdicts, as whole numbers that a reader can check. */
export interface Share {
  readonly of: number;
  readonly right: number;
}

/** What a run of the evaluation came to. */
export interface Score {
  /** Answerable questions with the right place among the first three citations. */
  readonly cited: Share;
  /** Answerable questions whose answer says the known words as well. */
  readonly said: Share;
  /** Unanswerable questions that were refused. */
  readonly refused: Share;
}

/** Counts verdicts. */
export function scoreOf(verdicts: readonly Verdict[]): Score {
  const answerable = verdicts.filter((each) => each.answerable);
  const others = verdicts.filter((each) => !each.answerable);
  const count = (of: readonly Verdict[], holds: (each: Verdict) => boolean): Share => ({
    of: of.length,
    right: of.filter(holds).length,
  });
  return {
    cited: count(answerable, ({ right }) => right),
    said: count(answerable, ({ says }) => says),
    refused: count(others, ({ right }) => right),
  };
}
