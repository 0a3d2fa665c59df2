import { type ApprovalRequest, type AuditEntry, Proposal } from "@tidemark/core-state";
import { isUser } from "../kernel/as-user.ts";
import { changeIdOf } from "./change-of-proposal.ts";
import { commitApprovals } from "./commit-approval.ts";
import type { DecidedChanges } from "./decided-changes.ts";

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
export function unansweredProposals(
  { control_proposals: proposals }: Readonly<Record<string, unknown>>,
  decided: DecidedChanges,
): UnansweredProposals {
  if (!Array.isArray(proposals) || proposals.length === 0) return { open: [], ended: [] };
  const unanswered = proposals
    .filter((each: unknown): each is Proposal => Proposal.safeParse(each).success)
    .filter(
      ({ proposalId, changes, openSince }) =>
        openSince !== undefined || Object.keys(changes).some((field) => !decided.has(proposalId, field)),
    );
  return {
    open: unanswered.filter(staysOpen),
    // A proposal that may have been decided and forgotten did not end here.
    ended: unanswered.filter((each) => !staysOpen(each) && decided.ageOf(each) !== "forgotten"),
  };
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
    proposals.flatMap(({ proposalId, changes }) => Object.keys(changes).map((field) => changeIdOf(proposalId, field))),
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
