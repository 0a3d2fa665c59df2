import { z } from "zod";
import { ErrorSeverity, NodeFailure } from "./error-info.ts";
import { JsonValue } from "./json-value.ts";
import { EpochSeconds, Timestamp } from "./timestamp.ts";

const timing = {
  /** Duration, in seconds. */
  executionTime: z.number().min(0),
  /** Time of completion. */
  timestamp: Timestamp,
};

/** Outcome of a plan step that ran in parallel with other steps. */
export const ParallelOutcome = z.strictObject({
  /** True until the plan records the outcome. */
  isOpen: z.boolean(),
  /** Id of the plan that the step belongs to. */
  planId: z.string().optional(),
  startedAt: Timestamp,
  /** Start of the turn, in seconds since 1970, if the step has waited for a person. That time does not count. */
  turnStart: EpochSeconds.optional(),
  /** Number of failed runs of the step. */
  failures: z.int().min(0),
  /** The failure of the last run. Absent after a success. */
  failure: NodeFailure.optional(),
  /** Reason why the run of the graph was stopped during the step. */
  stopped: z.string().optional(),
  /** Id of the handoff with which another agent continues the step. */
  handoffId: z.string().optional(),
});
export type ParallelOutcome = z.infer<typeof ParallelOutcome>;

/** Result of one plan step. */
export const StepResult = z.strictObject({
  /** Index in the plan, starting at 0. */
  stepIndex: z.int().min(0),
  /** The capability or node that ran. */
  capability: z.string().min(1),
  taskObjective: z.string().optional(),
  success: z.boolean(),
  /** Id of the handoff under which an agent ran. Absent for other runs. */
  handoffId: z.string().optional(),
  /** Outcome of a step that ran in parallel. Absent for other steps. */
  parallel: ParallelOutcome.optional(),
  ...timing,
});
export type StepResult = z.infer<typeof StepResult>;

/** Result of a node: success with its data, or failure with its classification. */
export const ExecutionResult = z.discriminatedUnion("success", [
  z.strictObject({
    success: z.literal(true),
    /** The capability or node that ran. */
    capability: z.string().min(1),
    data: JsonValue.optional(),
    ...timing,
  }),
  z.strictObject({
    success: z.literal(false),
    /** The capability or node that ran. */
    capability: z.string().min(1),
    /** Description of the failure, in a sentence. */
    error: z.string(),
    classification: ErrorSeverity,
    ...timing,
  }),
]);
export type ExecutionResult = z.infer<typeof ExecutionResult>;
