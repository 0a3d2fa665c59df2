import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Hints about the task: text that the answer must contain, and whether it needs the user's memory. */
export const hintsFields = fieldGroup(
  "hints",
  fields("task", {
    custom_message: field({
      description: "Text that the answer must contain, or null.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "root",
    }),
    depends_on_user_memory: field({
      description: "True if the task needs stored memories about the user.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "root",
    }),
  }),
);
