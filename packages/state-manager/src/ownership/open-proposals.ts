import { type ApprovalRequest, type AuditEntry, Proposal } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { isUser } from "../kernel/as-user.ts";
import { commitApprovals } from "./commit-approval.ts";

/** The proposals that a turn left unanswered. */
export interface UnansweredProposals {
  /** Those that go on: made by people, or left open by a commit for a choice or an answer. */
  readonly open: readonly Proposal[];
  /** Those that agents made and nobody looked at: they end with their turn. */
  readonly ended: readonly Proposal[];
}

/**
 * Gives the proposals that no commit has answered, in their order.
 *
 * What is no proposal is left out: the list may come from an old checkpoint.
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
    // One that was answered in part is known by what is left of it.
    .filter(({ proposalId, openSince }) => openSince !== undefined || !answered.has(proposalId));
  return { open: unanswered.filter(goesOn), ended: unanswered.filter((each) => !goesOn(each)) };
}

const goesOn = ({ proposedBy, openSince }: Proposal): boolean => openSince !== undefined || isUser(proposedBy);

/**
 * Gives the questions to people that wait for an answer to one of these proposals.
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
 * Says in the audit log that a proposal ended with its turn: nothing is lost without a word.
 *
 * @internal
 */
export function endedEntry(proposal: Proposal, now: string): AuditEntry {
  const { proposalId, proposedBy, reason, turnId, changes } = proposal;
  const refused = Object.fromEntries(Object.keys(changes).map((field) => [field, "its turn ended unanswered"]));
  const decidedBy = "runtime";
  return { action: "commit", proposalId, proposedBy, decidedBy, reason, turnId, accepted: {}, refused, timestamp: now };
}
