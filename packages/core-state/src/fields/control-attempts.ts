import { z } from "zod";
import { field, fields } from "../field.ts";
import { NodeFailure } from "../schemas/error-info.ts";
import { JsonObject } from "../schemas/json-value.ts";
import { EpochSeconds } from "../schemas/timestamp.ts";

/** How often things were tried in this turn, what failed, and whether the run was stopped or waits. */
export const attemptFields = fields("control", {
  needs_reclassification: field({
    description: "True when other capabilities must be chosen before the run goes on.",
    schema: z.boolean(),
    default: () => false,
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
  reclassification_count: field({
    description: "How often capabilities were chosen anew in this turn.",
    schema: z.int().min(0),
    default: () => 0,
    lifetime: "turn",
    owner: "runtime",
  }),
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
  last_error: field({
    description: "The latest failure of this turn, dealt with or not; null when nothing failed.",
    schema: NodeFailure.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "runtime",
  }),
  max_retries: field({
    description: "How often a node without a retry policy of its own may be tried again.",
    schema: z.int().min(0),
    default: () => 3,
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
  is_awaiting_validation: field({
    description: "True while the run waits for somebody to check a result.",
    schema: z.boolean(),
    default: () => false,
    lifetime: "turn",
    owner: "runtime",
  }),
  validation_context: field({
    description: "What the one who checks has to see; null when nothing waits.",
    schema: JsonObject.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "runtime",
  }),
  validation_timestamp: field({
    description: "Since when the run waits, in seconds since 1970; null when nothing waits.",
    schema: EpochSeconds.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "runtime",
  }),
});
