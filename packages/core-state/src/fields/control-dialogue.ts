import { append, appendUnique } from "@tidemark/reducers";
import { z } from "zod";
import { field, fields } from "../field.ts";
import { ErrorInfo } from "../schemas/error-info.ts";
import { DirectedModeContext, OperationMode } from "../schemas/operation-mode.ts";
import { Proposal, SettledProposal } from "../schemas/proposal.ts";

/** Who chooses the agents, what still has to be asked, and what agents report to the root: errors and proposals. */
export const dialogueFields = fields("control", {
  operation_mode: field({
    description: "Who chooses the agents, supervisor or user; a write without a value means the supervisor.",
    schema: OperationMode,
    updateSchema: OperationMode.nullish(),
    default: () => "autonomous",
    lifetime: "thread",
    owner: "root",
    reducer: function autonomousUnlessSet(_, update) {
      return update ?? "autonomous";
    },
  }),
  directed_mode_context: field({
    description: "The agent that the user picked; null, also after a write without a value, for none.",
    schema: DirectedModeContext.nullable(),
    updateSchema: DirectedModeContext.nullish(),
    default: () => null,
    lifetime: "thread",
    owner: "root",
    reducer: function nullUnlessSet(_, update) {
      return update ?? null;
    },
  }),
  clarification_needed: field({
    description: "True while a question waits for the user's answer, over as many turns as it takes.",
    schema: z.boolean(),
    default: () => false,
    lifetime: "thread",
    owner: "root",
  }),
  clarification_count: field({
    description: "How many questions were asked since the user last got an answer.",
    schema: z.int().min(0),
    default: () => 0,
    lifetime: "thread",
    owner: "root",
  }),
  missing_context: field({
    description: "What the user has yet to say, each in a few words.",
    schema: z.array(z.string()).readonly(),
    default: () => [],
    lifetime: "thread",
    owner: "root",
  }),
  errors: field({
    description: "What went wrong in this turn, in order; the newest 200, since retry rules read the last.",
    schema: z.array(ErrorInfo).readonly(),
    default: () => [],
    lifetime: "turn",
    reducer: append<ErrorInfo>({ cap: 200 }),
  }),
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
});
