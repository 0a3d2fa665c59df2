import { mergeByKey } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { ApprovalRequest } from "../schemas/approval.ts";
import { EpochSeconds } from "../schemas/timestamp.ts";

/** Questions to a person: approval requests and clarifications. */
export const questionsFields = fieldGroup("questions", {
  ...fields("execution", {
    pending_approvals: field({
      description: "Approval requests of this turn, by request id, with their current status.",
      schema: z.record(z.string(), ApprovalRequest),
      updateSchema: z.record(z.string(), ApprovalRequest.nullable()),
      default: () => ({}),
      lifetime: "turn",
      owner: "runtime",
      reducer: mergeByKey<ApprovalRequest>({ deleteOnNull: true }),
    }),
  }),
  ...fields("control", {
    validation_timestamp: field({
      description:
        "Time at which the run began to wait for approval, in seconds since 1970; null if it is not waiting.",
      schema: EpochSeconds.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    clarification_needed: field({
      description: "True while a question to the user is unanswered, across turns.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "thread",
      ui: true,
      owner: "root",
    }),
    clarification_count: field({
      description: "Number of questions asked since the user last received an answer.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "thread",
      owner: "root",
    }),
  }),
});
