import type { ApprovalRequest } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { PLAN_APPROVAL } from "./request.ts";

/**
 * Event that `say` turns into text.
 *
 * `question`, `unclear`, `ambiguous`, `explained`, `refused`, `otherThread` and `unsigned` are read by the person who is asked. `rejected`,
 * `expired` and `changed` are read by the user of the conversation, who is often a different person.
 */
export type ApprovalNotice =
  | { readonly kind: "question"; readonly pending: readonly ApprovalRequest[] }
  | { readonly kind: "unclear"; readonly text: string; readonly pending: readonly ApprovalRequest[] }
  /** An answer without the id of its question, while several questions are open. */
  | { readonly kind: "ambiguous" }
  | { readonly kind: "explained"; readonly request: ApprovalRequest }
  | { readonly kind: "refused"; readonly message: string }
  /** Copied from another thread, or approved by people who may not approve it any more. */
  | { readonly kind: "otherThread" | "unsigned"; readonly request: ApprovalRequest }
  | { readonly kind: "rejected"; readonly request: ApprovalRequest; readonly reason: string | null }
  | { readonly kind: "expired" | "changed"; readonly request: ApprovalRequest };

/**
 * Writes the text for an approval event, in English. Pass a custom function as `say` for other languages.
 *
 * Texts for the user name neither the request nor its content, the approver or the reason.
 */
export function approvalText(notice: ApprovalNotice): string {
  switch (notice.kind) {
    case "question":
      return `${listRequests(notice.pending)} ${howToAnswer(notice.pending)}`;
    case "unclear":
      return notice.text === ""
        ? `I did not understand the answer. ${howToAnswer(notice.pending)}`
        : `I cannot tell whether ${quoted(notice.text)} means yes or no. ${howToAnswer(notice.pending)}`;
    case "ambiguous":
      return "Several questions wait for an answer, so nothing was decided. Answer each by its id.";
    case "explained":
      return `${notice.request.stepObjective}: ${content(notice.request)}`;
    case "refused":
      return notice.message;
    case "otherThread":
      return "This request was copied from another thread. Nothing was decided here. Please answer it for this thread.";
    case "unsigned":
      return "The people who approved this may not approve it, or not any more. Nothing was done. Please decide it again.";
    case "rejected":
      return "This was not approved, so nothing was done.";
    case "expired":
      return "This was not approved in time, so nothing was done.";
    case "changed":
    default:
      return "The request changed before it was approved, so nothing was done.";
  }
}

const listRequests = (pending: readonly ApprovalRequest[]): string =>
  pending.length === 1
    ? pending.map((request) => `${questionOf(request)}${signaturesOf(request)}`).join("")
    : `${pending.length} requests need approval: ${pending.map((request) => `${objectiveOf(request)} (${request.id})`).join("; ")}.`;

/** How many people have to approve, and how many have. Empty for one person. */
const signaturesOf = ({ signaturesNeeded: needed = 1, signatures = [] }: ApprovalRequest): string =>
  needed === 1 ? "" : ` ${signatures.length} of ${needed} people have approved.`;

function questionOf(request: ApprovalRequest): string {
  const objective = objectiveOf(request);
  return objective.includes('"') ? `Approve this? ${objective.replace(/[.]?$/, ".")}` : `Approve "${objective}"?`;
}

/** Longest text of arguments in a question. The request has all of them. */
const SHOWN_ARGUMENTS = 200;

/** Objective of a request, with the arguments of a call that its tool does not describe. */
function objectiveOf({ stepObjective, payload: { tool, arguments: args } }: ApprovalRequest): string {
  if (stepObjective !== `Call the tool "${String(tool)}"` || !isPlainRecord(args)) return stepObjective;
  const text = JSON.stringify(args);
  return text === "{}" || text.length > SHOWN_ARGUMENTS ? stepObjective : `${stepObjective} with ${text}`;
}

/** Text in quotation marks, which differ from those inside of it. */
const quoted = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`);

const howToAnswer = (pending: readonly ApprovalRequest[]): string =>
  pending.length > 1 ? "Answer each by its id." : "Answer yes or no, or ask a question.";

const content = ({ approvalType, payload }: ApprovalRequest): string =>
  JSON.stringify(approvalType === PLAN_APPROVAL ? payload["steps"] : payload);
