import { append, appendUnique, mergeByKey } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { AuditEntry } from "../schemas/audit-entry.ts";
import { Proposal, SettledProposal } from "../schemas/proposal.ts";

/** Proposals, the field versions that detect conflicts, and the audit log. */
export const ownershipFields = fieldGroup("ownership", {
  ...fields("control", {
    proposals: field({
      description: "Open proposals: changes to fields of other owners that no commit has answered yet.",
      schema: z.array(Proposal).readonly(),
      updateSchema: z.array(z.union([Proposal, SettledProposal])).readonly(),
      default: () => [],
      lifetime: "turn",
      // Removed one by one: replacing the list would lose proposals that other agents make in the step of the commit.
      reducer: appendUnique<Proposal, SettledProposal>({
        key: (proposal) => proposal.proposalId,
        removes: (each) => "settled" in each,
      }),
    }),
  }),
  ...fields("runtime", {
    field_versions: field({
      description: "Number of writes to each field, and of decided changes as control_proposals; absent is 0.",
      schema: z.record(z.string(), z.int().min(0)),
      default: () => ({}),
      lifetime: "thread",
      owner: "runtime",
      reducer: mergeByKey<number>(),
    }),
    audit_log: field({
      description: "Audit log of outputs, commits, approvals, edits and transitions; the newest 200 entries are kept.",
      schema: z.array(AuditEntry).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "runtime",
      reducer: append<AuditEntry>({ cap: 200 }),
    }),
  }),
});
