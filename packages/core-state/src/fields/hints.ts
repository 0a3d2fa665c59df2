import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** What else is known of the task: words that the answer must contain, and whether it needs the user's memory. */
export const hintsFields = fieldGroup(
  "hints",
  fields("task", {
    custom_message: field({
      description: "Words that the answer has to contain; null for none.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "root",
    }),
    depends_on_user_memory: field({
      description: "True when the task needs what is remembered about the user.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "root",
    }),
  }),
);
