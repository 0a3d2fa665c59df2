import { append, appendUnique } from "@tidemark/reducers";
import { z } from "zod";
import { field, fields } from "../field.ts";
import { ErrorInfo } from "../schemas/error-info.ts";
import { DirectedModeContext, OperationMode } from "../schemas/operation-mode.ts";
import { Proposal, SettledProposal } from "../schemas/proposal.ts";

/** Who chooses the agents, what still has to be asked, and what agents report to the root: errors and proposals. */
export const dialogueFields = fields("control", {
  operation_mode: field({
    doc: "Who chooses the agents, supervisor or user; a write without a value means the supervisor.",
    schema: OperationMode,
    update: OperationMode.nullish(),
    initial: () => "autonomous",
    lifetime: "thread",
    writer: "root",
    reduce: function autonomousUnlessSet(_, update) {
      return update ?? "autonomous";
    },
  }),
  directed_mode_context: field({
    doc: "The agent that the user picked; null, also after a write without a value, for none.",
    schema: DirectedModeContext.nullable(),
    update: DirectedModeContext.nullish(),
    initial: () => null,
    lifetime: "thread",
    writer: "root",
    reduce: function nullUnlessSet(_, update) {
      return update ?? null;
    },
  }),
  clarification_needed: field({
    doc: "True while a question waits for the user's answer, over as many turns as it takes.",
    schema: z.boolean(),
    initial: () => false,
    lifetime: "thread",
    writer: "root",
  }),
  clarification_count: field({
    doc: "How many questions were asked since the user last got an answer.",
    schema: z.int().min(0),
    initial: () => 0,
    lifetime: "thread",
    writer: "root",
  }),
  missing_context: field({
    doc: "What the user has yet to say, each in a few words.",
    schema: z.array(z.string()).readonly(),
    initial: () => [],
    lifetime: "thread",
    writer: "root",
  }),
  errors: field({
    doc: "What went wrong in this turn, in order; the newest 200, since retry rules read the last.",
    schema: z.array(ErrorInfo).readonly(),
    initial: () => [],
    lifetime: "turn",
    reduce: append<ErrorInfo>({ cap: 200 }),
  }),
  proposals: field({
    doc: "Changes that agents would like to fields of others, until the commit answers them.",
    schema: z.array(Proposal).readonly(),
    update: z.array(z.union([Proposal, SettledProposal])).readonly(),
    initial: () => [],
    lifetime: "turn",
    // Settled one by one: replacing the list would lose what another agent proposes in the step of the commit.
    reduce: appendUnique<Proposal, SettledProposal>({
      key: (proposal) => proposal.proposalId,
      removes: (each) => "settled" in each,
    }),
  }),
});
