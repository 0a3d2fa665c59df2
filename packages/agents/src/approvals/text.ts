import type { ApprovalRequest } from "@tidemark/core-state";
import { PLAN_APPROVAL } from "./request.ts";

/**
 * What happened to an approval, for `say`.
 *
 * `question`, `unclear`, `explained`, `refused` and `otherThread` are read by the person who is asked. `rejected`, `expired`
 * and `changed` are read by the user of the conversation, who is often somebody else.
 */
export type ApprovalNews =
  | { readonly kind: "question"; readonly pending: readonly ApprovalRequest[] }
  | { readonly kind: "unclear"; readonly said: string; readonly pending: readonly ApprovalRequest[] }
  | { readonly kind: "explained"; readonly request: ApprovalRequest }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "otherThread"; readonly request: ApprovalRequest }
  | { readonly kind: "rejected"; readonly request: ApprovalRequest; readonly reason: string | null }
  | { readonly kind: "expired" | "changed"; readonly request: ApprovalRequest };

/**
 * Words the news about an approval, in English; applications in other languages bring their own function.
 *
 * What the user reads names neither the request nor its content, nor who decided, nor why.
 */
export function approvalText(news: ApprovalNews): string {
  switch (news.kind) {
    case "question":
      return `${listed(news.pending)} ${howToAnswer(news.pending)}`;
    case "unclear":
      return news.said === ""
        ? `That was no answer I understand. ${howToAnswer(news.pending)}`
        : `I cannot tell whether "${news.said}" means yes or no. ${howToAnswer(news.pending)}`;
    case "explained":
      return `${news.request.stepObjective}: ${content(news.request)}`;
    case "refused":
      return news.message;
    case "otherThread":
      return "This request was copied from another thread. Nothing was decided here; answer it again for this thread.";
    case "rejected":
      return "This was not approved, so nothing was done.";
    case "expired":
      return "This was not approved in time, so nothing was done.";
    case "changed":
    default:
      return "What was to be approved has changed, so nothing was done.";
  }
}

const listed = (pending: readonly ApprovalRequest[]): string =>
  pending.length === 1
    ? `May I go on? ${pending[0]?.stepObjective ?? ""}.`
    : `${pending.length} things wait for approval: ${pending.map(({ id, stepObjective }) => `${stepObjective} (${id})`).join("; ")}.`;

const howToAnswer = (pending: readonly ApprovalRequest[]): string =>
  pending.length > 1 ? "Answer each by its id." : "Answer yes or no, or ask.";

const content = ({ approvalType, payload }: ApprovalRequest): string =>
  JSON.stringify(approvalType === PLAN_APPROVAL ? payload["steps"] : payload);
