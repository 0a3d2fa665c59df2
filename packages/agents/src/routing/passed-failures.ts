import type { SeedStateUpdate } from "@tidemark/core-state/internal";
import type { Plan } from "@tidemark/core-state";
import type { AgentValues } from "../kernel/agent-values.ts";
import { mayRetry } from "../limits/limits-retry.ts";
import { failureUpdate, stepFailures, type StepFailure } from "../parallel/settle.ts";
import { positionOf, trackedPlan } from "../parallel/step-view.ts";
import { endStep } from "../plans/advance.ts";
import { actionFor, type FailurePolicy } from "../plans/failure-policy.ts";
import { type RouteFacts, routeFacts, type RouteOptions } from "./route-facts.ts";

/**
 * Returns the update with which the plan continues after steps that have finally failed, if the policy skips them or
 * continues. Empty if no step has, or if the policy ends the plan.
 *
 * A step has finally failed if its failure is critical, or retriable without attempts left. Other failures require
 * another plan, other capabilities, or the end of the run.
 */
export function passedFailures(
  values: AgentValues,
  options: RouteOptions & { readonly policy: FailurePolicy },
): SeedStateUpdate {
  if (values.control_has_error !== true) return {};
  const facts = routeFacts(values, options);
  const plan = facts.plan.kind === "plan" ? trackedPlan(values, options.now) : null;
  if (plan?.status !== "executing") return {};
  const failures = failuresOf(facts, plan);
  const passed = failures.filter((each) => isFinal(facts, each) && actionOf(plan, each, options.policy) !== "abort");
  if (passed.length === 0) return {};
  const after = passed.reduce((before, each) => {
    const error = each.failure.originalError;
    return endStep(before, { index: each.index, outcome: "failed", error }, options);
  }, plan);
  return {
    planning_execution_plan: after,
    planning_current_step_index: positionOf(after),
    ...failureUpdate(failures.filter((each) => !passed.includes(each))),
  };
}

/** A failure with the counts that its limits apply to: failures of the agent, and of the step. */
interface Counted extends StepFailure {
  readonly retries: number;
}

/** Failures of the steps in progress: those of parallel runs, or the one of the current step. */
function failuresOf({ values, failure, plan }: RouteFacts, tracked: Plan): readonly Counted[] {
  const parallel = stepFailures(values, tracked).map((each) => ({ ...each, retries: each.failures }));
  if (parallel.length > 0 || failure === null || plan.kind !== "plan") return parallel;
  const isOfStep = failure.capability !== undefined && tracked.steps[plan.index]?.status === "in_progress";
  const { control_retry_count: failures = 1, control_current_step_retry_count: retries = 1 } = values;
  return isOfStep ? [{ index: plan.index, failure, failures, retries }] : [];
}

function isFinal(facts: RouteFacts, { failure, failures, retries }: Counted): boolean {
  const { severity } = failure.classification;
  if (severity !== "retriable") return severity === "critical";
  const counts = { control_retry_count: failures, control_current_step_retry_count: retries };
  return mayRetry(failure, { ...facts.values, ...counts }, facts).outcome === "exhausted";
}

const actionOf = ({ steps }: Plan, { index }: StepFailure, policy: FailurePolicy) =>
  actionFor(steps[index] ?? {}, policy);
