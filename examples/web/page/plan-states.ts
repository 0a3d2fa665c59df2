import type { Plan, PlanStep } from "tidemark";

/** State of a step as the page shows it. */
export type ShownState = NonNullable<PlanStep["status"]> | "asking";

/** Current state of the turn, which is newer than the plan. */
interface Present {
  /** Position of the next step. */
  readonly index: unknown;
  /** True while a question is open. */
  readonly asking: boolean;
}

/** Computes the current state of each step; the plan in the state is updated only when the plan continues. */
export function planStates({ steps }: Plan, { index, asking }: Present): readonly ShownState[] {
  const next = typeof index === "number" ? index : 0;
  return steps.map(({ status = "pending" }, position) => {
    if (status === "in_progress" && position < next) return "completed";
    const isNext = position === next && (status === "pending" || status === "in_progress");
    return isNext && asking ? "asking" : status;
  });
}
