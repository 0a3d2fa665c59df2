import { stepAgent } from "@tidemark/core-state/internal";
import { type Plan, type PlanStep } from "@tidemark/core-state";

/** Dependencies of a step, as positions in the plan. */
export interface StepLinks {
  /** Steps that must be completed first: those in `dependsOn`, and those whose results are in `inputs`. */
  readonly needs: readonly number[];
  /** Steps that must have ended first, with any status. */
  readonly after: readonly number[];
}

/** Names of the two built-in agents that address the user. */
export const answeringAgents: readonly string[] = ["respond", "clarify"];

/** True for a step that addresses the user: a step of `respond` or `clarify`, or a step without an agent. */
export function isAnsweringStep(step: PlanStep): boolean {
  const agent = stepAgent(step);
  return agent === null || answeringAgents.includes(agent);
}

/** Finds the step that `dependsOn` refers to, by its id or else its context key. -1 if the step is missing. */
export function findStep(steps: readonly PlanStep[], name: string): number {
  const byId = steps.findIndex((step) => step.stepId === name);
  return byId === -1 ? steps.findIndex((step) => step.contextKey === name) : byId;
}

/**
 * Returns the dependencies of each step. Unknown names are skipped; `checkPlan` refuses them.
 *
 * An answering step runs after all steps before it. A step that overwrites a context runs after the steps that read the
 * old one.
 */
export function linksOf(steps: readonly PlanStep[]): readonly StepLinks[] {
  return steps.map((step, index) => {
    const needs = new Set(
      (step.dependsOn ?? []).map((name) => findStep(steps, name)).filter((position) => position !== -1),
    );
    for (const key of inputKeys(step)) {
      const source = steps.findIndex((other, position) => position < index && other.contextKey === key);
      if (source !== -1) needs.add(source);
    }
    const before = steps.flatMap((other, position) => {
      if (position >= index || needs.has(position)) return [];
      const readsOld = step.contextKey !== undefined && inputKeys(other).includes(step.contextKey);
      return readsOld || isAnsweringStep(step) ? [position] : [];
    });
    return { needs: [...needs], after: before };
  });
}

/** Context keys in the inputs of a step. */
const inputKeys = (step: PlanStep): string[] => (step.inputs ?? []).flatMap((input) => Object.values(input));

/** Order of the steps that respects their dependencies, and the steps in cycles. */
export interface StepOrder {
  /** Positions in an order as close as possible to the plan's own order. */
  readonly order: readonly number[];
  /** Steps that depend on each other directly or indirectly. Empty for a plan that can run. */
  readonly stuck: readonly number[];
}

/** Finds an order in which the steps can run. Steps in a cycle, or dependent on one, are `stuck`. */
export function orderSteps(steps: readonly PlanStep[]): StepOrder {
  // Links in `after` always point to earlier steps, so they do not affect the order.
  const links = linksOf(steps);
  const order: number[] = [];
  const left = new Set(steps.keys());
  for (;;) {
    const next = [...left].find((index) => (links[index]?.needs ?? []).every((needed) => !left.has(needed)));
    if (next === undefined) return { order, stuck: [...left] };
    left.delete(next);
    order.push(next);
  }
}

/** Sorts steps into an order and updates their `stepIndex`, if present. */
export const inOrder = (steps: readonly PlanStep[], order: readonly number[]): PlanStep[] =>
  order.flatMap((index, position) => {
    const step = steps[index];
    if (step === undefined) return [];
    return [step.stepIndex === undefined ? step : { ...step, stepIndex: position }];
  });

/** Returns the name, with the first free number from 2 if a step already uses it as its id or context key. */
export function freeStepName(name: string, steps: readonly PlanStep[]): string {
  const taken = new Set(steps.flatMap(({ stepId, contextKey }) => [stepId, contextKey]));
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}

/**
 * Returns the positions of the steps that can start now, in plan order: pending steps whose needed steps are completed
 * and whose preceding steps have ended. Empty for a plan that has ended.
 *
 * The steps must be in an order in which they can run, as returned by `checkPlan` and `startPlan`.
 *
 * @example
 * ```ts
 * import { readySteps } from "@tidemark/agents/internal";
 *
 * const steps = [
 *   { stepId: "find", agentId: "search", status: "completed" as const },
 *   { stepId: "book", agentId: "booking", dependsOn: ["find"] },
 *   { stepId: "note", agentId: "notes" },
 *   { agentId: "respond" },
 * ];
 * console.log(readySteps({ steps })); // [ 1, 2 ]
 * ```
 */
export function readySteps(plan: Plan): number[] {
  if (hasEnded(plan)) return [];
  const links = linksOf(plan.steps);
  return plan.steps.flatMap((step, index) => {
    if ((step.status ?? "pending") !== "pending") return [];
    const { needs = [], after = [] } = links[index] ?? {};
    const ready =
      needs.every((position) => plan.steps[position]?.status === "completed") &&
      after.every((position) => isSettled(plan.steps[position]));
    return ready ? [index] : [];
  });
}

/** True for a plan that has ended: completed, failed or cancelled. */
export const hasEnded = ({ status }: Plan): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

/** True for a step that has ended: completed, failed or skipped. */
export const isSettled = (step: PlanStep | undefined): boolean =>
  step?.status === "completed" || step?.status === "failed" || step?.status === "skipped";

/** Position of the first step from `index` on that has not ended. The number of steps if all have. */
export function nextOpenStep(steps: readonly PlanStep[], index: number): number {
  const open = steps.findIndex((step, position) => position >= index && !isSettled(step));
  return open === -1 ? Math.max(index, steps.length) : open;
}
