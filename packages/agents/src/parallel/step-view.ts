import { type Plan, type PlanStep } from "@tidemark/core-state";
import { hasPlan, type StepResult } from "@tidemark/core-state/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { waitEndUpdate } from "../limits/deadline.ts";
import { nextOpenStep } from "../plans/order.ts";
import { stepResultKey, stepResultReader } from "../plans/step-results.ts";
import { trackPlan } from "../plans/tracking.ts";
import { startStep } from "../plans/transitions.ts";
import { handoffOf, outcomeOf, type StepOutcome } from "./outcomes.ts";

/** Run of a step from the view of its agent. */
export interface ViewedRun {
  readonly index: number;
  readonly agent: string;
}

/** Returns the plan in which every step before the position has ended. Null without a plan. */
export function trackedPlan(values: AgentValues, now: string): Plan | null {
  if (!hasPlan(values)) return null;
  const index = values.planning_current_step_index ?? 0;
  return trackPlan(values.planning_execution_plan, { index, now, resultOf: stepResultReader(values) });
}

/**
 * Returns the values that a step would see if it were the only step in progress: its position, its own failure, and the
 * handoff with which its agent received it.
 *
 * Rules about the current step therefore also hold for each of several steps.
 */
export function valuesOfStep(values: AgentValues, { index, agent }: ViewedRun, now: string): AgentValues {
  const plan = trackedPlan(values, now);
  const step = plan?.steps[index];
  if (plan === null || step === undefined) return values;
  const outcome = outcomeOf(values, step, index);
  const { failure = null, failures = 0 } = outcome?.parallel ?? {};
  const handoff = handoffOf(values, outcome);
  const history = values.execution_handoff_history ?? [];
  return {
    ...values,
    ...waitEndUpdate(values, now),
    ...(outcome !== null && { execution_step_results: withoutOutcome(values, stepResultKey(step, index), outcome) }),
    planning_execution_plan: begun(plan, index, now),
    planning_current_step_index: index,
    control_next_agent: agent,
    control_active_agent: agent,
    control_has_error: failure !== null,
    control_error_info: failure,
    control_retry_count: failures,
    control_current_step_retry_count: failures,
    ...(handoff !== null && {
      control_last_agent: handoff.fromAgentId,
      execution_handoff_history: history.slice(0, history.indexOf(handoff) + 1),
    }),
  };
}

/** Results in which the step has the result of a single step. */
function withoutOutcome(values: AgentValues, key: string, outcome: StepOutcome): Readonly<Record<string, StepResult>> {
  const result: StepResult = { ...outcome };
  delete result.parallel;
  return { ...values.execution_step_results, [key]: result };
}

/** Starts a step that has not begun. */
export const begun = (plan: Plan, index: number, now: string): Plan =>
  isPending(plan.steps[index]) ? startStep(plan, index, { now }) : plan;

/** Position of the plan: its first step that has not ended. */
export const positionOf = (plan: Plan): number => nextOpenStep(plan.steps, 0);

const isPending = (step: PlanStep | undefined): boolean => (step?.status ?? "pending") === "pending";
