import type { Plan, PlanStep } from "@tidemark/core-state";
import type { PlanStatus, PlanStepStatus } from "@tidemark/core-state/internal";
import { stampPlan } from "@tidemark/reducers/internal";
import { agentErrors } from "../kernel/errors.ts";
import { findStep, freeStepName, hasEnded, inOrder, isSettled, linksOf, orderSteps } from "./order.ts";

/** A step of a plan: its position from 0, its id, or its context key. */
export type StepRef = number | string;

/** What becomes of a step; `skipped` after `in_progress` is one that was given up, and the plan goes on without it. */
const stepTransitions: Readonly<Record<PlanStepStatus, readonly PlanStepStatus[]>> = {
  pending: ["in_progress", "skipped"],
  in_progress: ["completed", "failed", "skipped"],
  completed: [],
  failed: [],
  skipped: [],
};

/**
 * Starts a plan: it gets its id when it has none, and every step its id, position and status.
 *
 * A plan that runs already is given back as it is. Steps move behind what they depend on. A plan that has ended throws
 * `agents/illegalTransition`; one that could never end, because a step waits for itself or for one that is not there,
 * throws `agents/unfitPlan`.
 */
export function startPlan(plan: Plan, options: { readonly now: string; readonly planId: string }): Plan {
  if (hasEnded(plan)) throw illegal("The plan", plan.status ?? "", "executing");
  const missing = plan.steps
    .flatMap(({ dependsOn = [] }) => dependsOn)
    .find((name) => findStep(plan.steps, name) === -1);
  if (missing !== undefined) throw agentErrors.unfitPlan({ problem: `no step is called "${missing}".` });
  const { order, stuck } = orderSteps(plan.steps);
  if (stuck.length > 0) {
    throw agentErrors.unfitPlan({
      problem: `steps ${stuck.map((index) => index + 1).join(", ")} wait for each other.`,
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

/** A step begins. One that is not pending, or still waits for another, throws `agents/illegalTransition`. */
export function startStep(plan: Plan, step: StepRef, { now }: { readonly now: string }): Plan {
  const index = positionOf(plan, step);
  const { needs = [], after = [] } = linksOf(plan.steps)[index] ?? {};
  const waiting =
    needs.some((each) => plan.steps[each]?.status !== "completed") ||
    after.some((each) => !isSettled(plan.steps[each]));
  if (waiting) throw illegal(nameOf(plan, index), "waiting for another step", "in_progress");
  const next = changeStep(plan, index, { status: "in_progress", startedAt: now });
  return stampPlan({ ...next, currentStepIndex: index }, now);
}

/** A step has done its work. */
export const completeStep = (
  plan: Plan,
  step: StepRef,
  { now, result }: { readonly now: string; readonly result: string },
): Plan => stampPlan(changeStep(plan, positionOf(plan, step), { status: "completed", result, completedAt: now }), now);

/** A step has failed for good. Those that need it are skipped, and those that need them. */
export const failStep = (
  plan: Plan,
  step: StepRef,
  { now, error }: { readonly now: string; readonly error: string },
): Plan => {
  const next = changeStep(plan, positionOf(plan, step), { status: "failed", error, completedAt: now });
  return stampPlan(skipBlocked(next, now), now);
};

/** A step is left out, or given up while it runs. Those that need it are skipped, and those that need them. */
export const skipStep = (
  plan: Plan,
  step: StepRef,
  { now, because }: { readonly now: string; readonly because: string },
): Plan => {
  const next = changeStep(plan, positionOf(plan, step), { status: "skipped", error: because, completedAt: now });
  return stampPlan(skipBlocked(next, now), now);
};

/**
 * Ends a plan whose steps have all ended: `completed` when none failed and one at least was completed, else `failed`.
 *
 * A step that is still open throws `agents/illegalTransition`. The summary counts what was done and what was not.
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

/** Ends a plan because of a failure: what runs has failed, what was not begun is skipped, and the reason is kept. */
export const failPlan = (plan: Plan, { now, reason }: { readonly now: string; readonly reason: string }): Plan =>
  endPlan(stopSteps(plan, { now, reason }), { now, status: "failed", reason });

/** Ends a plan because somebody asked for it: no step counts as completed that was not. */
export const cancelPlan = (plan: Plan, { now, reason }: { readonly now: string; readonly reason: string }): Plan =>
  endPlan(stopSteps(plan, { now, reason }), { now, status: "cancelled", reason });

/** Says which step failed and why: `Step 1 failed: no connection`. */
export const failureOf = (plan: Plan, index: number): string =>
  `Step ${index + 1} failed: ${plan.steps[index]?.error ?? "nobody said why"}`;

interface PlanEnd {
  readonly now: string;
  readonly status: Extract<PlanStatus, "completed" | "failed" | "cancelled">;
  readonly reason?: string;
}

function endPlan(plan: Plan, { now, status, reason }: PlanEnd): Plan {
  if (hasEnded(plan)) throw illegal("The plan", plan.status ?? "", status);
  if (plan.status !== "executing" && status !== "cancelled")
    throw illegal("The plan", plan.status ?? "planning", status);
  const counted = (["completed", "failed", "skipped"] as const).flatMap((each) => {
    const count = plan.steps.filter((step) => step.status === each).length;
    return count === 0 ? [] : [`${count} ${each}`];
  });
  const summary = `${plan.steps.length} step(s): ${counted.join(", ")}`;
  const ended = { ...plan, status, completedAt: now, ...(reason !== undefined && { failureReason: reason }) };
  const told = ended.summary === undefined && counted.length > 0 ? { ...ended, summary } : ended;
  return stampPlan({ ...told, currentStepIndex: plan.steps.length }, now);
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

/** Skips whoever needs a step that did not come about; whoever needs those stands behind them, and is skipped, too. */
function skipBlocked(plan: Plan, now: string): Plan {
  const links = linksOf(plan.steps);
  const steps = [...plan.steps];
  for (const [index, step] of steps.entries()) {
    if ((step.status ?? "pending") !== "pending") continue;
    const blocker = links[index]?.needs.find((each) => {
      const status = steps[each]?.status;
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
  if (plan.status !== "executing") throw illegal("The plan", plan.status ?? "not started", `at ${nameOf(plan, index)}`);
  if (!stepTransitions[from].includes(change.status)) throw illegal(nameOf(plan, index), from, change.status);
  return { ...plan, steps: plan.steps.with(index, { ...step, ...change }) };
}

function positionOf(plan: Plan, step: StepRef): number {
  const index = typeof step === "number" ? step : findStep(plan.steps, step);
  if (plan.steps[index] === undefined) {
    throw agentErrors.unknownStep({ step, known: plan.steps.map((each, position) => each.stepId ?? String(position)) });
  }
  return index;
}

const nameOf = (plan: Plan, index: number): string => {
  const name = plan.steps[index]?.stepId;
  return name === undefined ? `Step ${index + 1}` : `Step ${index + 1} ("${name}")`;
};

const illegal = (what: string, from: string, to: string) => agentErrors.illegalTransition({ what, from, to });
