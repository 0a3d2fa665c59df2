import { append } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { JsonObject } from "../schemas/json-value.ts";
import { ValidationResult } from "../schemas/validation-result.ts";

/** Validation results, and the data that a person needs to validate a result. */
export const validationFields = fieldGroup("validation", {
  ...fields("execution", {
    validation_results: field({
      description: "Validation results of this turn, in order.",
      schema: z.array(ValidationResult).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: append<ValidationResult>(),
    }),
  }),
  ...fields("control", {
    validation_context: field({
      description: "Data that a person needs to validate a result; null if no validation is pending.",
      schema: JsonObject.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
});
