import { shownSteps } from "../history/shown-steps.ts";
import type { ThreadSteps } from "../history/thread-steps.ts";

/** Numbers of a thread, each with one meaning everywhere. */
export interface ThreadCounts {
  /** Turns that were read. */
  readonly turns: number;
  /** Turns of the newest branch, with earlier ones that were not read or not shared. */
  readonly ofTurns: number;
  /** Steps as people see them: an input is one, although LangGraph stores it in two checkpoints. Those of forks that were left count too. */
  readonly steps: number;
  /** Stored checkpoints outside of subgraphs. */
  readonly checkpoints: number;
}

/** Counts the steps that were read. */
export const countsOf = ({ steps, byId, newest }: ThreadSteps): ThreadCounts => ({
  turns: new Set(steps.flatMap(({ turn }) => (turn > 0 ? [turn] : []))).size,
  ofTurns: byId.get(newest)?.turn ?? 0,
  steps: shownSteps(steps).length,
  checkpoints: steps.length,
});
