import { isDeepStrictEqual } from "node:util";
import { approvalText } from "tidemark/conversation";
import { type ApprovalRequest, type PayloadSchema, type ReadOwnAnswer } from "tidemark";
import { answerProblem, Decision, readDecision } from "./decision.ts";
import { Offer } from "./offer.ts";

/** The kind of approval that a change of the calendar needs. */
export const CALENDAR = "calendar";

/** What was offered with a request; null for a request of another kind. */
export const offerIn = (request: ApprovalRequest | undefined): Offer | null =>
  Offer.safeParse(request?.payload).data ?? null;

/**
 * Reads a number, words, or a decision as an answer to the offer; approvals as any client of Tidemark sends them are left as
 * they are. Only what was offered can be chosen.
 */
export const readAnswer: ReadOwnAnswer = (answer, [request]) => {
  const offer = offerIn(request);
  if (request === undefined || offer === null) return null;
  const decision =
    typeof answer === "string" ? readDecision(answer, offer.choices) : (Decision.safeParse(answer).data ?? null);
  if (decision === null) return typeof answer === "string" ? "unclear" : null;
  if (decision.kind === "reject") return { id: request.id, decision: "reject" };
  if (!isOffered(decision, offer)) return null;
  return { id: request.id, decision: "edit", payload: { ...offer, chosen: decision } };
};

/** Of an offer only the choice may be edited, and only to one of those that it has. */
export const choiceOf = (request: ApprovalRequest): PayloadSchema =>
  Offer.refine((edited) => {
    const offer = offerIn(request);
    return (
      offer !== null && isOffered(edited.chosen, offer) && isDeepStrictEqual({ ...edited, chosen: offer.chosen }, offer)
    );
  }, "that is none of the choices");

const isOffered = (decision: Decision | null, { choices }: Offer): boolean =>
  choices.some((choice) => isDeepStrictEqual(choice.decision, decision));

/** Words what there is to say to the person who decides. */
export function sayToDecider(news: Parameters<typeof approvalText>[0]): string {
  if (news.kind === "question") return news.pending.map(({ stepObjective }) => stepObjective).join(" ");
  if (news.kind !== "unclear") return approvalText(news);
  return answerProblem(news.text, offerIn(news.pending[0])?.choices ?? []);
}
