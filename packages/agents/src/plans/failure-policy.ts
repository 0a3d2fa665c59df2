import type { Plan, PlanStep } from "@tidemark/core-state";
import { failPlan, failStep, failureOf, skipStep } from "./transitions.ts";

/**
 * Action after a step has finally failed: `abort` ends the plan, `skip` skips the step, and `continue` marks it as
 * failed. The last two run the rest of the plan, without the steps that need the failed one.
 */
export type OnStepFailure = "abort" | "skip" | "continue";

/** Failure policy of a plan: one action, or an action for each step. */
export type FailurePolicy = OnStepFailure | ((step: PlanStep) => OnStepFailure);

/** Returns the action for a step. Defaults to `abort`. */
export const actionFor = (step: PlanStep, policy: FailurePolicy = "abort"): OnStepFailure =>
  typeof policy === "function" ? policy(step) : policy;

/** Plan after the final failure of a step. */
export function endFailedStep(
  plan: Plan,
  index: number,
  { action, now, error }: { readonly action: OnStepFailure; readonly now: string; readonly error: string },
): Plan {
  if (action === "skip") return skipStep(plan, index, { now, because: error });
  const failed = failStep(plan, index, { now, error });
  return action === "continue" ? failed : failPlan(failed, { now, reason: failureOf(failed, index) });
}
