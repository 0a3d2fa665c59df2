import { ApprovalRequest } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { CommitDraft } from "./commit-draft.ts";
import { changeIdOf, type ChangeOfProposal } from "./change-of-proposal.ts";
import { digest } from "../kernel/digest.ts";
import { visibleRequest } from "../kernel/visible-text.ts";

/** Kind of the approvals that a commit requests. */
const APPROVAL_TYPE = "commit";

/**
 * Creates the approval request for a change whose field has changed since it was proposed.
 *
 * Its hash covers the change and the current version of the field, so an answer applies only to these.
 *
 * @internal
 */
export function approvalRequest(each: ChangeOfProposal, draft: CommitDraft, now: string): ApprovalRequest {
  const { proposal, field, change } = each;
  return {
    id: changeIdOf(proposal.proposalId, field),
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
 * True when an answer applies to the value that would be written now, or when no approval was requested.
 *
 * @internal
 */
export function isApprovalCurrent(each: ChangeOfProposal, draft: CommitDraft): boolean {
  const asked = pendingApproval(
    draft.value("execution_pending_approvals"),
    changeIdOf(each.proposal.proposalId, each.field),
  );
  return asked === null || asked["hash"] === hashOf(each, draft);
}

/**
 * Returns the approval requests of commits by id.
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
 * Returns the answer that a stored request contains. Undefined while it is pending.
 *
 * @internal
 */
export function answerIn(request: Readonly<Record<string, unknown>> | null): boolean | undefined {
  const status = request?.["status"];
  if (status === "approved") return true;
  return status === "rejected" || status === "expired" || status === "cancelled" ? false : undefined;
}

/**
 * Returns the person who decided about a change, or null without an answer.
 *
 * @internal
 */
export function approvalDecider(values: object, id: string): string | null {
  const by = pendingApproval(Reflect.get(values, "execution_pending_approvals"), id)?.["decidedBy"];
  return typeof by === "string" && by !== "" ? by : null;
}

/**
 * Returns the approval request as shown to a person: without the change of a hidden field, and with visible characters.
 *
 * @internal
 */
export function shownApproval(request: ApprovalRequest, hidden: readonly string[]): ApprovalRequest {
  const { field } = request.payload;
  if (typeof field !== "string" || !hidden.includes(field)) return visibleRequest(request);
  const { change: _change, ...payload } = request.payload;
  // The reason of a proposal is free text and may contain the value.
  return visibleRequest({ ...request, stepObjective: `Change "${field}"`, payload });
}

/**
 * Returns the stored request for a change, whatever it contains. Null without one.
 *
 * @internal
 */
export function pendingApproval(approvals: unknown, id: string): Readonly<Record<string, unknown>> | null {
  const approval = isPlainRecord(approvals) && Object.hasOwn(approvals, id) ? approvals[id] : null;
  return isPlainRecord(approval) && approval["approvalType"] === APPROVAL_TYPE ? approval : null;
}

const hashOf = ({ proposal, field, change }: ChangeOfProposal, draft: CommitDraft): string =>
  digest([proposal.proposalId, proposal.proposedBy, field, change, draft.version(field)]);
