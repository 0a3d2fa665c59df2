import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { Plan } from "../schemas/plan.ts";

/** How the task will be done: which capabilities take part, in which steps, and which step is next. */
export const planningFields = fieldGroup(
  "planning",
  fields("planning", {
    active_capabilities: field({
      description: "Names of the capabilities that the plan may use.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "turn",
      owner: ["root", "planner"],
    }),
    execution_plan: field({
      description: "The steps that lead to the answer; null while there is no plan.",
      schema: Plan.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: ["root", "planner"],
    }),
    current_step_index: field({
      description: "Position of the next step, from 0; the number of steps when the plan is done.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: ["root", "planner"],
    }),
  }),
);
