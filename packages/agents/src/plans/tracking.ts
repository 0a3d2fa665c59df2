import type { Plan, PlanStep } from "@tidemark/core-state";
import { cancelPlan, completeStep, failPlan, failStep, finishPlan, startStep } from "./transitions.ts";

/** Where a run is in its plan, and what its steps came to. */
export interface PlanPosition {
  /** The step that is next, from 0. */
  readonly index: number;
  readonly now: string;
  /** What a step came to, in a sentence; "Done" when not said. */
  readonly resultOf?: (step: PlanStep, index: number) => string;
}

/**
 * Brings a plan up to where its run is: every step before the position is completed, each through its legal statuses.
 *
 * A plan that does not run is given back as it is.
 */
function trackPlan(plan: Plan, { index, now, resultOf = () => "Done" }: PlanPosition): Plan {
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

/** Brings a plan up to the step that begins now; a step that is tried again has begun already. */
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
    ? failPlan(next, { now: position.now, reason: "the answer came before its last steps" })
    : finishPlan(next, position);
}

/** Ends a plan because its run ends: failed with what failed, or cancelled because somebody stopped it. */
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
