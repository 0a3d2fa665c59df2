import type { Plan, PlanStep } from "tidemark";

/** Where a step stands, as the page shows it. */
export type ShownState = NonNullable<PlanStep["status"]> | "asking";

/** What the plan itself does not say. */
interface Present {
  /** Position of the step that is next, which is newer than what the plan says of itself. */
  readonly index: unknown;
  /** True while a question waits. */
  readonly asking: boolean;
}

/** Says where each step stands now; the plan in the state is brought up to date only when it goes on. */
export function planStates({ steps }: Plan, { index, asking }: Present): readonly ShownState[] {
  const next = typeof index === "number" ? index : 0;
  return steps.map(({ status = "pending" }, at) => {
    if (status === "in_progress" && at < next) return "completed";
    const isNext = at === next && (status === "pending" || status === "in_progress");
    return isNext && asking ? "asking" : status;
  });
}
