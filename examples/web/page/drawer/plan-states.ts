import type { PlannedStep, PlanView } from "../../src/api.ts";

/** State of a step as the page shows it. */
export type ShownState = PlannedStep["status"] | "asking";

/** Current state of the turn, which is newer than the plan. */
interface Present {
  /** True while a question is open. */
  readonly asking: boolean;
  /** Names of the nodes that are running. */
  readonly running: readonly string[];
}

/** Computes the current state of each step. LangGraph stores what a node writes when the node ends, so the plan is behind it. */
export function planStates({ steps, index }: PlanView, { asking, running }: Present): readonly ShownState[] {
  const next = index ?? 0;
  return steps.map(({ status, agent }, position) => {
    if (status === "in_progress" && position < next) return "completed";
    const isNext = position === next && (status === "pending" || status === "in_progress");
    if (isNext && asking) return "asking";
    return isNext && running.includes(agent) ? "in_progress" : status;
  });
}
