import type { Proposal } from "@tidemark/core-state";
import type { ProposedChange } from "@tidemark/core-state/internal";

/** One change of one proposal. */
export interface ChangeOfProposal {
  readonly proposal: Proposal;
  readonly field: string;
  readonly change: ProposedChange;
}
