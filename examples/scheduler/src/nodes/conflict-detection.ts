import { detectConflicts } from "../domain/conflicts/detect.ts";
import type { SchedulerServices } from "../services.ts";
import { type AgentDefinition, agentNode, type SchedulerNode } from "./agent-node.ts";

const conflictDetectionAgent: AgentDefinition = {
  agent: "conflict_detection",
  working: "Checking for conflicts",
  progress: 0.7,
  run(values, { calendar, clock }) {
    const proposed = values.scheduler_proposed_event;
    const found =
      proposed === null
        ? { conflicts: [], hasConflicts: false, blockingConflicts: [] }
        : detectConflicts(proposed, { calendar, now: clock.now() });
    return {
      data: found,
      explanation: found.hasConflicts ? found.conflicts.map((conflict) => conflict.details).join(" ") : "No conflicts.",
      confidence: 1,
      reasoning: "every occurrence compared with the calendar",
      update: { scheduler_detected_conflicts: found },
    };
  },
};

/** Finds what speaks against the proposal: people and things taken at the same time, and rules of the household. */
export const conflictDetection = (services: SchedulerServices): SchedulerNode =>
  agentNode(conflictDetectionAgent, services);
