import { type LangGraphRunnableConfig, Send } from "@langchain/langgraph";
import type { FieldWrite } from "@tidemark/state-manager/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { agentErrors } from "../kernel/errors.ts";
import { eventIdOf } from "../kernel/event-stamper.ts";
import type { StepRun } from "../kernel/route-decision.ts";
import { handoffForStep } from "../handoffs/handoff-step.ts";
import { outcomeWrites } from "../parallel/outcome-update.ts";
import { handoffOf, outcomeOf } from "../parallel/outcomes.ts";
import { retryDelay } from "../failures/backoff.ts";
import { retryPolicyOf } from "../limits/limits-retry.ts";
import { limitsOf, type Limits } from "../limits/limits.ts";
import { currentStep } from "../plans/stored-plan.ts";
import { valuesOfStep } from "../parallel/step-view.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import type { Arrival } from "../run/guarded.graph.ts";

/** Creates the task that runs a step. It carries only the position of the step: all values come from the thread. */
export const stepTask = ({ index, agent }: StepRun): Send => new Send(agent, { [POSITION]: index });

/** Returns the position of the step that a task was created for. Null for a task of an edge or a command. */
export function positionOfTask(input: object, config: LangGraphRunnableConfig): number | null {
  const path: unknown = config.metadata?.["langgraph_path"];
  const position: unknown = Reflect.get(input, POSITION);
  const isSent = Array.isArray(path) && path[0] === "__pregel_push" && Object.keys(input).length === 1;
  return isSent && typeof position === "number" ? position : null;
}

const POSITION = "planning_current_step_index";

/** Options of the arrival at a step. */
export interface StepArrivalOptions {
  readonly registry: AgentRegistry;
  readonly limits?: Partial<Limits> | undefined;
  readonly now: () => string;
  /** True for a field that an agent may write while other steps run. */
  readonly keeps: (agent: string, field: string) => boolean;
}

/**
 * Returns the arrival of a step that runs next to others. Its agent sees the thread as if the step were the only one in
 * progress, and writes only its own fields and its outcome.
 *
 * A step that is not in the plan throws `agents/unknownStep`.
 */
export function stepArrival(
  values: AgentValues,
  { index, agent }: Pick<StepRun, "agent" | "index">,
  { registry, limits, now, keeps }: StepArrivalOptions,
): Arrival {
  const startedAt = now();
  const seen = valuesOfStep(values, { index, agent }, startedAt);
  const step = currentStep(seen);
  const steps = values.planning_execution_plan?.steps ?? [];
  if (step === null || seen === values) {
    throw agentErrors.unknownStep({ step: index, known: steps.map((each, place) => each.stepId ?? String(place)) });
  }
  const outcome = outcomeOf(values, step, index);
  const { failure, failures = 0, handoffId } = outcome?.parallel ?? {};
  const received = handoffOf(values, outcome);
  const turn = values.runtime_turn_id ?? "turn_0";
  const own = { registry, now: startedAt, handoffId: eventIdOf("handoff", turn, String(index), agent) };
  const first =
    outcome === null ? handoffForStep({ ...seen, control_active_agent: values.control_active_agent }, step, own) : null;
  const handoff = first?.outcome === "handedOff" ? first.record : null;
  const history = seen.execution_handoff_history ?? [];
  const view: AgentValues = {
    ...seen,
    ...(handoff !== null && { execution_handoff_history: [...history, handoff] }),
    ...(received === null && handoff === null ? {} : { ui_agent_identity: registry.identity(agent) }),
  };
  const policy = failure === undefined ? null : retryPolicyOf(failure, limitsOf(values, limits));
  const write = (writes: readonly FieldWrite[]) => {
    const run = { index, agent, values: view, failures, handoffId, startedAt, now: now() };
    return outcomeWrites(writes, { ...run, keeps: (field) => keeps(agent, field) });
  };
  return {
    update: handoff === null ? {} : { execution_handoff_history: [handoff] },
    values: view,
    pauseSeconds: policy === null ? 0 : retryDelay(policy, failures),
    parallel: { write },
  };
}
