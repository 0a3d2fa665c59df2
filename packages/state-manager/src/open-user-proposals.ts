import { Proposal } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers";
import { isUser } from "./as-user.ts";

/**
 * Gives the proposals that people made and no commit has answered, in their order.
 *
 * What is no proposal is left out: the list may come from an old checkpoint.
 *
 * @internal
 */
export function openUserProposals(values: Readonly<Record<string, unknown>>): readonly Proposal[] {
  const { control_proposals: proposals, runtime_audit_log: log } = values;
  if (!Array.isArray(proposals) || proposals.length === 0) return [];
  const answered = new Set(
    (Array.isArray(log) ? log : []).map((entry: unknown) => (isPlainRecord(entry) ? entry["proposalId"] : undefined)),
  );
  return proposals.filter((each: unknown): each is Proposal => {
    const parsed = Proposal.safeParse(each);
    return parsed.success && isUser(parsed.data.proposedBy) && !answered.has(parsed.data.proposalId);
  });
}
