import { stepAgent } from "@tidemark/core-state/internal";
import { type Plan, type PlanStep } from "@tidemark/core-state";
import { planRequestId } from "../approvals/request.ts";
import type { Route, StepRun } from "../kernel/route-decision.ts";
import { mayRetry } from "../limits/limits-retry.ts";
import { handoffOf, outcomeOf } from "../parallel/outcomes.ts";
import { stepFailures } from "../parallel/settle.ts";
import { valuesOfStep } from "../parallel/step-view.ts";
import { isAnsweringStep, isSettled, readySteps } from "../plans/order.ts";
import type { RouteFacts } from "./route-facts.ts";
import { stepRoute } from "./route-step.ts";

/**
 * Returns the route of the plan's next steps: one step, or several whose dependencies are done. Null if no step is left.
 *
 * @internal
 */
export function stepsRoute(facts: RouteFacts): Route | null {
  const { plan } = facts;
  if (plan.kind !== "plan") return null;
  const step = plan.plan.steps[plan.index];
  if (step === undefined) return null;
  const one = () => stepRoute(facts, { name: stepAgent(step), place: placeOf(plan.plan, plan.index) });
  const found = openRuns(facts);
  if (found === null || found.runs.length === 0) return one();
  const { runs, refused } = found;
  if (refused !== null) return refused;
  const [first] = runs;
  const isFresh = first !== undefined && first.index === plan.index && !first.hasOutcome;
  if (isFresh && (runs.length === 1 || (facts.parallel.alone?.(first.agent) === true && !first.waits))) return one();
  const chosen = chosenRuns(facts, runs);
  const steps = chosen.length > 0 ? chosen : runs.filter(({ waits }) => waits);
  if (steps.length === 0) return one();
  const numbers = steps.map(({ index }) => index + 1).join(", ");
  return {
    to: "steps",
    steps: steps.map(({ index, agent, delaySeconds }) => ({ index, agent, delaySeconds })),
    because: steps.length === 1 ? `step ${numbers} is next` : `steps ${numbers} do not depend on each other`,
  };
}

/**
 * Returns the route that retries the failed steps of a parallel run, with the steps that can run next to them. Null if
 * no such step has failed.
 *
 * @internal
 */
export function retriesRoute(facts: RouteFacts): Route | null {
  if (facts.plan.kind !== "plan") return null;
  const failures = stepFailures(facts.values, facts.plan.plan);
  if (failures.length === 0) return null;
  for (const each of failures) {
    const decision = mayRetry(each.failure, retryCounts(facts, each.failures), facts);
    if (decision.outcome === "exhausted") return { to: "error", because: decision.because };
  }
  return stepsRoute(facts);
}

/**
 * True if steps can run while others wait for an approval, and nothing but steps of the plan waits.
 *
 * @internal
 */
export function goesOn(facts: RouteFacts): boolean {
  const { plan, values, waitingRequests } = facts;
  if (plan.kind !== "plan") return false;
  const found = openRuns(facts);
  if (found === null || chosenRuns(facts, found.runs).length === 0) return false;
  const ids = plan.plan.steps.flatMap((step, index) => [
    planRequestId(values.runtime_turn_id, plan.plan, index),
    outcomeOf(values, step, index)?.parallel.handoffId,
  ]);
  return waitingRequests.every((id) => ids.includes(id));
}

interface OpenRun extends StepRun {
  /** True for a step that has run before. */
  readonly hasOutcome: boolean;
  readonly waits: boolean;
}

/** Runs of the steps that can start. Null if the graph runs one step at a time. */
function openRuns(facts: RouteFacts): { readonly runs: readonly OpenRun[]; readonly refused: Route | null } | null {
  const { plan, parallel } = facts;
  if (plan.kind !== "plan" || !(parallel.maxConcurrency > 1) || plan.plan.status !== "executing") return null;
  const steps = stepsNow(plan.plan, plan.index);
  const now = { ...plan.plan, steps };
  const barrier = steps.findIndex((step) => isAnsweringStep(step) && !isSettled(step));
  const ready = new Set(readySteps(now));
  const runs: OpenRun[] = [];
  for (const [index, step] of steps.entries()) {
    if (barrier !== -1 && index >= barrier) break;
    if (step.status !== "in_progress" && !ready.has(index)) continue;
    const route = runOf(facts, step, index);
    if ("to" in route) return { runs, refused: route };
    runs.push(route);
  }
  return { runs, refused: null };
}

/** Steps with the statuses that they have once every step before the position is recorded. */
const stepsNow = ({ steps }: Plan, position: number): readonly PlanStep[] =>
  steps.map((step, index) => (index < position && !isSettled(step) ? { ...step, status: "completed" } : step));

function runOf(facts: RouteFacts, step: PlanStep, index: number): OpenRun | Route {
  const { values, parallel, now } = facts;
  const outcome = outcomeOf(values, step, index);
  const { failure, failures = 0 } = outcome?.parallel ?? {};
  const agent = handoffOf(values, outcome)?.toAgentId ?? failure?.node ?? null;
  const steps = facts.plan.kind === "plan" ? facts.plan.plan.steps.length : 0;
  const route = stepRoute(facts, { name: agent ?? stepAgent(step), place: `step ${index + 1} of ${steps}` });
  if (route.to !== "agent") return route;
  const retry = failure === undefined ? null : mayRetry(failure, retryCounts(facts, failures), facts);
  const run = { index, agent: route.agent };
  return {
    ...run,
    delaySeconds: retry?.outcome === "retry" ? retry.delaySeconds : 0,
    hasOutcome: outcome !== null,
    waits: parallel.waits?.(valuesOfStep(values, run, now), route.agent) === true,
  };
}

/** Runs that start now: in the order of the plan, within the limits, without two writers of one value. */
function chosenRuns({ parallel, limits, values, plan }: RouteFacts, runs: readonly OpenRun[]): readonly OpenRun[] {
  const { maxConcurrency, alone, conflicts } = parallel;
  const left = limits.maxIterations - (values.control_iteration ?? 0);
  const position = plan.kind === "plan" ? plan.index : 0;
  const chosen: OpenRun[] = [];
  for (const run of runs) {
    if (chosen.length >= Math.min(maxConcurrency, left)) break;
    if (run.waits) continue;
    if (alone?.(run.agent) === true) {
      if (run.index === position && chosen.length === 0) return [run];
      continue;
    }
    if (chosen.every((other) => conflicts?.(other.agent, run.agent) !== true)) chosen.push(run);
  }
  return chosen;
}

const retryCounts = ({ values }: RouteFacts, failures: number) => ({
  ...values,
  control_retry_count: failures,
  control_current_step_retry_count: failures,
});

const placeOf = ({ steps }: Plan, index: number): string => `step ${index + 1} of ${steps.length}`;
