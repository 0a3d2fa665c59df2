import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Where a workflow stands once all is said; a workflow that waits for the user is complete for this turn. */
const WorkflowStatus = z.enum(["in_progress", "completed", "failed", "awaiting_user"]);

/** The status and the step of a workflow, for a flow of the application. */
export const workflowFields = fieldGroup(
  "workflow",
  fields("control", {
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
  }),
);
