import { field, fieldGroup, fields } from "../field.ts";
import { GuardrailRefusal } from "../schemas/guardrail.ts";

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
