import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Status of a workflow at the end of a turn. With `awaiting_user`, the turn is complete too. */
const WorkflowStatus = z.enum(["in_progress", "completed", "failed", "awaiting_user"]);

/** Status and step of a workflow that the application defines. */
export const workflowFields = fieldGroup(
  "workflow",
  fields("control", {
    workflow_status: field({
      description: "Whether the workflow continues, is complete, has failed, or waits for the user.",
      schema: WorkflowStatus,
      default: () => "in_progress",
      lifetime: "turn",
      owner: "root",
    }),
    current_step: field({
      description: "Current step of the workflow; `start` before the first one.",
      schema: z.string().min(1),
      default: () => "start",
      lifetime: "turn",
      owner: "root",
    }),
    next_action: field({
      description: "Next action of the workflow; null if undecided or finished.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "root",
    }),
  }),
);
