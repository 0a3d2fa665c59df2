import { type Plan, type PlanStep, stepAgent } from "@tidemark/core-state";

/** What a step waits for, as positions in the plan. */
export interface StepLinks {
  /** Steps that must be completed first: those in `dependsOn`, and those whose results are in `inputs`. */
  readonly needs: readonly number[];
  /** Steps that must have ended first, one way or another. */
  readonly after: readonly number[];
}

/** The names of the two agents that speak to the user; every application has them. */
export const answeringAgents: readonly string[] = ["respond", "clarify"];

/** True for a step that speaks to the user: by `respond`, by `clarify`, or by nobody in particular. */
export function isAnsweringStep(step: PlanStep): boolean {
  const agent = stepAgent(step);
  return agent === null || answeringAgents.includes(agent);
}

/** Finds the step that a `dependsOn` names: by its id, else by its context key; -1 when there is none. */
export function findStep(steps: readonly PlanStep[], name: string): number {
  const byId = steps.findIndex((step) => step.stepId === name);
  return byId === -1 ? steps.findIndex((step) => step.contextKey === name) : byId;
}

/**
 * What each step waits for. Names that no step has are left out: `checkPlan` is where they are refused.
 *
 * A step that answers comes after all before it, and one that writes a context anew comes after those that still read
 * the old one: nobody has to say so.
 */
export function linksOf(steps: readonly PlanStep[]): readonly StepLinks[] {
  return steps.map((step, index) => {
    const needs = new Set((step.dependsOn ?? []).map((name) => findStep(steps, name)).filter((each) => each !== -1));
    for (const key of inputKeys(step)) {
      const source = steps.findIndex((each, position) => position < index && each.contextKey === key);
      if (source !== -1) needs.add(source);
    }
    const before = steps.flatMap((each, position) => {
      if (position >= index || needs.has(position)) return [];
      const readsOld = step.contextKey !== undefined && inputKeys(each).includes(step.contextKey);
      return readsOld || isAnsweringStep(step) ? [position] : [];
    });
    return { needs: [...needs], after: before };
  });
}

/** The context keys that the inputs of a step name. */
const inputKeys = (step: PlanStep): string[] => (step.inputs ?? []).flatMap((input) => Object.values(input));

/** The positions of the steps in an order that keeps what they wait for, and where they go round in circles. */
export interface StepOrder {
  /** As near to the plan's own order as can be. */
  readonly order: readonly number[];
  /** Steps that wait for each other, directly or not; empty for a plan that can run. */
  readonly stuck: readonly number[];
}

/** Finds an order in which the steps can run; those in a circle, or behind one, are `stuck`. */
export function orderSteps(steps: readonly PlanStep[]): StepOrder {
  // What comes before a step without being needed stands before it already, and so plays no part in the order.
  const links = linksOf(steps);
  const order: number[] = [];
  const left = new Set(steps.keys());
  for (;;) {
    const next = [...left].find((index) => (links[index]?.needs ?? []).every((each) => !left.has(each)));
    if (next === undefined) return { order, stuck: [...left] };
    left.delete(next);
    order.push(next);
  }
}

/** The steps in an order; those that know their position learn the new one. */
export const inOrder = (steps: readonly PlanStep[], order: readonly number[]): PlanStep[] =>
  order.flatMap((index, position) => {
    const step = steps[index];
    if (step === undefined) return [];
    return [step.stepIndex === undefined ? step : { ...step, stepIndex: position }];
  });

/** The name itself, or with the first number from 2 that no step has as its id or context key. */
export function freeStepName(name: string, steps: readonly PlanStep[]): string {
  const taken = new Set(steps.flatMap(({ stepId, contextKey }) => [stepId, contextKey]));
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}

/**
 * The positions of the steps that can start now, in the plan's order: pending ones, all of whose needs are completed and
 * all of whose forerunners have ended. None in a plan that has ended.
 *
 * The steps stand in an order in which they can run, as `checkPlan` and `startPlan` leave them.
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
      needs.every((each) => plan.steps[each]?.status === "completed") &&
      after.every((each) => isSettled(plan.steps[each]));
    return ready ? [index] : [];
  });
}

/** True for a plan that is over: completed, failed or cancelled. */
export const hasEnded = ({ status }: Plan): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

/** True for a step that is over: completed, failed or skipped. */
export const isSettled = (step: PlanStep | undefined): boolean =>
  step?.status === "completed" || step?.status === "failed" || step?.status === "skipped";
