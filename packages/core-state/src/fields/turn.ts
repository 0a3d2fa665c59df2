import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Id of the turn, and the version of the state it was written with. */
export const turnFields = fieldGroup(
  "turn",
  fields("runtime", {
    turn_id: field({
      description: "Id of the turn, unchanged when the turn is resumed; null before the first turn.",
      schema: z.string().min(1).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
    schema_version: field({
      description: "Version of the state declaration that last wrote the thread; null before the first turn.",
      schema: z.int().min(1).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
  }),
);
