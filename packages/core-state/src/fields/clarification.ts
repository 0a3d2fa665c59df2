import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** What the user has yet to say, for `clarificationRouter`. */
export const clarificationFields = fieldGroup(
  "clarification",
  fields("control", {
    missing_context: field({
      description: "What the user has yet to say, each in a few words.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "root",
    }),
  }),
);
