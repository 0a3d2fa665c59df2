import { proposeResolutions } from "../domain/resolution/propose-resolutions.ts";
import { countOf } from "../domain/format.ts";
import type { SchedulerServices } from "../services.ts";
import { type AgentDefinition, agentNode, type SchedulerNode } from "./agent-node.ts";

const resolutionAgent: AgentDefinition = {
  agent: "resolution",
  working: "Looking for ways out",
  progress: 0.85,
  run(values, { calendar, clock }) {
    const proposed = values.scheduler_proposed_event;
    const conflicts = values.scheduler_detected_conflicts;
    const found =
      proposed === null || conflicts === null
        ? { proposedResolutions: [], recommendedResolution: null }
        : proposeResolutions(proposed, conflicts, { calendar, now: clock.now() });
    return {
      data: found,
      explanation: `Found ${countOf(found.proposedResolutions.length, "possible solution")}.`,
      confidence: found.proposedResolutions[0]?.score ?? 0,
      reasoning: "each way out was tried on a copy of the calendar",
    };
  },
};

/** Offers ways out of the conflicts, each tried on the calendar before it is offered. */
export const resolution = (services: SchedulerServices): SchedulerNode => agentNode(resolutionAgent, services);
