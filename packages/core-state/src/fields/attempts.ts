import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { NodeFailure } from "../schemas/error-info.ts";

/** Attempt counts, the current failure, and the kill switch. */
export const attemptsFields = fieldGroup(
  "attempts",
  fields("control", {
    plans_created_count: field({
      description: "Number of planning attempts in this turn, successful or not.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: "runtime",
    }),
    current_step_retry_count: field({
      description: "Number of retries of the current step.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: "runtime",
    }),
    retry_count: field({
      description: "Number of consecutive failures of the current node; 0 after a success.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: "runtime",
    }),
    reclassification_count: field({
      description: "Number of reclassifications in this turn.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: "runtime",
    }),
    reclassification_reason: field({
      description: "Reason why capabilities must be chosen again; null if not needed.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    has_error: field({
      description: "True while a failure is unhandled.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "runtime",
    }),
    error_info: field({
      description: "The unhandled failure, or null.",
      schema: NodeFailure.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    is_killed: field({
      description: "True once the run was stopped; no further node starts.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "runtime",
    }),
    kill_reason: field({
      description: "Reason why the run was stopped, or null.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
);
