import type { HandoffRecord } from "@tidemark/core-state";
import { ExecutionResult, NodeFailure, type StepResult, stepTask } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type PlanStep } from "@tidemark/core-state";
import type { FieldWrite } from "@tidemark/state-manager/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { currentStep } from "../plans/stored-plan.ts";
import { stepResultKey } from "../plans/step-results.ts";

/** A run of a step whose writes are recorded. */
export interface RecordedRun {
  readonly index: number;
  readonly agent: string;
  /** Values as the step saw them. */
  readonly values: AgentValues;
  /** Number of failed runs before this one. */
  readonly failures: number;
  /** Handoff with which the agent received the step, if it did. */
  readonly handoffId: string | undefined;
  readonly startedAt: string;
  readonly now: string;
  /** True for a field that several steps may write at once, or that the agent declares. */
  readonly keeps: (field: string) => boolean;
}

/**
 * Returns the writes of a step that runs next to other steps: those of its agent, and its outcome.
 *
 * Fields of the framework that keep one value are left out, because only one node of a superstep may write them. The
 * node after all of these steps writes them, from the outcomes.
 */
export function outcomeWrites(writes: readonly FieldWrite[], run: RecordedRun): readonly FieldWrite[] {
  const step = currentStep(run.values);
  if (step === null) return writes.filter(([field]) => run.keeps(field));
  const key = stepResultKey(step, run.index);
  const kept = writes.flatMap(([field, value]): readonly FieldWrite[] => {
    if (field !== RESULTS) return run.keeps(field) ? [[field, value]] : [];
    // An agent may report results of other steps.
    const others = Object.entries(isPlainRecord(value) ? value : {}).filter(([, result]) => !isOfRun(result, run));
    return others.length === 0 ? [] : [[field, Object.fromEntries(others)]];
  });
  return [...kept, [RESULTS, { [key]: outcome(new Map(writes), { ...run, step, written: writes }) }]];
}

const RESULTS = "execution_step_results";

interface StepWrites extends RecordedRun {
  readonly step: PlanStep;
  readonly written: readonly FieldWrite[];
}

function outcome(fields: ReadonlyMap<string, unknown>, run: StepWrites): StepResult {
  const { index, agent, step, startedAt, now } = run;
  const planId = run.values.planning_execution_plan?.planId;
  const stopped = fields.get("control_is_killed") === true ? fields.get("control_kill_reason") : undefined;
  const failure =
    fields.get("control_has_error") === true ? NodeFailure.safeParse(fields.get("control_error_info")) : null;
  const result = ExecutionResult.safeParse(fields.get("execution_last_result"));
  const turnStart = fields.get("execution_start_time");
  const taskObjective = stepTask(step);
  const failed = failure?.success === true;
  // A step that failed or was stopped stays with its agent.
  const received = failed || typeof stopped === "string" ? run.handoffId : undefined;
  const handoffId = run.written.reduce<string | undefined>(
    (latest, [field, value]) => (field === HISTORY ? (handedOn(value, agent) ?? latest) : latest),
    received,
  );
  return {
    stepIndex: index,
    capability: agent,
    ...(taskObjective !== null && { taskObjective }),
    success: !failed && typeof stopped !== "string",
    executionTime: result.success ? result.data.executionTime : 0,
    timestamp: now,
    parallel: {
      isOpen: true,
      ...(planId !== undefined && { planId }),
      startedAt,
      ...(typeof turnStart === "number" && { turnStart }),
      failures: failed ? run.failures + 1 : 0,
      ...(failed && { failure: failure.data }),
      ...(typeof stopped === "string" && { stopped }),
      ...(handoffId !== undefined && { handoffId }),
    },
  };
}

const HISTORY = "execution_handoff_history";

/** Id of the handoff with which an agent passed its work on. */
function handedOn(records: unknown, agent: string): string | undefined {
  const list: readonly HandoffRecord[] = Array.isArray(records) ? records : [];
  return list.findLast(({ fromAgentId, reason }) => fromAgentId === agent && reason !== "plan_step")?.handoffId;
}

const isOfRun = (result: unknown, { index }: RecordedRun): boolean =>
  isPlainRecord(result) && result["stepIndex"] === index;
