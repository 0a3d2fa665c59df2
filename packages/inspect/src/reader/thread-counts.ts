import { shownSteps } from "../history/shown-steps.ts";
import type { ThreadSteps } from "../history/thread-steps.ts";

/** Numbers of a thread, each with one meaning everywhere. */
export interface ThreadCounts {
  /** Inputs of the newest branch. */
  readonly turns: number;
  /** Steps as people see them: an input is one, although LangGraph stores it in two checkpoints. Those of forks that were left count too. */
  readonly steps: number;
  /** Stored checkpoints outside of subgraphs. */
  readonly checkpoints: number;
}

/** Counts the steps that were read. */
export const countsOf = ({ steps, byId, newest }: ThreadSteps): ThreadCounts => ({
  turns: byId.get(newest)?.turn ?? 0,
  steps: shownSteps(steps).length,
  checkpoints: steps.length,
});
