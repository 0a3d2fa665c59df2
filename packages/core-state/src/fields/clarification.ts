import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Information that is missing from the user, for `clarificationRouter`. */
export const clarificationFields = fieldGroup(
  "clarification",
  fields("control", {
    missing_context: field({
      description: "Information that the user still has to provide, each item in a few words.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "root",
    }),
  }),
);
