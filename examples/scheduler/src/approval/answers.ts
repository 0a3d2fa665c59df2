import { isDeepStrictEqual } from "node:util";
import { approvalText } from "tidemark/conversation";
import { type ApprovalRequest, type PayloadSchema, type ReadOwnAnswer } from "tidemark";
import { answerProblem, Decision, readDecision } from "./decision.ts";
import { Offer } from "./offer.ts";

/** Approval type of calendar changes. */
export const CALENDAR = "calendar";

/** Offer that a request contains; null for other requests. */
export const offerIn = (request: ApprovalRequest | undefined): Offer | null =>
  Offer.safeParse(request?.payload).data ?? null;

/**
 * Reads a number, text or decision as an answer to the offer; only offered choices are accepted. Answers in the standard
 * approval format are left to `approvalNode`.
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

/** Schema for edits of an offer: only the choice can change, and only to an offered one. */
export const choiceOf = (request: ApprovalRequest): PayloadSchema =>
  Offer.refine((edited) => {
    const offer = offerIn(request);
    return (
      offer !== null && isOffered(edited.chosen, offer) && isDeepStrictEqual({ ...edited, chosen: offer.chosen }, offer)
    );
  }, "the choice is not one of those offered");

const isOffered = (decision: Decision | null, { choices }: Offer): boolean =>
  choices.some((choice) => isDeepStrictEqual(choice.decision, decision));

/** Message for the person who decides. */
export function approvalMessage(context: Parameters<typeof approvalText>[0]): string {
  if (context.kind === "question") return context.pending.map(({ stepObjective }) => stepObjective).join(" ");
  if (context.kind !== "unclear") return approvalText(context);
  return answerProblem(context.text, offerIn(context.pending[0])?.choices ?? []);
}
