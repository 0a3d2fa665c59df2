import {
  type ErrorInfo,
  type ExecutionResult,
  type NodeFailure,
  type RetryPolicy,
  type SeedStateUpdate,
  type StepResult,
} from "@tidemark/core-state/internal";
import { type ErrorClassification, type PlanStep, stepAgent, stepTask } from "@tidemark/core-state";
import { isUnsafeKey } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { classifyError } from "../failures/classify-error.ts";
import { errorFacts, messageOf } from "../failures/error-facts.ts";
import { epochSecondsOf, secondsBetween } from "../kernel/clock.ts";
import { pendingHandoff } from "../handoffs/handoff.ts";
import { currentStep } from "../plans/plan-in-sight.ts";

/** Bookkeeping that a built-in node adds to the outcome of its runs. */
export interface OutcomeRules {
  readonly onSuccess?: (values: AgentValues, success: Pick<Success, "now" | "update">) => SeedStateUpdate;
  readonly onFailure?: (values: AgentValues, failure: FailedRun) => SeedStateUpdate;
  /** Whose error a success clears. Defaults to `any`: the run goes on. */
  readonly clears?: "any" | "own";
}

/** A failure as the rules of a node see it. */
export interface FailedRun {
  readonly now: string;
  readonly classification: ErrorClassification;
  /** Text of the error. */
  readonly message: string;
}

/** One run of a node. */
export interface Ran {
  readonly node: string;
  /** The rules of a built-in node; an agent has none. */
  readonly builtIn?: OutcomeRules | undefined;
  /** The plan step that it did; null for none. Defaults to the next step, if it names the node or the routing table chose it. */
  readonly step?: PlanStep | null | undefined;
  readonly startedAt: string;
  readonly now: string;
}

/** A node that did its work. */
export interface Success extends Ran {
  /** What the node itself writes; what this module counts is laid over it. */
  readonly update?: SeedStateUpdate | null | undefined;
}

/** A node that threw. */
export interface Failure extends Ran {
  readonly error: unknown;
  /** What the failure calls for; by the common rules when not said. */
  readonly classification?: ErrorClassification | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
}

/**
 * Returns the update after a successful run of a node: what it wrote, its result, the counters, and a cleared error.
 *
 * A step advances the plan by exactly one, whatever the node wrote itself. What else a built-in node counts is in its `builtIn` rules.
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
  const done = doneStep(values, success);
  const timing = { executionTime: secondsBetween(success.startedAt, now), timestamp: now };
  const lastResult: ExecutionResult = { success: true, capability: done?.capability ?? node, ...timing };
  return {
    ...withoutCounters(update),
    ...counted(values, success),
    ...(clearsError(values, success) && {
      control_has_error: false,
      control_error_info: null,
      control_retry_count: 0,
    }),
    ...(done !== null && {
      planning_current_step_index: countOf(values.planning_current_step_index) + 1,
      control_current_step_retry_count: 0,
    }),
    ...(done === null && builtIn === undefined && withoutPosition(values, update)),
    ...withResults(update, resultOf(values, success, { done, success: true })),
    ...builtIn?.onSuccess?.(values, success),
    execution_last_result: lastResult,
  };
}

/**
 * Returns the update after a failed run of a node: the failure for the routing table, its result, and every counter that grows with it.
 *
 * A failure that can be retried counts for the node, and for the step when it did one. What else a built-in node counts is in its
 * `builtIn` rules.
 */
export function failed(values: AgentValues, failure: Failure): SeedStateUpdate {
  const { node, builtIn, now, error } = failure;
  const done = doneStep(values, failure);
  const classification = failure.classification ?? classifyError(error);
  const { severity } = classification;
  const executionTime = secondsBetween(failure.startedAt, now);
  const info: NodeFailure = {
    node,
    // Only a step is a capability at work; the retry limit of steps applies to it.
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
    ...counted(values, failure),
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

/** Asks for another choice of capabilities, with the reason. */
export const reclassify = ({ userMessage }: ErrorClassification, message: string): SeedStateUpdate => ({
  control_needs_reclassification: true,
  control_reclassification_reason: userMessage ?? message,
});

interface DoneStep {
  readonly step: PlanStep;
  readonly index: number;
  readonly capability: string;
}

function doneStep(values: AgentValues, { node, builtIn, step }: Ran): DoneStep | null {
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

/** The router finds an agent by what it can do too: then the step has another name than the node that it was sent to. */
function wasSent(values: AgentValues, node: string): boolean {
  if (values.control_next_agent !== node) return false;
  // Whoever took over from another agent helps with what that one did, also when it is tried again.
  const failure = values.control_has_error === true ? values.control_error_info : null;
  if (failure?.node === node ? failure.capability === undefined : pendingHandoff(values)?.toAgentId === node)
    return false;
  return values.control_operation_mode !== "directed" || values.control_directed_mode_context?.targetAgentId !== node;
}

/** A node must not make the run forget how often it tried, or that it was stopped. */
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

/** Results that the node reports of others stay beside its own. */
function withResults(update: SeedStateUpdate | null | undefined, own: SeedStateUpdate): SeedStateUpdate {
  const results = own.execution_step_results;
  if (results === undefined) return own;
  return { execution_step_results: { ...update?.execution_step_results, ...results } };
}

/** What every run of a node writes, however it went: a turn that runs is counted, timed and knows who ran. */
function counted(values: AgentValues, { node, startedAt }: Ran): SeedStateUpdate {
  return {
    control_iteration: countOf(values.control_iteration) + 1,
    control_last_agent: node,
    // Without a beginning the time limit would never be reached.
    ...((values.execution_start_time ?? null) === null && { execution_start_time: epochSecondsOf(startedAt) }),
  };
}

const clearsError = (values: AgentValues, { node, builtIn }: Ran): boolean =>
  builtIn?.clears !== "own" || (values.control_error_info?.node ?? node) === node;

/** An agent that does no step of the plan does not move it either, unless it makes a new one. */
const withoutPosition = (values: AgentValues, update: SeedStateUpdate | null | undefined): SeedStateUpdate =>
  update?.planning_current_step_index === undefined || update.planning_execution_plan !== undefined
    ? {}
    : { planning_current_step_index: countOf(values.planning_current_step_index) };

function resultOf(
  values: AgentValues,
  { node, builtIn, startedAt, now }: Ran,
  { done, success }: { done: DoneStep | null; success: boolean },
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
  const result: StepResult = {
    stepIndex: index,
    capability,
    ...(task !== null && { taskObjective: task }),
    success,
    executionTime: secondsBetween(startedAt, now),
    timestamp: now,
  };
  return { execution_step_results: { [key]: result } };
}

/** A stored count; 0 for anything else. */
export const countOf = (count: unknown): number =>
  typeof count === "number" && Number.isInteger(count) && count > 0 ? count : 0;
