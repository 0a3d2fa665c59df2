import type { SeedStateValue } from "@tidemark/core-state/internal";
import { Plan, type PlanStep } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";

/**
 * The plan in a state: missing, invalid, or valid with its position.
 *
 * @internal
 */
export type StoredPlan =
  | { readonly kind: "none" }
  | { readonly kind: "broken"; readonly problem: string }
  | { readonly kind: "plan"; readonly plan: Plan; readonly index: number };

/** State fields that contain the plan and its position. */
type WithPlan = Partial<Pick<SeedStateValue, "planning_current_step_index" | "planning_execution_plan">>;

/**
 * Reads the plan and never throws. Null and an empty object count as a missing plan.
 *
 * @internal
 */
export function readStoredPlan(values: WithPlan): StoredPlan {
  const found: unknown = values.planning_execution_plan ?? null;
  if (found === null || (isPlainRecord(found) && Object.keys(found).length === 0)) return { kind: "none" };
  const plan = parsedPlan(found);
  if (!plan.success) return { kind: "broken", problem: "the stored plan is invalid" };
  const index: unknown = values.planning_current_step_index ?? 0;
  if (typeof index !== "number" || !Number.isInteger(index) || index < 0) {
    return { kind: "broken", problem: `the position in the plan is ${String(index)}` };
  }
  return { kind: "plan", plan: plan.data, index };
}

/** Parses a plan. A frozen one, as states contain it, is parsed once: each edge and each node read it. */
function parsedPlan(found: unknown): ReturnType<typeof Plan.safeParse> {
  const key = isPlainRecord(found) && Object.isFrozen(found) && Object.isFrozen(found["steps"]) ? found : null;
  const known = key === null ? undefined : parsedPlans.get(key);
  if (known !== undefined) return known;
  const parsed = Plan.safeParse(found);
  if (key !== null) parsedPlans.set(key, parsed);
  return parsed;
}

const parsedPlans = new WeakMap<object, ReturnType<typeof Plan.safeParse>>();

/**
 * Returns the next step, or null.
 *
 * @internal
 */
export function currentStep(values: WithPlan): PlanStep | null {
  const seen = readStoredPlan(values);
  return seen.kind === "plan" ? (seen.plan.steps[seen.index] ?? null) : null;
}
