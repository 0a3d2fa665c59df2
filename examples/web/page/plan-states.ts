import type { Plan, PlanStep } from "tidemark";
import { stepAgent } from "tidemark/rules";

/** State of a step as the page shows it. */
export type ShownState = NonNullable<PlanStep["status"]> | "asking";

/** Current state of the turn, which is newer than the plan. */
interface Present {
  /** Position of the next step. */
  readonly index: unknown;
  /** True while a question is open. */
  readonly asking: boolean;
  /** Names of the nodes that are running. */
  readonly running: readonly string[];
}

/** Computes the current state of each step. LangGraph stores what a node writes when the node ends, so the plan is behind it. */
export function planStates({ steps }: Plan, { index, asking, running }: Present): readonly ShownState[] {
  const next = typeof index === "number" ? index : 0;
  return steps.map((step, position) => {
    const { status = "pending" } = step;
    if (status === "in_progress" && position < next) return "completed";
    const isNext = position === next && (status === "pending" || status === "in_progress");
    if (isNext && asking) return "asking";
    return isNext && running.includes(stepAgent(step) ?? "") ? "in_progress" : status;
  });
}
