import {
  type ErrorInfo,
  type ExecutionResult,
  type NodeFailure,
  type RetryPolicy,
  type SeedStateUpdate,
  type StepResult,
  stepAgent,
  stepTask,
} from "@tidemark/core-state/internal";
import { type ErrorClassification, type PlanStep } from "@tidemark/core-state";
import { isUnsafeKey } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { classifyError } from "../failures/classify-error.ts";
import { errorFacts, messageOf } from "../failures/error-facts.ts";
import { epochSecondsOf, secondsBetween } from "../kernel/clock.ts";
import { handoffOfRun, pendingHandoff } from "../handoffs/handoff.ts";
import { nextOpenStep } from "../plans/order.ts";
import { currentStep } from "../plans/stored-plan.ts";

/** Additional outcome updates of a built-in node. */
export interface OutcomeRules {
  readonly onSuccess?: (values: AgentValues, success: Pick<Success, "now" | "update">) => SeedStateUpdate;
  readonly onFailure?: (values: AgentValues, failure: FailedRun) => SeedStateUpdate;
  /** Errors that a success clears: errors of any node, or only its own. Defaults to `any`. */
  readonly clears?: "any" | "own";
}

/** Failure as passed to outcome rules. */
export interface FailedRun {
  readonly now: string;
  readonly classification: ErrorClassification;
  /** Text of the error. */
  readonly message: string;
}

/** One run of a node. */
export interface NodeRun {
  readonly node: string;
  /** Outcome rules of a built-in node. Agents have none. */
  readonly builtIn?: OutcomeRules | undefined;
  /**
   * Plan step of the run, or null. Defaults to the next step, if it names the node or the routing table chose the node.
   */
  readonly step?: PlanStep | null | undefined;
  readonly startedAt: string;
  readonly now: string;
}

/** A successful run of a node. */
export interface Success extends NodeRun {
  /** Update that the node returned. Counters of this module take precedence. */
  readonly update?: SeedStateUpdate | null | undefined;
}

/** A failed run of a node. */
export interface Failure extends NodeRun {
  readonly error: unknown;
  /** Classification of the failure. Defaults to the default rules. */
  readonly classification?: ErrorClassification | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
}

/**
 * Returns the update after a successful run of a node: its own update, its result, the counters, and a cleared error.
 *
 * A step advances the plan by exactly one, regardless of the node's own update. Built-in nodes add the updates of their
 * `builtIn` rules.
 *
 * @example
 * ```ts
 * import { succeeded } from "@tidemark/agents/internal";
 *
 * const values = { planning_execution_plan: { steps: [{ capability: "weather" }] }, planning_current_step_index: 0 };
 * const now = "2026-01-08T20:30:01Z";
 * const update = succeeded(values, { node: "weather", update: {}, startedAt: "2026-01-08T20:30:00Z", now });
 * console.log(update.planning_current_step_index, update.execution_last_result?.success); // 1 true
 * ```
 */
export function succeeded(values: AgentValues, success: Success): SeedStateUpdate {
  const { node, builtIn, now, update } = success;
  const done = completedStep(values, success);
  const timing = { executionTime: secondsBetween(success.startedAt, now), timestamp: now };
  const lastResult: ExecutionResult = { success: true, capability: done?.capability ?? node, ...timing };
  return {
    ...withoutCounters(update),
    ...countUpdate(values, success),
    ...(clearsError(values, success) && {
      control_has_error: false,
      control_error_info: null,
      control_retry_count: 0,
    }),
    ...(done !== null && {
      planning_current_step_index: nextOpenStep(
        values.planning_execution_plan?.steps ?? [],
        countOf(values.planning_current_step_index) + 1,
      ),
      control_current_step_retry_count: 0,
    }),
    ...(done === null && builtIn === undefined && withoutPosition(values, update)),
    ...withResults(update, resultOf(values, success, { done, success: true })),
    ...builtIn?.onSuccess?.(values, success),
    execution_last_result: lastResult,
  };
}

/**
 * Returns the update after a failed run of a node: the failure for the routing table, its result, and the counters.
 *
 * A retriable failure counts for the node, and for its plan step if it had one. Built-in nodes add the updates of their
 * `builtIn` rules.
 */
export function failed(values: AgentValues, failure: Failure): SeedStateUpdate {
  const { node, builtIn, now, error } = failure;
  const done = completedStep(values, failure);
  const classification = failure.classification ?? classifyError(error);
  const { severity } = classification;
  const executionTime = secondsBetween(failure.startedAt, now);
  const info: NodeFailure = {
    node,
    // Only a plan step has a capability. The retry limit of steps applies to it.
    ...(done !== null && { capability: done.capability }),
    classification,
    ...(failure.retryPolicy !== undefined && { retryPolicy: failure.retryPolicy }),
    originalError: messageOf(error),
    executionTime,
    timestamp: now,
  };
  const again = values.control_has_error === true && values.control_error_info?.node === node;
  const retriable = severity === "retriable";
  const report: ErrorInfo = {
    step: node,
    errorType: errorFacts(error)[0]?.name ?? "Error",
    message: info.originalError,
    timestamp: now,
    retryable: retriable,
  };
  const lastResult: ExecutionResult = {
    success: false,
    capability: done?.capability ?? node,
    error: info.originalError,
    classification: severity,
    executionTime,
    timestamp: now,
  };
  return {
    ...countUpdate(values, failure),
    control_has_error: true,
    control_error_info: info,
    control_last_error: info,
    control_errors: [report],
    control_retry_count: again ? countOf(values.control_retry_count) + 1 : 1,
    ...(done !== null &&
      retriable && { control_current_step_retry_count: countOf(values.control_current_step_retry_count) + 1 }),
    ...(severity === "reclassification" && reclassify(classification, info.originalError)),
    ...builtIn?.onFailure?.(values, { now, classification, message: info.originalError }),
    ...resultOf(values, failure, { done, success: false }),
    execution_last_result: lastResult,
  };
}

