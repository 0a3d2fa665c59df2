import type { Plan } from "@tidemark/core-state";
import { actionFor, endFailedStep, type FailurePolicy } from "./failure-policy.ts";
import { readySteps } from "./order.ts";
import { completeStep, finishPlan, startStep } from "./transitions.ts";

/** The final end of a step: its result, or the error after its last attempt. */
export type StepEnd =
  | { readonly index: number; readonly outcome: "completed"; readonly result: string }
  | { readonly index: number; readonly outcome: "failed"; readonly error: string };

/** Options of {@link endStep}. */
export interface StepEndOptions {
  readonly now: string;
  readonly policy?: FailurePolicy | undefined;
}

/** Plan after the end of a step: completed, or what the failure policy makes of its failure. */
export function endStep(plan: Plan, end: StepEnd, { now, policy }: StepEndOptions): Plan {
  const { index } = end;
  if (end.outcome === "completed") return completeStep(plan, index, { now, result: end.result });
  const action = actionFor(plan.steps[index] ?? {}, policy);
  return endFailedStep(plan, index, { action, now, error: end.error });
}

/** A plan that was changed. */
export interface ChangedPlan {
  readonly plan: Plan;
  /** Each version of the plan, in order. Empty if nothing changed. */
  readonly versions: readonly Plan[];
  /** Ends that count: an end after the end of the plan does not. */
  readonly counted: readonly StepEnd[];
}

/**
 * Records the ends of steps. Completed steps are recorded first, so that they count even if another step ends the plan at the same
 * moment.
 */
export function endSteps(before: Plan, ends: readonly StepEnd[], options: StepEndOptions): ChangedPlan {
  const versions: Plan[] = [];
  const counted: StepEnd[] = [];
  let plan = before;
  const completed = ends.filter(({ outcome }) => outcome === "completed");
  for (const end of [...completed, ...ends.filter(({ outcome }) => outcome === "failed")]) {
    if (plan.status !== "executing") break;
    plan = endStep(plan, end, options);
    counted.push(end);
    versions.push(plan);
  }
  return { plan, versions, counted };
}

/** Options of {@link advancePlan}. */
export interface AdvanceOptions extends StepEndOptions {
  /** Steps that run and have not ended. */
  readonly running: ReadonlySet<number>;
  /** Maximum number of steps that run at once. */
  readonly maxConcurrency: number;
}

/** A plan that was advanced, with the steps that were started. */
export interface AdvancedPlan extends ChangedPlan {
  readonly started: readonly number[];
}

/** Advances a running plan: records the ends of steps, starts the steps that can start now, and ends the plan when nothing is left. */
export function advancePlan(before: Plan, ends: readonly StepEnd[], options: AdvanceOptions): AdvancedPlan {
  const { now, running, maxConcurrency } = options;
  const ended = endSteps(before, ends, options);
  if (ended.plan.status !== "executing") return { ...ended, started: [] };
  const started = readySteps(ended.plan).slice(0, Math.max(0, maxConcurrency - running.size));
  const versions = [...ended.versions];
  let { plan } = ended;
  for (const index of started) {
    plan = startStep(plan, index, { now });
    versions.push(plan);
  }
  if (running.size + started.length === 0) {
    plan = finishPlan(plan, { now });
    versions.push(plan);
  }
  return { ...ended, plan, versions, started };
}
