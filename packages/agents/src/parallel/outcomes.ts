import { type ParallelOutcome, StepResult } from "@tidemark/core-state/internal";
import type { HandoffRecord, PlanStep } from "@tidemark/core-state";
import type { AgentValues } from "../kernel/agent-values.ts";
import { stepResultKey } from "../plans/step-results.ts";

/** Result of a step that ran in parallel. */
export type StepOutcome = StepResult & { readonly parallel: ParallelOutcome };

/** Returns the outcome of the last parallel run of a step of the current plan. Null for a step without one. */
export function outcomeOf(values: AgentValues, step: PlanStep, index: number): StepOutcome | null {
  const results: Readonly<Record<string, unknown>> = { ...values.execution_step_results };
  const key = stepResultKey(step, index);
  const parsed = Object.hasOwn(results, key) ? StepResult.safeParse(results[key]) : null;
  if (parsed?.success !== true || !isOutcome(parsed.data)) return null;
  const outcome = parsed.data;
  return outcome.stepIndex === index && isOfPlan(outcome, values) ? outcome : null;
}

/** True for an outcome of the plan in the state. A new plan has no outcomes yet. */
export const isOfPlan = ({ parallel }: StepOutcome, { planning_execution_plan: plan }: AgentValues): boolean =>
  parallel.planId === plan?.planId;

/** Returns the outcomes that the plan has not recorded yet, in the order of the plan. */
export const openOutcomes = (values: AgentValues): readonly StepOutcome[] =>
  Object.values(values.execution_step_results ?? {})
    .filter(isOutcome)
    .filter(({ parallel }) => parallel.isOpen)
    .toSorted((one, other) => one.stepIndex - other.stepIndex);

/** True while the plan has not recorded every outcome. */
export const hasOpenOutcomes = (values: AgentValues): boolean =>
  Object.values(values.execution_step_results ?? {}).some((result) => isOutcome(result) && result.parallel.isOpen);

/** Returns the handoff with which another agent continues a step. Null without one. */
export const handoffOf = (values: AgentValues, outcome: StepOutcome | null): HandoffRecord | null =>
  values.execution_handoff_history?.find(({ handoffId }) => handoffId === outcome?.parallel.handoffId) ?? null;

const isOutcome = (result: StepResult | null): result is StepOutcome => result?.parallel !== undefined;
