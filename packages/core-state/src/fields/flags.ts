import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Booleans derived from fields of `AgentState`, for readers of stored seed threads. */
export const flagsFields = fieldGroup(
  "flags",
  fields("control", {
    needs_reclassification: field({
      description: "True if capabilities must be chosen again before the run continues.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "runtime",
    }),
    is_awaiting_validation: field({
      description: "True while the run waits for a person to check a result.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
);
