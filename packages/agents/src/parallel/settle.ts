import type { NodeFailure, ParallelOutcome, SeedStateUpdate, StepResult } from "@tidemark/core-state/internal";
import type { Plan } from "@tidemark/core-state";
import type { AgentValues } from "../kernel/agent-values.ts";
import { pendingHandoff } from "../handoffs/handoff.ts";
import { waitEndUpdate } from "../limits/deadline.ts";
import { killedUpdate } from "../limits/kill.ts";
import { stepResultKey, stepResultReader } from "../plans/step-results.ts";
import { endStep } from "../plans/advance.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { isOfPlan, openOutcomes, outcomeOf, type StepOutcome } from "./outcomes.ts";
import { begun, positionOf, trackedPlan } from "./step-view.ts";

/** Options of the update that records outcomes. */
export interface SettleOptions {
  readonly now: string;
  readonly registry: Pick<AgentRegistry, "identity">;
}

/**
 * Returns the update that records the outcomes of steps that ran next to each other: the statuses of the steps, the
 * position, the counters, and the most severe failure. Empty without open outcomes.
 *
 * The update equals the one that the same runs write when they run one after another.
 */
export function settleSteps(values: AgentValues, { now, registry }: SettleOptions): SeedStateUpdate {
  const outcomes = openOutcomes(values);
  const last = outcomes.at(-1);
  const tracked = trackedPlan(values, now);
  if (last === undefined || tracked === null) return {};
  const own = outcomes.filter((outcome) => isOfPlan(outcome, values));
  const plan = own.reduce((before, outcome) => recorded(before, outcome, values), tracked);
  const results = Object.fromEntries(outcomes.map((outcome) => [keyOf(plan, outcome), closed(outcome)]));
  const after: AgentValues = { ...values, execution_step_results: { ...values.execution_step_results, ...results } };
  const firstStart = outcomes.map(({ parallel }) => parallel.startedAt).toSorted()[0] ?? now;
  const marks = { control_last_agent: last.capability, control_active_agent: last.capability };
  // Each handoff belongs to its step, which starts the other agent.
  const hasHandoff = pendingHandoff({ ...after, ...marks }) !== null;
  const stopped = outcomes.find(({ parallel }) => parallel.stopped !== undefined)?.parallel.stopped;
  return {
    ...(own.length > 0 && { planning_execution_plan: plan, planning_current_step_index: positionOf(plan) }),
    execution_step_results: results,
    control_iteration: (values.control_iteration ?? 0) + outcomes.length,
    ...marks,
    ...(hasHandoff && { control_last_agent: "commit" }),
    control_next_agent: last.capability,
    ui_agent_identity: registry.identity(last.capability),
    execution_last_result: lastResult(last),
    ...waitEndUpdate(values, firstStart),
    ...turnStartUpdate({ ...values, ...waitEndUpdate(values, firstStart) }, outcomes),
    ...failureUpdate(openFailures(after, plan)),
    ...(stopped !== undefined && killedUpdate(values, stopped, now)),
  };
}

/** Update of the start of the turn, which moves while a step waits for a person. */
function turnStartUpdate(values: AgentValues, outcomes: readonly StepOutcome[]): SeedStateUpdate {
  const starts = outcomes.flatMap(({ parallel }) => parallel.turnStart ?? []);
  if (starts.length === 0) return {};
  return { execution_start_time: Math.max(values.execution_start_time ?? 0, ...starts) };
}

/** A step that has failed, and how often. */
export interface StepFailure {
  readonly index: number;
  readonly failure: NodeFailure;
  readonly failures: number;
}

/** Returns the failures of the steps in progress, in the order of the plan. */
const openFailures = (values: AgentValues, plan: Plan): readonly StepFailure[] =>
  plan.steps.flatMap((step, index) => {
    const parallel = step.status === "in_progress" ? outcomeOf(values, step, index)?.parallel : undefined;
    return parallel?.failure === undefined ? [] : [{ index, failure: parallel.failure, failures: parallel.failures }];
  });

/**
 * Returns the failures of the steps in progress, if the failure to handle is one of them. It is not if the planner has
 * failed since.
 */
export function stepFailures(values: AgentValues, plan: Plan): readonly StepFailure[] {
  const { node, timestamp, originalError } = values.control_error_info ?? {};
  const open = openFailures(values, plan);
  const isOfStep = open.some(
    ({ failure }) =>
      failure.node === node && failure.timestamp === timestamp && failure.originalError === originalError,
  );
  return isOfStep ? open : [];
}

/** Update with the failure that the routing table handles: the most severe one, of the first step that has one. */
export function failureUpdate(failures: readonly StepFailure[]): SeedStateUpdate {
  const [worst] = failures.toSorted((one, other) => severityOf(one) - severityOf(other));
  if (worst === undefined) {
    return {
      control_has_error: false,
      control_error_info: null,
      control_retry_count: 0,
      control_current_step_retry_count: 0,
    };
  }
  const { failure } = worst;
  const { severity, userMessage } = failure.classification;
  return {
    control_has_error: true,
    control_error_info: failure,
    control_last_error: failure,
    control_retry_count: worst.failures,
    control_current_step_retry_count: worst.failures,
    ...(severity === "reclassification" && {
      control_needs_reclassification: true,
      control_reclassification_reason: userMessage ?? failure.originalError,
    }),
  };
}

const SEVERITIES: readonly string[] = ["fatal", "critical", "reclassification", "replanning", "retriable"];

const severityOf = ({ failure }: StepFailure): number => SEVERITIES.indexOf(failure.classification.severity);

/** Plan with one outcome. A step that failed, was stopped or was handed over stays in progress. */
function recorded(plan: Plan, { stepIndex: index, parallel, timestamp }: StepOutcome, values: AgentValues): Plan {
  const step = plan.steps[index];
  if (step === undefined) return plan;
  const started = begun(plan, index, parallel.startedAt);
  if (!isDone(parallel)) return started;
  const result = stepResultReader(values)(step);
  return endStep(started, { index, outcome: "completed", result }, { now: timestamp });
}

const keyOf = ({ steps }: Plan, { stepIndex }: StepOutcome): string => stepResultKey(steps[stepIndex] ?? {}, stepIndex);

/** A recorded outcome. The result of a completed step equals that of a step that ran alone. */
function closed({ parallel, ...result }: StepOutcome): StepResult {
  return isDone(parallel) ? result : { ...result, parallel: { ...parallel, isOpen: false } };
}

const isDone = ({ failure, stopped, handoffId }: ParallelOutcome): boolean =>
  failure === undefined && stopped === undefined && handoffId === undefined;

function lastResult({ capability, executionTime, timestamp, success, parallel }: StepOutcome) {
  const { failure, stopped } = parallel;
  if (success) return { success, capability, executionTime, timestamp };
  return {
    success: false as const,
    capability,
    error: failure?.originalError ?? stopped ?? "stopped",
    classification: failure?.classification.severity ?? ("critical" as const),
    executionTime,
    timestamp,
  };
}
