import { field, fieldGroup, fields } from "../field.ts";
import { JsonObject } from "../schemas/json-value.ts";

/** Free-form fields for the application and its user interface. */
export const applicationFields = fieldGroup("application", {
  ...fields("ui", {
    agent_context: field({
      description: "Further data about this turn for the user interface, or null.",
      schema: JsonObject.nullable(),
      default: () => null,
      lifetime: "turn",
    }),
  }),
  ...fields("runtime", {
    checkpoint_metadata: field({
      description: "Metadata of the checkpoint that the turn started from, or null.",
      schema: JsonObject.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    info: field({
      description: "Data that the application stores with the turn, or null.",
      schema: JsonObject.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
});
