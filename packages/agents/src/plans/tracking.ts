import type { Plan, PlanStep } from "@tidemark/core-state";
import { cancelPlan, completeStep, failPlan, failStep, finishPlan, startStep } from "./transitions.ts";

/** Position of a run in its plan. */
export interface PlanPosition {
  /** Position of the next step, starting at 0. */
  readonly index: number;
  readonly now: string;
  /** Returns a step's result as a sentence. Defaults to "Done". */
  readonly resultOf?: (step: PlanStep, index: number) => string;
}

/**
 * Completes every step before the position, each through its legal statuses.
 *
 * Returns a plan that is not running unchanged.
 */
export function trackPlan(plan: Plan, { index, now, resultOf = () => "Done" }: PlanPosition): Plan {
  if (plan.status !== "executing") return plan;
  let next = plan;
  for (const [position, step] of plan.steps.slice(0, index).entries()) {
    const { status = "pending" } = step;
    if (status === "pending") next = startStep(next, position, { now });
    if (status === "pending" || status === "in_progress") {
      next = completeStep(next, position, { now, result: resultOf(step, position) });
    }
  }
  return next;
}

/** Completes earlier steps and starts the step at the position. A retried step is already started. */
export function beginStep(plan: Plan, position: PlanPosition): Plan {
  const next = trackPlan(plan, position);
  const { index, now } = position;
  const step = next.steps[index];
  if (next.status !== "executing" || step === undefined || (step.status ?? "pending") !== "pending") return next;
  return startStep(next, index, { now });
}

/** Ends a plan with its answer. */
export function answerPlan(plan: Plan, position: PlanPosition): Plan {
  if (plan.status !== "executing") return plan;
  const next = trackPlan(plan, { ...position, index: Math.min(plan.steps.length, position.index + 1) });
  const open = next.steps.some(({ status = "pending" }) => status === "pending" || status === "in_progress");
  return open
    ? failPlan(next, { now: position.now, reason: "the plan was answered before its last steps" })
    : finishPlan(next, position);
}

/** Ends a plan because its run ends: failed with the reason, or cancelled if the run was stopped from outside. */
export function stopPlan(
  plan: Plan,
  { reason, cancelled, ...position }: PlanPosition & { readonly reason: string; readonly cancelled: boolean },
): Plan {
  if (plan.status !== "executing") return plan;
  const { index, now } = position;
  const next = trackPlan(plan, position);
  if (cancelled) return cancelPlan(next, { now, reason });
  const failed = next.steps[index]?.status === "in_progress" ? failStep(next, index, { now, error: reason }) : next;
  return failPlan(failed, { now, reason });
}
