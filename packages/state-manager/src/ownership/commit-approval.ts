import { ApprovalRequest } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { CommitDraft } from "./commit-draft.ts";
import type { ChangeOfProposal } from "./change-of-proposal.ts";
import { digest } from "../kernel/digest.ts";

/** The kind of approval that a commit asks for. */
const APPROVAL_TYPE = "commit";

/**
 * Makes the question to a person whether a change may be made although its field has moved on.
 *
 * Its hash covers the change and the version of the field it would be made on: an answer counts for exactly that.
 *
 * @internal
 */
export function approvalRequest(each: ChangeOfProposal, draft: CommitDraft, now: string): ApprovalRequest {
  const { proposal, field, change } = each;
  return {
    id: `${proposal.proposalId}/${field}`,
    status: "pending",
    stepObjective: proposal.reason,
    capability: proposal.proposedBy,
    approvalType: APPROVAL_TYPE,
    hash: hashOf(each, draft),
    requestedAt: now,
    expiresAt: null,
    decidedBy: null,
    decidedAt: null,
    payload: { proposalId: proposal.proposalId, field, change },
  };
}

/**
 * True while an answer is for what would be written now; a change that nobody was asked about has nothing to compare.
 *
 * @internal
 */
export function approvalHolds(each: ChangeOfProposal, draft: CommitDraft): boolean {
  const asked = pendingApproval(
    draft.value("execution_pending_approvals"),
    `${each.proposal.proposalId}/${each.field}`,
  );
  return asked === null || asked["hash"] === hashOf(each, draft);
}

/**
 * Gives the questions that commits have asked, by id.
 *
 * @internal
 */
export function commitApprovals(values: Readonly<Record<string, unknown>>): Readonly<Record<string, ApprovalRequest>> {
  const { execution_pending_approvals: pending } = values;
  const asked = Object.keys(isPlainRecord(pending) ? pending : {}).flatMap((id) => {
    const parsed = ApprovalRequest.safeParse(pendingApproval(pending, id));
    return parsed.success ? [[id, parsed.data] as const] : [];
  });
  return Object.fromEntries(asked);
}

/**
 * Gives the answers that the state's own approvals hold for changes of proposals.
 *
 * @internal
 */
export function approvalAnswers(values: object): Readonly<Record<string, boolean>> {
  const pending: unknown = Reflect.get(values, "execution_pending_approvals");
  const answers: Record<string, boolean> = {};
  for (const id of isPlainRecord(pending) ? Object.keys(pending) : []) {
    const status = pendingApproval(pending, id)?.["status"];
    if (status === "approved") answers[id] = true;
    if (status === "rejected" || status === "expired" || status === "cancelled") answers[id] = false;
  }
  return answers;
}

/**
 * The person who decided the question about a change; null when nobody was asked, or nobody answered.
 *
 * @internal
 */
export function approvalDecider(values: object, id: string): string | null {
  const by = pendingApproval(Reflect.get(values, "execution_pending_approvals"), id)?.["decidedBy"];
  return typeof by === "string" && by !== "" ? by : null;
}

/**
 * The question as the person who is asked sees it: without the change of a hidden field.
 *
 * @internal
 */
export function shownApproval(request: ApprovalRequest, hidden: readonly string[]): ApprovalRequest {
  const { field } = request.payload;
  if (typeof field !== "string" || !hidden.includes(field)) return request;
  const { change: _change, ...payload } = request.payload;
  // The reason of a proposal is free text, and may say the value.
  return { ...request, stepObjective: `Change "${field}"`, payload };
}

function pendingApproval(approvals: unknown, id: string): Readonly<Record<string, unknown>> | null {
  const approval = isPlainRecord(approvals) && Object.hasOwn(approvals, id) ? approvals[id] : null;
  return isPlainRecord(approval) && approval["approvalType"] === APPROVAL_TYPE ? approval : null;
}

const hashOf = ({ proposal, field, change }: ChangeOfProposal, draft: CommitDraft): string =>
  digest([proposal.proposalId, proposal.proposedBy, field, change, draft.version(field)]);
