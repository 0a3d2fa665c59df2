import { append } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { JsonObject } from "../schemas/json-value.ts";
import { ValidationResult } from "../schemas/validation-result.ts";

/** Results of checks, and what the person who checks has to see. */
export const validationFields = fieldGroup("validation", {
  ...fields("execution", {
    validation_results: field({
      description: "What the checks of this turn found, in order.",
      schema: z.array(ValidationResult).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: append<ValidationResult>(),
    }),
  }),
  ...fields("control", {
    validation_context: field({
      description: "What the one who checks has to see; null when nothing waits.",
      schema: JsonObject.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
});
