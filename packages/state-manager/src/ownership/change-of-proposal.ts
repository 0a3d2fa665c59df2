import type { Proposal, ProposedChange } from "@tidemark/core-state";

/** One change of one proposal. */
export interface ChangeOfProposal {
  readonly proposal: Proposal;
  readonly field: string;
  readonly change: ProposedChange;
}
