import type { Plan, PlanStep } from "@tidemark/core-state";
import type { PlanStatus, PlanStepStatus } from "@tidemark/core-state/internal";
import { stampPlan } from "@tidemark/reducers/internal";
import { agentErrors } from "../kernel/errors.ts";
import { findStep, freeStepName, hasEnded, inOrder, isSettled, linksOf, orderSteps } from "./order.ts";

/** A step of a plan: its position starting at 0, its id, or its context key. */
export type StepRef = number | string;

/**
 * Legal transitions of a step. `skipped` after `in_progress` means that the step was abandoned and the plan continues.
 */
const stepTransitions: Readonly<Record<PlanStepStatus, readonly PlanStepStatus[]>> = {
  pending: ["in_progress", "skipped"],
  in_progress: ["completed", "failed", "skipped"],
  completed: [],
  failed: [],
  skipped: [],
};

/**
 * Starts a plan: assigns an id if it has none, and an id, position and status to every step.
 *
 * Returns a running plan unchanged. Steps are moved after their dependencies. A plan that has ended throws
 * `agents/illegalTransition`. A plan with a cycle or a missing dependency throws `agents/unfitPlan`.
 */
export function startPlan(plan: Plan, options: { readonly now: string; readonly planId: string }): Plan {
  if (hasEnded(plan)) throw illegal("The plan", plan.status ?? "", "executing");
  const missing = plan.steps
    .flatMap(({ dependsOn = [] }) => dependsOn)
    .find((name) => findStep(plan.steps, name) === -1);
  if (missing !== undefined) throw agentErrors.unfitPlan({ problem: `step "${missing}" does not exist.` });
  const { order, stuck } = orderSteps(plan.steps);
  if (stuck.length > 0) {
    throw agentErrors.unfitPlan({
      problem: `steps ${stuck.map((index) => index + 1).join(", ")} depend on each other.`,
    });
  }
  const ordered = order.every((index, position) => index === position);
  if (ordered && plan.status === "executing" && plan.planId !== undefined && plan.steps.every(isTracked)) return plan;
  const steps: PlanStep[] = inOrder(plan.steps, order);
  for (const [index, step] of steps.entries()) {
    const stepId = step.stepId ?? step.contextKey ?? freeStepName(`step_${index + 1}`, steps);
    steps[index] = { ...step, stepId, stepIndex: index, status: step.status ?? "pending" };
  }
  const { planId = options.planId, createdAt = options.now } = plan;
  return stampPlan({ ...plan, planId, status: "executing" as const, steps, createdAt }, options.now);
}

const isTracked = (step: PlanStep, index: number): boolean =>
  step.stepId !== undefined && step.stepIndex === index && step.status !== undefined;

/** Starts a step. A step that is not pending, or waits for another step, throws `agents/illegalTransition`. */
export function startStep(plan: Plan, step: StepRef, { now }: { readonly now: string }): Plan {
  const index = positionOf(plan, step);
  const { needs = [], after = [] } = linksOf(plan.steps)[index] ?? {};
  const waiting =
    needs.some((position) => plan.steps[position]?.status !== "completed") ||
    after.some((position) => !isSettled(plan.steps[position]));
  if (waiting) throw illegal(nameOf(plan, index), "waiting for another step", "in_progress");
  const next = changeStep(plan, index, { status: "in_progress", startedAt: now });
  return stampPlan({ ...next, currentStepIndex: index }, now);
}

/** Completes a step with its result. */
export const completeStep = (
  plan: Plan,
  step: StepRef,
  { now, result }: { readonly now: string; readonly result: string },
): Plan => stampPlan(changeStep(plan, positionOf(plan, step), { status: "completed", result, completedAt: now }), now);

/** Fails a step. Steps that need it, directly or indirectly, are skipped. */
export const failStep = (
  plan: Plan,
  step: StepRef,
  { now, error }: { readonly now: string; readonly error: string },
): Plan => {
  const next = changeStep(plan, positionOf(plan, step), { status: "failed", error, completedAt: now });
  return stampPlan(skipBlocked(next, now), now);
};

/** Skips a step, or abandons it while it runs. Steps that need it, directly or indirectly, are skipped. */
export const skipStep = (
  plan: Plan,
  step: StepRef,
  { now, because }: { readonly now: string; readonly because: string },
): Plan => {
  const next = changeStep(plan, positionOf(plan, step), { status: "skipped", error: because, completedAt: now });
  return stampPlan(skipBlocked(next, now), now);
};

/**
 * Ends a plan whose steps have all ended: `completed` if no step failed and at least one was completed, else `failed`.
 *
 * A step that has not ended throws `agents/illegalTransition`. The summary counts the steps by status.
 */
