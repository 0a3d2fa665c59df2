import { type ApprovalRequest, type AuditEntry, Proposal } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { isUser } from "../kernel/as-user.ts";
import { commitApprovals } from "./commit-approval.ts";

/** Proposals that a turn left undecided. */
export interface UnansweredProposals {
  /** Proposals that stay open: made by people, or left open by a commit. */
  readonly open: readonly Proposal[];
  /** Proposals of agents that no commit has decided. They end with their turn. */
  readonly ended: readonly Proposal[];
}

/**
 * Returns the proposals that no commit has decided, in order.
 *
 * Invalid entries are left out, because the list may come from an old checkpoint.
 *
 * @internal
 */
export function unansweredProposals(values: Readonly<Record<string, unknown>>): UnansweredProposals {
  const { control_proposals: proposals, runtime_audit_log: log } = values;
  if (!Array.isArray(proposals) || proposals.length === 0) return { open: [], ended: [] };
  const answered = new Set(
    (Array.isArray(log) ? log : []).map((entry: unknown) => (isPlainRecord(entry) ? entry["proposalId"] : undefined)),
  );
  const unanswered = proposals
    .filter((each: unknown): each is Proposal => Proposal.safeParse(each).success)
    // A partly decided proposal has `openSince`.
    .filter(({ proposalId, openSince }) => openSince !== undefined || !answered.has(proposalId));
  return { open: unanswered.filter(staysOpen), ended: unanswered.filter((each) => !staysOpen(each)) };
}

const staysOpen = ({ proposedBy, openSince }: Proposal): boolean => openSince !== undefined || isUser(proposedBy);

/**
 * Returns the pending approvals of these proposals.
 *
 * @internal
 */
export function approvalsOf(
  proposals: readonly Proposal[],
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, ApprovalRequest>> {
  const ids = new Set(
    proposals.flatMap(({ proposalId, changes }) => Object.keys(changes).map((field) => `${proposalId}/${field}`)),
  );
  return Object.fromEntries(Object.entries(commitApprovals(values)).filter(([id]) => ids.has(id)));
}

/**
 * Creates the audit entry for a proposal that ended undecided with its turn.
 *
 * @internal
 */
export function endedEntry(proposal: Proposal, now: string): AuditEntry {
  const { proposalId, proposedBy, reason, turnId, changes } = proposal;
  const refused = Object.fromEntries(Object.keys(changes).map((field) => [field, "its turn ended unanswered"]));
  const decidedBy = "runtime";
  return { action: "commit", proposalId, proposedBy, decidedBy, reason, turnId, accepted: {}, refused, timestamp: now };
}
