import { type AgentEvent, type Plan, type PlanStep } from "@tidemark/core-state";
import {
  type EventBase,
  planCompleted,
  planGenerated,
  planStepCompleted,
  planStepStarted,
  stepAgent,
  stepTask,
} from "@tidemark/core-state/internal";
import { digest } from "@tidemark/state-manager";
import { eventIdOf } from "../kernel/event-stamper.ts";

/** Source of plan events. */
export interface PlanEventSource {
  readonly runId: string;
  readonly turnId: string;
  readonly sessionId?: string;
  /** Sequence number of the first event. */
  readonly sequence: number;
  readonly now: string;
  /** Returns the display name of an agent. Defaults to its id. */
  readonly nameOf?: (agent: string) => string;
}

/**
 * Returns the events of a plan between two versions, in order: generated, steps started and ended, and the end.
 *
 * Event ids are derived from the turn, the plan, the step and the event type, so that the same event always has the
 * same id. Ids of plans and steps that are not UUIDs are converted to UUIDs, always to the same ones. A plan without
 * steps has no `plan_generated` event.
 *
 * @example
 * ```ts
 * import { completeStep, planEvents, startPlan, startStep } from "@tidemark/agents/internal";
 *
 * const now = "2030-01-31T12:00:00Z";
 * const source = { runId: "run-1", turnId: "turn_1", sequence: 0, now };
 * const started = startPlan({ steps: [{ capability: "weather" }] }, { now, planId: "plan" });
 * const done = completeStep(startStep(started, 0, { now }), 0, { now, result: "Rain" });
 *
 * console.log(planEvents(null, started, source).map((event) => event.type)); // [ 'plan_generated' ]
 * console.log(planEvents(started, done, source).map((event) => event.type)); // [ 'plan_step_started', 'plan_step_completed' ]
 * ```
 */
export function planEvents(before: Plan | null, after: Plan, source: PlanEventSource): AgentEvent[] {
  const planId = uuidOf(after.planId ?? digest(after.steps.map((step) => [stepAgent(step), stepTask(step)])));
  const events: AgentEvent[] = [];
  const base = (type: string, step = ""): EventBase => ({
    eventId: eventIdOf("turn", source.turnId, type, planId, step),
    sequence: source.sequence + events.length,
    runId: source.runId,
    turnId: source.turnId,
    ...(source.sessionId !== undefined && { sessionId: source.sessionId }),
    timestamp: source.now,
  });
  const assignment = (step: PlanStep) => {
    const agentId = stepAgent(step) ?? "respond";
    return { agentId, agentName: source.nameOf?.(agentId) ?? agentId, task: stepTask(step) ?? "" };
  };
  const place = (step: PlanStep, index: number) => ({
    stepId: uuidOf(step.stepId ?? step.contextKey ?? `${planId}:${index}`),
    stepIndex: index,
  });

  if (before === null && after.steps.length > 0) {
    const steps = after.steps.map((step, index) => ({ ...place(step, index), ...assignment(step) }));
    events.push(planGenerated(base("plan_generated"), { planId, query: after.query ?? "", steps }));
  }
  for (const [index, step] of after.steps.entries()) {
    const from = before?.steps[index]?.status ?? "pending";
    const { status = "pending", result, error } = step;
    if (from === status || status === "pending") continue;
    const location = place(step, index);
    // A step skipped before its turn never started. All other steps did, even if the start was not observed.
    if (from === "pending" && step.startedAt !== undefined) {
      events.push(
        planStepStarted(base("plan_step_started", location.stepId), { planId, ...location, ...assignment(step) }),
      );
    }
    if (status === "in_progress") continue;
    const results = { ...(result !== undefined && { result }), ...(error !== undefined && { error }) };
    events.push(
      planStepCompleted(base("plan_step_completed", location.stepId), { planId, ...location, status, ...results }),
    );
  }
  const { status, summary, failureReason } = after;
  if (before?.status !== status && (status === "completed" || status === "failed" || status === "cancelled")) {
    const details = {
      ...(summary !== undefined && { summary }),
      ...(failureReason !== undefined && { failureReason }),
    };
    events.push(planCompleted(base("plan_completed"), { planId, status, ...details }));
  }
  return events;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/iu;

/** Events identify plans and steps by UUID. A plan may use any id. */
const uuidOf = (id: string): string => (uuid.test(id) ? id : eventIdOf("id", id));
