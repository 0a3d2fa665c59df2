import type { AgentEvent } from "@tidemark/core-state";
import { digest } from "@tidemark/state-manager";

/**
 * Returns a digest of an event's subject. It is equal for an event emitted by a node and the same event read from the
 * state after the step.
 */
export function subjectOf(event: AgentEvent): string {
  switch (event.type) {
    case "status":
      return digest([event.type, event.message, event.progress, event.complete]);
    case "progress":
      return digest([event.type, event.operation, event.current, event.total]);
    case "plan_generated":
      return digest([event.type, event.planId]);
    case "plan_step_started":
      return digest([event.type, event.planId, event.stepId]);
    case "plan_step_completed":
      return digest([event.type, event.planId, event.stepId, event.status]);
    case "plan_completed":
      return digest([event.type, event.planId, event.status]);
    case "agent_handoff":
      return digest([event.type, event.handoffId]);
    case "agent_changed":
    default:
      return digest([event.type, event.previousAgent.agentId, event.currentAgent.agentId]);
  }
}
