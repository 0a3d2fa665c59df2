import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Which node ran last, which runs next, and the number of nodes that ran. */
export const routingFields = fieldGroup(
  "routing",
  fields("control", {
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
  }),
);
