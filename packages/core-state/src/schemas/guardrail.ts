import { z } from "zod";

/** Moment at which a guardrail decides: before a turn, before a call of a tool, or before an answer leaves. */
export const GuardrailStage = z.enum(["turn", "tool", "answer"]);
export type GuardrailStage = z.infer<typeof GuardrailStage>;

/** Refusal of a turn or an answer by a guardrail. */
export const GuardrailRefusal = z.strictObject({
  guardrail: z.string().min(1),
  stage: z.enum(["turn", "answer"]),
  reason: z.string(),
});
export type GuardrailRefusal = z.infer<typeof GuardrailRefusal>;
