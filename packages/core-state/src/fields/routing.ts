import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** The previous node, the next node, and the number of agent runs. */
export const routingFields = fieldGroup(
  "routing",
  fields("control", {
    next_agent: field({
      description: "Name of the node that runs next, or `END`.",
      schema: z.string().min(1),
      default: () => "orchestrator",
      lifetime: "turn",
      owner: "runtime",
    }),
    last_agent: field({
      description: "Name of the node that ran last; null at the start of a turn.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    iteration: field({
      description: "Number of agent runs in this turn.",
      schema: z.int().min(0),
      default: () => 0,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
);
