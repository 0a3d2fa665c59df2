import type { Plan, PlanStep } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { jsonKind } from "../kernel/json-kind.ts";

/** The part of a state that says how the task will be done, and which step is next. */
export interface WithPlan {
  readonly planning_execution_plan?: Plan | null | undefined;
  readonly planning_current_step_index?: number | null | undefined;
}

/**
 * Gives the plan, or null when there is none; an empty object is none.
 *
 * A record without a list of steps throws `state-manager/invalidPlan`: to call it no plan would hide that one was lost.
 */
export function getExecutionPlan(values: WithPlan): Plan | null {
  const plan = values.planning_execution_plan;
  if (!isPlainRecord(plan) || Object.keys(plan).length === 0) return null;
  if (!Array.isArray(plan.steps)) {
    throw stateManagerErrors.invalidPlan({ problem: `has ${Object.keys(plan).join(", ")}, but no list of steps` });
  }
  return plan;
}

/** Gives the position of the next step, from 0; 0 when nothing says otherwise. */
export const getCurrentStepIndex = (values: WithPlan): number => values.planning_current_step_index ?? 0;

/**
 * Gives the step that is next, and never another one.
 *
 * Without a plan it throws `state-manager/noExecutionPlan`; an index that names no step (behind the last one, negative,
 * not whole) throws `state-manager/stepOutOfRange` with the index and the number of steps. When a plan is done its index is
 * the number of its steps, so ask for that first.
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
