import { z } from "zod";
import { Timestamp } from "./timestamp.ts";

/** Where a plan stands; a plan without a status is one that nobody has started. */
export const PlanStatus = z.enum(["planning", "executing", "completed", "failed", "cancelled"]);
export type PlanStatus = z.infer<typeof PlanStatus>;

/** Where a step stands; a step without a status is pending. */
export const PlanStepStatus = z.enum(["pending", "in_progress", "completed", "failed", "skipped"]);
export type PlanStepStatus = z.infer<typeof PlanStepStatus>;

/** The four kinds of output that a user interface knows how to show. */
export const OutputKind = z.enum(["text", "data", "visualization", "confirmation"]);
export type OutputKind = z.infer<typeof OutputKind>;

/**
 * One step of a plan. Planners describe steps in one of two vocabularies, and both are valid here:
 *
 * | Question            | By capability     | By agent                         |
 * | ------------------- | ----------------- | -------------------------------- |
 * | who does it         | `capability`      | `agentId`                        |
 * | what is to be done  | `taskObjective`   | `task`                           |
 * | how others name it  | `contextKey`      | `stepId`                         |
 * | what it needs first | `inputs`          | `dependsOn`                      |
 * | when it is done     | `successCriteria` | `status`, `result`, `error`      |
 *
 * Nothing is required, because neither vocabulary has an attribute that the other one has too. Read the first two
 * through `stepAgent` and `stepTask`, and the kind of output through `outputKind`.
 */
export const PlanStep = z.strictObject({
  /** Names the step within its plan. */
  stepId: z.string().min(1).optional(),
  /** Position in the plan, from 0. */
  stepIndex: z.int().min(0).optional(),
  /** The agent that does the step. */
  agentId: z.string().min(1).optional(),
  /** The capability that does the step. */
  capability: z.string().min(1).optional(),
  /** What the agent is told to do. */
  task: z.string().optional(),
  /** What the capability is to achieve. */
  taskObjective: z.string().optional(),
  /** How one sees that the step succeeded. */
  successCriteria: z.string().optional(),
  /** What comes out, in free text; one of the four words of `OutputKind` says the kind of output. */
  expectedOutput: z.string().nullish(),
  /** Under which key of the context the step stores what it found. */
  contextKey: z.string().min(1).optional(),
  /** Settings for the capability. */
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  /** Context the step reads, each as `{ [contextType]: contextKey }`. */
  inputs: z.array(z.record(z.string(), z.string())).readonly().nullish(),
  /** Ids of the steps that must be completed first. */
  dependsOn: z.array(z.string()).readonly().optional(),
  status: PlanStepStatus.optional(),
  /** What came out, in a sentence; present once the step completed. */
  result: z.string().optional(),
  /** What went wrong; present once the step failed. */
  error: z.string().optional(),
  startedAt: Timestamp.optional(),
  completedAt: Timestamp.optional(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/**
 * An ordered list of steps towards what the user asked for. Only `steps` is required: a bare list of steps is a plan.
 *
 * A plan that is tracked while it runs also carries its id, the query behind it, its status and its times.
 */
export const Plan = z.strictObject({
  planId: z.string().min(1).optional(),
  /** The user's words that led to the plan. */
  query: z.string().optional(),
  status: PlanStatus.optional(),
  steps: z.array(PlanStep).readonly(),
  /** The step the plan was at when it was written; the state's `planning_current_step_index` is the live one. */
  currentStepIndex: z.int().min(0).optional(),
  summary: z.string().optional(),
  /** Why the plan failed; present once it did. */
  failureReason: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  completedAt: Timestamp.optional(),
});
export type Plan = z.infer<typeof Plan>;

/** Who does the step, whichever vocabulary it was written in; `null` when it does not say. */
export const stepAgent = (step: PlanStep): string | null => step.agentId ?? step.capability ?? null;

/** What is to be done, whichever vocabulary the step was written in; `null` when it does not say. */
export const stepTask = (step: PlanStep): string | null => step.task ?? step.taskObjective ?? null;

/** The kind of output that `expectedOutput` names; `null` when it is free text or absent. */
export const outputKind = (step: PlanStep): OutputKind | null =>
  OutputKind.options.find((kind) => kind === step.expectedOutput) ?? null;

/**
 * True when the state holds a plan; the type of the state then says so.
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
