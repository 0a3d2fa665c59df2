import type { ThreadStep, ThreadSteps } from "../history/thread-steps.ts";

/** What a task of a node wrote, and what it asked. */
export interface NodeWrites {
  readonly node: string;
  readonly taskId: string;
  /** Writes as they were stored, also of channels of LangGraph. Empty for a task that has not finished. */
  readonly writes: readonly (readonly [channel: string, value: unknown])[];
  readonly questions: readonly { readonly id: string; readonly value: unknown }[];
  readonly error: unknown;
}

/** A step of a lane: the values after it, and what the tasks after it wrote. */
export interface LaneStep {
  readonly step: ThreadStep;
  readonly values: Readonly<Record<string, unknown>>;
  /** Input of the turn, at the step that begins it. */
  readonly input?: unknown;
  readonly tasks: readonly NodeWrites[];
}

/** A thread, as it was stored or as it runs again. */
export interface Lane {
  readonly all: ThreadSteps;
  /** Checkpoints of the newest branch, oldest first. */
  readonly path: readonly LaneStep[];
}
