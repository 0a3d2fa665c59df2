import type { Plan, PlanStep } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { jsonKind } from "../kernel/json-kind.ts";

/** Part of a state that contains the plan and the position in it. */
export interface WithPlan {
  readonly planning_execution_plan?: Plan | null | undefined;
  readonly planning_current_step_index?: number | null | undefined;
}

/**
 * Returns the plan, or null without one. An empty object counts as null.
 *
 * An object without a list of steps throws `state-manager/invalidPlan`, so that a corrupt plan is noticed.
 */
export function getExecutionPlan(values: WithPlan): Plan | null {
  const plan = values.planning_execution_plan;
  if (!isPlainRecord(plan) || Object.keys(plan).length === 0) return null;
  if (!Array.isArray(plan.steps)) {
    throw stateManagerErrors.invalidPlan({ problem: `has ${Object.keys(plan).join(", ")}, but no list of steps` });
  }
  return plan;
}

/** Returns the index of the current step. Defaults to 0. */
export const getCurrentStepIndex = (values: WithPlan): number => values.planning_current_step_index ?? 0;

/**
 * Returns the current step of the plan.
 *
 * Throws `state-manager/noExecutionPlan` without a plan, and `state-manager/stepOutOfRange` for an index without a step. The index
 * of a finished plan is the number of its steps, so check for that first.
 *
 * @example
 * ```ts
 * import { getCurrentStep } from "@tidemark/state-manager/internal";
 *
 * const plan = { steps: [{ capability: "weather" }, { capability: "respond" }] };
 * console.log(getCurrentStep({ planning_execution_plan: plan, planning_current_step_index: 1 })); // { capability: 'respond' }
 * ```
 */
export function getCurrentStep(values: WithPlan): PlanStep {
  const plan = getExecutionPlan(values);
  if (plan === null) throw stateManagerErrors.noExecutionPlan({});
  const index = getCurrentStepIndex(values);
  const step = Number.isInteger(index) ? plan.steps[index] : undefined;
  if (step === undefined) throw stateManagerErrors.stepOutOfRange({ index, length: plan.steps.length });
  if (!isPlainRecord(step)) throw stateManagerErrors.invalidPlan({ problem: `has ${jsonKind(step)} as step ${index}` });
  return step;
}
