import { z } from "zod";
import { field, fieldGroup, fields, unprefixedFields } from "../field.ts";
import { JsonObject } from "../schemas/json-value.ts";

/** The answer of a person to the request that interrupted the run, for a node behind `approvalNode`. */
export const approvalFields = fieldGroup("approval", {
  ...fields("approval", {
    approved: field({
      description: "True for approved, false for rejected; null while there is no answer to act on.",
      schema: z.boolean().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
  ...unprefixedFields({
    approved_payload: field({
      description: "What the approved step needs in order to go on; null when nothing was approved.",
      schema: JsonObject.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
});
