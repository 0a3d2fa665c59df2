import { z } from "zod";
import { field, fields } from "../field.ts";
import { NodeFailure } from "../schemas/error-info.ts";
import { JsonObject } from "../schemas/json-value.ts";
import { EpochSeconds } from "../schemas/timestamp.ts";

/** How often things were tried in this turn, what failed, and whether the run was stopped or waits. */
export const attemptFields = fields("control", {
  needs_reclassification: field({
    doc: "True when other capabilities must be chosen before the run goes on.",
    schema: z.boolean(),
    initial: () => false,
    lifetime: "turn",
    writer: "runtime",
  }),
  reclassification_reason: field({
    doc: "Why other capabilities must be chosen; null when they need not.",
    schema: z.string().nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  reclassification_count: field({
    doc: "How often capabilities were chosen anew in this turn.",
    schema: z.int().min(0),
    initial: () => 0,
    lifetime: "turn",
    writer: "runtime",
  }),
  plans_created_count: field({
    doc: "How often a plan was attempted in this turn, successful or not.",
    schema: z.int().min(0),
    initial: () => 0,
    lifetime: "turn",
    writer: "runtime",
  }),
  current_step_retry_count: field({
    doc: "How often the current step was tried again.",
    schema: z.int().min(0),
    initial: () => 0,
    lifetime: "turn",
    writer: "runtime",
  }),
  retry_count: field({
    doc: "How often the current node failed in a row; 0 after a success.",
    schema: z.int().min(0),
    initial: () => 0,
    lifetime: "turn",
    writer: "runtime",
  }),
  has_error: field({
    doc: "True while a failure is still to be dealt with.",
    schema: z.boolean(),
    initial: () => false,
    lifetime: "turn",
    writer: "runtime",
  }),
  error_info: field({
    doc: "The failure to be dealt with; null when there is none.",
    schema: NodeFailure.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  last_error: field({
    doc: "The latest failure of this turn, dealt with or not; null when nothing failed.",
    schema: NodeFailure.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  max_retries: field({
    doc: "How often a node without a retry policy of its own may be tried again.",
    schema: z.int().min(0),
    initial: () => 3,
    lifetime: "turn",
    writer: "runtime",
  }),
  is_killed: field({
    doc: "True when the run was stopped; no further node starts.",
    schema: z.boolean(),
    initial: () => false,
    lifetime: "turn",
    writer: "runtime",
  }),
  kill_reason: field({
    doc: "Why the run was stopped; null while it was not.",
    schema: z.string().nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  is_awaiting_validation: field({
    doc: "True while the run waits for somebody to check a result.",
    schema: z.boolean(),
    initial: () => false,
    lifetime: "turn",
    writer: "runtime",
  }),
  validation_context: field({
    doc: "What the one who checks has to see; null when nothing waits.",
    schema: JsonObject.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  validation_timestamp: field({
    doc: "Since when the run waits, in seconds since 1970; null when nothing waits.",
    schema: EpochSeconds.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
});
