import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Booleans that follow from a field of `AgentState`: for readers of stored seed threads. */
export const flagsFields = fieldGroup(
  "flags",
  fields("control", {
    needs_reclassification: field({
      description: "True when other capabilities must be chosen before the run goes on.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "runtime",
    }),
    is_awaiting_validation: field({
      description: "True while the run waits for somebody to check a result.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
);
