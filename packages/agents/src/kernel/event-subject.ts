import type { AgentEvent } from "@tidemark/core-state";
import { digest } from "@tidemark/state-manager";

/** What an event is about: alike when a node told it at once and the state tells it again after the step. */
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
