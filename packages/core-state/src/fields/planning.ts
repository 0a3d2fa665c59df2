import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { Plan } from "../schemas/plan.ts";

/** The plan: its capabilities, its steps, and the next step. */
export const planningFields = fieldGroup(
  "planning",
  fields("planning", {
    active_capabilities: field({
      description: "Names of the capabilities that the plan can use.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "turn",
      owner: ["root", "planner"],
    }),
    execution_plan: field({
      description: "The plan that leads to the answer; null until there is one.",
      schema: Plan.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: ["root", "planner"],
    }),
    current_step_index: field({
      description: "Index of the next step, starting at 0; equals the number of steps once the plan is done.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: ["root", "planner"],
    }),
  }),
);
