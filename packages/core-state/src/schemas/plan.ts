import { z } from "zod";
import { Timestamp } from "./timestamp.ts";

/** Status of a plan. A plan without a status has not started. */
export const PlanStatus = z.enum(["planning", "executing", "completed", "failed", "cancelled"]);
export type PlanStatus = z.infer<typeof PlanStatus>;

/** Status of a plan step. A step without a status is pending. */
export const PlanStepStatus = z.enum(["pending", "in_progress", "completed", "failed", "skipped"]);
export type PlanStepStatus = z.infer<typeof PlanStepStatus>;

/** The four kinds of output that a user interface can display. */
export const OutputKind = z.enum(["text", "data", "visualization", "confirmation"]);
export type OutputKind = z.infer<typeof OutputKind>;

/**
 * One step of a plan. Planners describe steps in one of two vocabularies, and both are valid:
 *
 * | Meaning      | By capability     | By agent                    |
 * | ------------ | ----------------- | --------------------------- |
 * | Performer    | `capability`      | `agentId`                   |
 * | Task         | `taskObjective`   | `task`                      |
 * | Reference    | `contextKey`      | `stepId`                    |
 * | Dependencies | `inputs`          | `dependsOn`                 |
 * | Completion   | `successCriteria` | `status`, `result`, `error` |
 *
 * No property is required, because the vocabularies have none in common. Read the first two rows
 * with `stepAgent` and `stepTask`, and the kind of output with `outputKind`.
 */
export const PlanStep = z.strictObject({
  /** Id of the step within its plan. */
  stepId: z.string().min(1).optional(),
  /** Index in the plan, starting at 0. */
  stepIndex: z.int().min(0).optional(),
  /** Id of the agent that performs the step. */
  agentId: z.string().min(1).optional(),
  /** Name of the capability that performs the step. */
  capability: z.string().min(1).optional(),
  /** Task of the agent. */
  task: z.string().optional(),
  /** Objective of the capability. */
  taskObjective: z.string().optional(),
  /** Criteria for the success of the step. */
  successCriteria: z.string().optional(),
  /** Expected output as free text, or as one of the values of `OutputKind`. */
  expectedOutput: z.string().nullish(),
  /** Key of the shared data under which the step stores its output. */
  contextKey: z.string().min(1).optional(),
  /** Settings for the capability. */
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  /** Shared data that the step reads, each entry as `{ [contextType]: contextKey }`. */
  inputs: z.array(z.record(z.string(), z.string())).readonly().nullish(),
  /** Ids of the steps that must complete first. */
  dependsOn: z.array(z.string()).readonly().optional(),
  status: PlanStepStatus.optional(),
  /** Result of the step, in a sentence; present once it is completed. */
  result: z.string().optional(),
  /** Description of the failure; present once the step has failed. */
  error: z.string().optional(),
  startedAt: Timestamp.optional(),
  completedAt: Timestamp.optional(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/**
 * An ordered list of steps that perform a task. Only `steps` is required.
 *
 * A plan that is tracked while it runs also has an id, the user's query, a status and times.
 */
export const Plan = z.strictObject({
  planId: z.string().min(1).optional(),
  /** The user's message that led to the plan. */
  query: z.string().optional(),
  status: PlanStatus.optional(),
  steps: z.array(PlanStep).readonly(),
  /** Index of the current step when the plan was written; `planning_current_step_index` of the state is the live value. */
  currentStepIndex: z.int().min(0).optional(),
  summary: z.string().optional(),
  /** Reason for the failure; present once the plan has failed. */
  failureReason: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  completedAt: Timestamp.optional(),
});
export type Plan = z.infer<typeof Plan>;

/** Returns the agent or capability that performs the step, or `null` if it names neither. */
export const stepAgent = (step: PlanStep): string | null => step.agentId ?? step.capability ?? null;

/** Returns the task of the step, from `task` or `taskObjective`, or `null` if it has neither. */
export const stepTask = (step: PlanStep): string | null => step.task ?? step.taskObjective ?? null;

/** Returns the kind of output that `expectedOutput` names, or `null` if it is free text or absent. */
export const outputKind = (step: PlanStep): OutputKind | null =>
  OutputKind.options.find((kind) => kind === step.expectedOutput) ?? null;

/**
 * Type guard for a state that contains a plan.
 *
 * @example
 * ```ts
 * import { hasPlan } from "@tidemark/core-state/internal";
 *
 * console.log(hasPlan({ planning_execution_plan: { steps: [] } })); // true
 * console.log(hasPlan({ planning_execution_plan: null })); // false
 * ```
 */
export function hasPlan<State extends { readonly planning_execution_plan?: Plan | null | undefined }>(
  state: State,
): state is State & { readonly planning_execution_plan: Plan } {
  return typeof state.planning_execution_plan === "object" && state.planning_execution_plan !== null;
}
