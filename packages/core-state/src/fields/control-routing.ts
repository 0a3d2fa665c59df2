import { z } from "zod";
import { field, fields } from "../field.ts";

/** Where a workflow stands once all is said; a workflow that waits for the user is complete for this turn. */
const WorkflowStatus = z.enum(["in_progress", "completed", "failed", "awaiting_user"]);

/** Which step the workflow is at, and which agent is at work, was before and comes next. */
export const routingFields = fields("control", {
  workflow_status: field({
    description: "Whether the workflow goes on, is done, has failed, or waits for the user.",
    schema: WorkflowStatus,
    default: () => "in_progress",
    lifetime: "turn",
    owner: "root",
  }),
  current_step: field({
    description: "The workflow step that was reached; `start` before the first one.",
    schema: z.string().min(1),
    default: () => "start",
    lifetime: "turn",
    owner: "root",
  }),
  next_action: field({
    description: "What the workflow does next; null when that is open or nothing is left.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
  active_agent: field({
    description: "The agent that is at work; a write without a value keeps it.",
    schema: z.string().min(1),
    updateSchema: z.string().min(1).nullish(),
    default: () => "orchestrator",
    lifetime: "turn",
    owner: "runtime",
    reducer: function keepUnlessSet(current, update) {
      return update ?? current ?? "orchestrator";
    },
  }),
  next_agent: field({
    description: "The node that runs next, or `END`.",
    schema: z.string().min(1),
    default: () => "orchestrator",
    lifetime: "turn",
    owner: "runtime",
  }),
  last_agent: field({
    description: "The node that ran before; null at the start of a turn.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "runtime",
  }),
  iteration: field({
    description: "How many times an agent has run in this turn.",
    schema: z.int().min(0),
    default: () => 0,
    lifetime: "turn",
    owner: "runtime",
  }),
});
