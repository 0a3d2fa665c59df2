import type { Plan, PlanStep } from "@tidemark/core-state";
import { z } from "zod";

const DraftInput = z.object({
  contextType: z.string().min(1).describe("The type of the context, as listed."),
  contextKey: z.string().min(1).describe("The key under which it is stored, or under which an earlier step stores it."),
});

const DraftStep = z.object({
  capability: z.string().min(1).describe("The name of one of the capabilities, as listed."),
  taskObjective: z.string().describe("What this step is to achieve, in one sentence."),
  successCriteria: z.string().nullish().describe("How one sees that it succeeded."),
  contextKey: z.string().min(1).describe("A name of its own for what the step finds: lower case, with underscores."),
  inputs: z.array(DraftInput).nullish().describe("The contexts that the step reads."),
  dependsOn: z.array(z.string().min(1)).nullish().describe("contextKeys of other steps that must be done first."),
});

/** A plan in a shape that every provider's structured output can express: no records with free keys. */
export const PlanDraft = z.object({
  summary: z.string().nullish().describe("The plan in one sentence, for people."),
  steps: z.array(DraftStep),
});
export type PlanDraft = z.infer<typeof PlanDraft>;

/**
 * Turns a model's draft into a plan.
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