/** Returns the update that requests another selection of capabilities, with the reason. */
export const reclassify = ({ userMessage }: ErrorClassification, message: string): SeedStateUpdate => ({
  control_needs_reclassification: true,
  control_reclassification_reason: userMessage ?? message,
});

interface CompletedStep {
  readonly step: PlanStep;
  readonly index: number;
  readonly capability: string;
}

function completedStep(values: AgentValues, { node, builtIn, step }: NodeRun): CompletedStep | null {
  if (step === null) return null;
  const index = countOf(values.planning_current_step_index);
  if (step !== undefined) return { step, index: step.stepIndex ?? index, capability: stepAgent(step) ?? node };
  const next = currentStep(values);
  if (next === null) return null;
  const name = stepAgent(next) ?? "respond";
  return name === node || (builtIn === undefined && wasSent(values, node))
    ? { step: next, index, capability: name }
    : null;
}

/**
 * True if the router sent a step to this node. The router also finds agents by capability, so the step may have another
 * name.
 */
function wasSent(values: AgentValues, node: string): boolean {
  if (values.control_next_agent !== node) return false;
  // An agent that took over by a handoff works for the other agent's step, even when it is retried.
  const failure = values.control_has_error === true ? values.control_error_info : null;
  if (failure?.node === node ? failure.capability === undefined : pendingHandoff(values)?.toAgentId === node)
    return false;
  return values.control_operation_mode !== "directed" || values.control_directed_mode_context?.targetAgentId !== node;
}

/** Fields that a node cannot write, so that counters and a stop are never lost. */
const COUNTERS = [
  "control_current_step_retry_count",
  "control_is_killed",
  "control_iteration",
  "control_kill_reason",
  "control_plans_created_count",
  "control_reclassification_count",
  "control_retry_count",
  "execution_start_time",
] as const satisfies readonly (keyof SeedStateUpdate)[];

function withoutCounters(update: SeedStateUpdate | null | undefined): SeedStateUpdate {
  const kept: SeedStateUpdate = { ...update };
  for (const name of COUNTERS) delete kept[name];
  return kept;
}

/** Merges results that the node reports for other steps with its own. */
function withResults(update: SeedStateUpdate | null | undefined, own: SeedStateUpdate): SeedStateUpdate {
  const results = own.execution_step_results;
  if (results === undefined) return own;
  return { execution_step_results: { ...update?.execution_step_results, ...results } };
}

/** Update of every run of a node: the iteration count, the node's name, and the start time of the turn. */
function countUpdate(values: AgentValues, { node, startedAt }: NodeRun): SeedStateUpdate {
  return {
    control_iteration: countOf(values.control_iteration) + 1,
    control_last_agent: node,
    // Without a start time the time limit would never be reached.
    ...((values.execution_start_time ?? null) === null && { execution_start_time: epochSecondsOf(startedAt) }),
  };
}

const clearsError = (values: AgentValues, { node, builtIn }: NodeRun): boolean =>
  builtIn?.clears !== "own" || (values.control_error_info?.node ?? node) === node;

/** Keeps the plan position if an agent did no plan step, unless it wrote a new plan. */
const withoutPosition = (values: AgentValues, update: SeedStateUpdate | null | undefined): SeedStateUpdate =>
  update?.planning_current_step_index === undefined || update.planning_execution_plan !== undefined
    ? {}
    : { planning_current_step_index: countOf(values.planning_current_step_index) };

function resultOf(
  values: AgentValues,
  { node, builtIn, startedAt, now }: NodeRun,
  { done, success }: { done: CompletedStep | null; success: boolean },
): SeedStateUpdate {
  const infrastructure = done === null && builtIn !== undefined;
  // A built-in node has a result only when it fails.
  if (infrastructure && success) return {};
  const index = done?.index ?? countOf(values.planning_current_step_index);
  const capability = done?.capability ?? node;
  const task = done === null ? null : stepTask(done.step);
  const given = done?.step.contextKey;
  const key =
    given !== undefined && !isUnsafeKey(given) ? given : `${infrastructure ? "infra_" : ""}${index}_${capability}`;
  const handoff = builtIn === undefined ? handoffOfRun(values, node) : null;
  const result: StepResult = {
    stepIndex: index,
    capability,
    ...(task !== null && { taskObjective: task }),
    success,
    ...(handoff !== null && { handoffId: handoff.handoffId }),
    executionTime: secondsBetween(startedAt, now),
    timestamp: now,
  };
  return { execution_step_results: { [key]: result } };
}

/** Returns a stored count. 0 for anything else. */
export const countOf = (count: unknown): number =>
  typeof count === "number" && Number.isInteger(count) && count > 0 ? count : 0;
