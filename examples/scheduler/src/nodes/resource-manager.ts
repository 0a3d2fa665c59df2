import { checkResources } from "../domain/resources.ts";
import type { SchedulerServices } from "../services.ts";
import { type AgentDefinition, agentNode, type SchedulerNode } from "./agent-node.ts";

const resourceManagerAgent: AgentDefinition = {
  agent: "resource_manager",
  working: "Checking what is needed",
  progress: 0.5,
  run(values, { calendar, clock }) {
    const proposed = values.scheduler_proposed_event;
    if (proposed === null || proposed.action === "cancel") {
      return {
        data: { resourceAvailability: [], allResourcesAvailable: true },
        explanation: "Nothing is needed.",
        confidence: 1,
        reasoning: "no new use of a resource",
      };
    }
    const found = checkResources(proposed, { calendar, now: clock.now() });
    const taken = found.resourceAvailability.filter((each) => !each.available).map((each) => each.resourceName);
    return {
      data: found,
      explanation: taken.length === 0 ? "Everything needed is free." : `Taken at that time: ${taken.join(", ")}.`,
      confidence: 1,
      reasoning: "uses counted over every occurrence",
    };
  },
};

/** Counts, over every occurrence, whether what the event needs is free. */
export const resourceManager = (services: SchedulerServices): SchedulerNode =>
  agentNode(resourceManagerAgent, services);
