import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { GuardrailRefusal } from "../schemas/guardrail.ts";
import { JsonObject } from "../schemas/json-value.ts";

/** A person's answer to the request that interrupted the run, for a node after `approvalSteps`. */
export const approvalFields = fieldGroup("approval", {
  ...fields("approval", {
    approved: field({
      description: "True if approved, false if rejected; null until there is an answer to act on.",
      schema: z.boolean().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
  approved_payload: field({
    description: "Data that the approved step needs in order to continue; null if nothing was approved.",
    schema: JsonObject.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "runtime",
  }),
});

/** The refusal of a turn by a guardrail. */
export const guardrailsFields = fieldGroup(
  "guardrails",
  fields("control", {
    refusal: field({
      description: "The guardrail that refused this turn or its answer, with its reason, or null.",
      schema: GuardrailRefusal.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
      // Steps that run next to each other can each have a refused answer.
      reducer: function keepFirst(current, update) {
        return current ?? update ?? null;
      },
    }),
  }),
);
