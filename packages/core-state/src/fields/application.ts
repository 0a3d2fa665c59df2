import { field, fieldGroup, fields } from "../field.ts";
import { JsonObject } from "../schemas/json-value.ts";

/** Free places for the program around the graph and for its interface. */
export const applicationFields = fieldGroup("application", {
  ...fields("ui", {
    agent_context: field({
      description: "What else the interface should know of this turn; null for nothing.",
      schema: JsonObject.nullable(),
      default: () => null,
      lifetime: "turn",
    }),
  }),
  ...fields("runtime", {
    checkpoint_metadata: field({
      description: "Metadata of the checkpoint that this turn started from, or null.",
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