export function finishPlan(plan: Plan, { now }: { readonly now: string }): Plan {
  const open = plan.steps.findIndex((step) => !isSettled(step));
  if (open !== -1) throw illegal("The plan", `not done with ${nameOf(plan, open)}`, "completed");
  const failed = plan.steps.findIndex((step) => step.status === "failed");
  if (failed !== -1) return endPlan(plan, { now, status: "failed", reason: failureOf(plan, failed) });
  const done = plan.steps.some((step) => step.status === "completed");
  const reason = plan.steps.length === 0 ? "The plan has no steps." : "Every step was skipped.";
  return endPlan(plan, done ? { now, status: "completed" } : { now, status: "failed", reason });
}

/** Ends a plan after a failure: running steps fail, pending steps are skipped, and the reason is stored. */
export const failPlan = (plan: Plan, { now, reason }: { readonly now: string; readonly reason: string }): Plan =>
  endPlan(stopSteps(plan, { now, reason }), { now, status: "failed", reason });

/** Ends a plan on request: running steps fail, pending steps are skipped, and the reason is stored. */
export const cancelPlan = (plan: Plan, { now, reason }: { readonly now: string; readonly reason: string }): Plan =>
  endPlan(stopSteps(plan, { now, reason }), { now, status: "cancelled", reason });

/** Returns the failed step and its error: `Step 1 failed: no connection`. */
export const failureOf = (plan: Plan, index: number): string =>
  `Step ${index + 1} failed: ${plan.steps[index]?.error ?? "no reason was given"}`;

interface PlanEnd {
  readonly now: string;
  readonly status: Extract<PlanStatus, "completed" | "failed" | "cancelled">;
  readonly reason?: string;
}

function endPlan(plan: Plan, { now, status, reason }: PlanEnd): Plan {
  if (hasEnded(plan)) throw illegal("The plan", plan.status ?? "", status);
  if (plan.status !== "executing" && status !== "cancelled")
    throw illegal("The plan", plan.status ?? "planning", status);
  const counted = (["completed", "failed", "skipped"] as const).flatMap((stepStatus) => {
    const count = plan.steps.filter((step) => step.status === stepStatus).length;
    return count === 0 ? [] : [`${count} ${stepStatus}`];
  });
  const summary = `${plan.steps.length} step(s): ${counted.join(", ")}`;
  const ended = { ...plan, status, completedAt: now, ...(reason !== undefined && { failureReason: reason }) };
  const summarized = ended.summary === undefined && counted.length > 0 ? { ...ended, summary } : ended;
  return stampPlan({ ...summarized, currentStepIndex: plan.steps.length }, now);
}

function stopSteps(plan: Plan, { now, reason }: { readonly now: string; readonly reason: string }): Plan {
  if (hasEnded(plan)) return plan;
  const steps = plan.steps.map((step): PlanStep => {
    if (isSettled(step)) return step;
    const status = step.status === "in_progress" ? "failed" : "skipped";
    return { ...step, status, error: `Stopped: ${reason}`, completedAt: now };
  });
  return { ...plan, steps };
}

/**
 * Skips steps that need a failed or skipped step. Dependent steps come later in the plan, so one pass covers them all.
 */
function skipBlocked(plan: Plan, now: string): Plan {
  const links = linksOf(plan.steps);
  const steps = [...plan.steps];
  for (const [index, step] of steps.entries()) {
    if ((step.status ?? "pending") !== "pending") continue;
    const blocker = links[index]?.needs.find((position) => {
      const status = steps[position]?.status;
      return status === "failed" || status === "skipped";
    });
    if (blocker === undefined) continue;
    const why = steps[blocker]?.status === "failed" ? "failed" : "was skipped";
    const error = `Needs step ${blocker + 1}, which ${why}`;
    steps[index] = { ...step, status: "skipped", error, completedAt: now };
  }
  return { ...plan, steps };
}

function changeStep(plan: Plan, index: number, change: Partial<PlanStep> & { readonly status: PlanStepStatus }): Plan {
  const step = plan.steps[index];
  const from = step?.status ?? "pending";
  if (plan.status !== "executing") throw illegal("The plan", plan.status ?? "not started", "executing");
  if (!stepTransitions[from].includes(change.status)) throw illegal(nameOf(plan, index), from, change.status);
  return { ...plan, steps: plan.steps.with(index, { ...step, ...change }) };
}

function positionOf(plan: Plan, step: StepRef): number {
  const index = typeof step === "number" ? step : findStep(plan.steps, step);
  if (plan.steps[index] === undefined) {
    throw agentErrors.unknownStep({
      step,
      known: plan.steps.map((other, position) => other.stepId ?? String(position)),
    });
  }
  return index;
}

const nameOf = (plan: Plan, index: number): string => {
  const name = plan.steps[index]?.stepId;
  return name === undefined ? `Step ${index + 1}` : `Step ${index + 1} ("${name}")`;
};

const illegal = (subject: string, from: string, to: string) => agentErrors.illegalTransition({ subject, from, to });
