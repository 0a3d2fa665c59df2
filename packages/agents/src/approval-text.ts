import type { ApprovalRequest } from "@tidemark/core-state";
import { PLAN_APPROVAL } from "./approval-request.ts";

/** What there is to say to the person who decides. */
export type ApprovalNews =
  | { readonly kind: "question"; readonly pending: readonly ApprovalRequest[] }
  | { readonly kind: "unclear"; readonly said: string; readonly pending: readonly ApprovalRequest[] }
  | { readonly kind: "explained"; readonly request: ApprovalRequest }
  | { readonly kind: "rejected"; readonly request: ApprovalRequest; readonly reason: string | null }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "expired" | "changed"; readonly request: ApprovalRequest };

/** Words the news about an approval, in English; applications in other languages bring their own function. */
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
    case "rejected":
      return `"${news.request.stepObjective}" was rejected${news.reason === null ? "" : `: ${news.reason}`}. Nothing was done.`;
    case "refused":
      return news.message;
    case "expired":
      return `Nobody answered "${news.request.stepObjective}" in time. Nothing was done.`;
    case "changed":
    default:
      return `"${news.request.stepObjective}" has changed since approval was asked for. Nothing was done.`;
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
