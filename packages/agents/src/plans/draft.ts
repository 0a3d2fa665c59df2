import type { Plan, PlanStep } from "@tidemark/core-state";
import { z } from "zod";

const DraftInput = z.object({
  contextType: z.string().min(1).describe("Context type, as listed."),
  contextKey: z.string().min(1).describe("Key of a stored context, or of a context that an earlier step stores."),
});

const DraftStep = z.object({
  capability: z.string().min(1).describe("Name of one of the listed capabilities."),
  taskObjective: z.string().describe("Goal of this step, in one sentence."),
  successCriteria: z.string().nullish().describe("Sign that the step succeeded."),
  contextKey: z.string().min(1).describe("Unique name for the result of this step: lower case, with underscores."),
  inputs: z.array(DraftInput).nullish().describe("Contexts that the step reads."),
  dependsOn: z.array(z.string().min(1)).nullish().describe("contextKeys of steps that must be completed first."),
});

/** A plan in a shape that the structured output of every provider supports: no records with arbitrary keys. */
export const PlanDraft = z.object({
  summary: z.string().nullish().describe("The plan in one sentence, for people."),
  steps: z.array(DraftStep),
});
export type PlanDraft = z.infer<typeof PlanDraft>;

/**
 * Converts a model's draft to a plan.
 *
 * @example
 * ```ts
 * import { planOfDraft } from "@tidemark/agents/internal";
 *
 * const inputs = [{ contextType: "CITY", contextKey: "home" }];
 * const draft = { steps: [{ capability: "weather", taskObjective: "Look it up", contextKey: "today", inputs }] };
 * console.log(planOfDraft(draft).steps[0]?.inputs); // [ { CITY: 'home' } ]
 * ```
 */
export const planOfDraft = ({ summary, steps }: PlanDraft): Plan => ({
  ...(typeof summary === "string" && { summary }),
  steps: steps.map(({ capability, taskObjective, successCriteria, contextKey, inputs, dependsOn }): PlanStep => {
    const read = (inputs ?? []).map((input) => Object.fromEntries([[input.contextType, input.contextKey]]));
    return {
      capability,
      taskObjective,
      ...(typeof successCriteria === "string" && { successCriteria }),
      contextKey,
      ...(read.length > 0 && { inputs: read }),
      ...((dependsOn ?? []).length > 0 && { dependsOn: dependsOn ?? [] }),
    };
  }),
});
