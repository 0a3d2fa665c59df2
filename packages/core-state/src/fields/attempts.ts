import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { NodeFailure } from "../schemas/error-info.ts";

/** Counts of attempts, the failure to deal with, and whether the run was stopped. */
export const attemptsFields = fieldGroup(
  "attempts",
  fields("control", {
    plans_created_count: field({
      description: "How often a plan was attempted in this turn, successful or not.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: "runtime",
    }),
    current_step_retry_count: field({
      description: "How often the current step was tried again.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: "runtime",
    }),
    retry_count: field({
      description: "How often the current node failed in a row; 0 after a success.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: "runtime",
    }),
    reclassification_count: field({
      description: "Number of times that capabilities were chosen again in this turn.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: "runtime",
    }),
    reclassification_reason: field({
      description: "Why other capabilities must be chosen; null when they need not.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    has_error: field({
      description: "True while a failure is still to be dealt with.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "runtime",
    }),
    error_info: field({
      description: "The failure to be dealt with; null when there is none.",
      schema: NodeFailure.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    is_killed: field({
      description: "True when the run was stopped; no further node starts.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "runtime",
    }),
    kill_reason: field({
      description: "Why the run was stopped; null while it was not.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
);
