import { orchestratorIdentity, stepAgent, stepTask } from "@tidemark/core-state/internal";
import { type PlanStep } from "@tidemark/core-state";
import { decideHandoff, type HandoffDecision, type HandoffOptions, isOfTurn, type WithHandoffs } from "./handoff.ts";

/** State fields that name the active agent. */
export interface WithActiveAgent extends WithHandoffs {
  readonly control_active_agent?: string | null | undefined;
}

/**
 * Decides the handoff for a plan step. Returns `unchanged` if its agent is already active.
 *
 * Consecutive steps of one agent are one handoff. A capability that is not an agent's name is handed to the first agent
 * that has it.
 *
 * @example
 * ```ts
 * import { defineRegistry, describeAgent } from "@tidemark/agents";
 * import { handoffForStep } from "@tidemark/agents/internal";
 *
 * const registry = defineRegistry([describeAgent({ name: "weather", description: "Knows the weather." })]);
 * const options = { registry, now: "2026-01-08T20:30:00.000Z", handoffId: "h1" };
 * const first = handoffForStep({ control_active_agent: "orchestrator" }, { agentId: "weather" }, options);
 * const second = handoffForStep({ control_active_agent: "weather" }, { agentId: "weather" }, options);
 * console.log(first.outcome, second.outcome); // handedOff unchanged
 * ```
 */
export function handoffForStep(
  values: WithActiveAgent,
  step: PlanStep,
  options: HandoffOptions,
): HandoffDecision | { readonly outcome: "unchanged" } {
  const from = values.control_active_agent ?? lastInTurn(values) ?? orchestratorIdentity().agentId;
  const named = stepAgent(step);
  if (named === null) {
    return { outcome: "refused", reason: "unknown", message: "The step names neither an agent nor a capability." };
  }
  const to = options.registry.find(named)?.name ?? options.registry.withCapability(named)[0]?.name ?? named;
  if (to === from) return { outcome: "unchanged" };
  const { stepId: planStepId } = step;
  const explanation = stepTask(step) ?? undefined;
  return decideHandoff(values, { from, to, reason: "plan_step", explanation, planStepId }, options);
}

/** Agent that received the work last in this turn, for a state without the active agent. */
function lastInTurn(values: WithHandoffs): string | null {
  const latest = values.execution_handoff_history?.at(-1);
  return latest !== undefined && isOfTurn(latest, values) ? latest.toAgentId : null;
}
