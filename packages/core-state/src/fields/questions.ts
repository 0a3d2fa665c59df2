import { mergeByKey } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { ApprovalRequest } from "../schemas/approval.ts";
import { EpochSeconds } from "../schemas/timestamp.ts";

/** Questions to a person: approvals, since when the run waits for one, and clarifications. */
export const questionsFields = fieldGroup("questions", {
  ...fields("execution", {
    pending_approvals: field({
      description: "The approvals asked for in this turn, by request id, with their present status.",
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
      description: "Since when the run waits, in seconds since 1970; null when nothing waits.",
      schema: EpochSeconds.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
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
  }),
});
