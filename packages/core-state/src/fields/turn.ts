import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** The turn that the values belong to, and the version of the state they were written with. */
export const turnFields = fieldGroup(
  "turn",
  fields("runtime", {
    turn_id: field({
      description: "Id of the turn, which a resumed turn keeps; null before the first turn.",
      schema: z.string().min(1).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
    schema_version: field({
      description: "Version of the declaration the thread was last written with; null before the first turn.",
      schema: z.int().min(1).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
  }),
);
