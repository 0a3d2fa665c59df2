import type { Proposal } from "@tidemark/core-state";
import type { ProposedChange } from "@tidemark/core-state/internal";

/** One change of one proposal. */
export interface ChangeOfProposal {
  readonly proposal: Proposal;
  readonly field: string;
  readonly change: ProposedChange;
}

/** Id of one change of a proposal: of its approval, its answer and its decision. */
export const changeIdOf = (proposalId: string, field: string): string => `${proposalId}/${field}`;
