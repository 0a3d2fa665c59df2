import { z } from "zod";
import { field, fields } from "../field.ts";

/** Where a workflow stands once all is said; a workflow that waits for the user is complete for this turn. */
const WorkflowStatus = z.enum(["in_progress", "completed", "failed", "awaiting_user"]);

/** Which step the workflow is at, and which agent is at work, was before and comes next. */
export const routingFields = fields("control", {
  workflow_status: field({
    doc: "Whether the workflow goes on, is done, has failed, or waits for the user.",
    schema: WorkflowStatus,
    initial: () => "in_progress",
    lifetime: "turn",
    writer: "root",
  }),
  current_step: field({
    doc: "The workflow step that was reached; `start` before the first one.",
    schema: z.string().min(1),
    initial: () => "start",
    lifetime: "turn",
    writer: "root",
  }),
  next_action: field({
    doc: "What the workflow does next; null when that is open or nothing is left.",
    schema: z.string().nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "root",
  }),
  active_agent: field({
    doc: "The agent that is at work; a write without a value keeps it.",
    schema: z.string().min(1),
    update: z.string().min(1).nullish(),
    initial: () => "orchestrator",
    lifetime: "turn",
    writer: "runtime",
    reduce: function keepUnlessSet(current, update) {
      return update ?? current ?? "orchestrator";
    },
  }),
  next_agent: field({
    doc: "The node that runs next, or `END`.",
    schema: z.string().min(1),
    initial: () => "orchestrator",
    lifetime: "turn",
    writer: "runtime",
  }),
  last_agent: field({
    doc: "The node that ran before; null at the start of a turn.",
    schema: z.string().nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  iteration: field({
    doc: "How many times an agent has run in this turn.",
    schema: z.int().min(0),
    initial: () => 0,
    lifetime: "turn",
    writer: "runtime",
  }),
});
