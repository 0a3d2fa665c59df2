import { append, appendUnique, mergeByKey } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { AuditEntry } from "../schemas/audit-entry.ts";
import { Proposal, SettledProposal } from "../schemas/proposal.ts";

/** Proposed changes, the versions that they are compared with, and the log of who did what. */
export const ownershipFields = fieldGroup("ownership", {
  ...fields("control", {
    proposals: field({
      description: "Changes that agents would like to fields of others, until the commit answers them.",
      schema: z.array(Proposal).readonly(),
      updateSchema: z.array(z.union([Proposal, SettledProposal])).readonly(),
      default: () => [],
      lifetime: "turn",
      // Settled one by one: replacing the list would lose what another agent proposes in the step of the commit.
      reducer: appendUnique<Proposal, SettledProposal>({
        key: (proposal) => proposal.proposalId,
        removes: (each) => "settled" in each,
      }),
    }),
  }),
  ...fields("runtime", {
    field_versions: field({
      description: "How often each field was written by its owner or by a commit, by field name; missing means never.",
      schema: z.record(z.string(), z.int().min(0)),
      default: () => ({}),
      lifetime: "thread",
      owner: "runtime",
      reducer: mergeByKey<number>(),
    }),
    audit_log: field({
      description: "Outputs, commits, approvals, edits and transitions, with who and why; the newest 200 entries.",
      schema: z.array(AuditEntry).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "runtime",
      reducer: append<AuditEntry>({ cap: 200 }),
    }),
  }),
});
