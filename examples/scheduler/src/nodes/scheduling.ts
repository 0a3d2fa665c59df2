import { findCandidateSlots } from "../domain/scheduling/find-candidate-slots.ts";
import { countOf } from "../domain/format.ts";
import type { SchedulerServices } from "../services.ts";
import { type AgentDefinition, agentNode, type SchedulerNode } from "./agent-node.ts";

const schedulingAgent: AgentDefinition = {
  agent: "scheduling",
  working: "Looking for times",
  progress: 0.3,
  run(values, { calendar, clock }) {
    const request = values.scheduler_parsed_event;
    const found =
      request === null
        ? { candidateTimes: [], recommendedTime: null }
        : findCandidateSlots(request, { calendar, now: clock.now() });
    const [best] = found.candidateTimes;
    return {
      data: found,
      explanation:
        best === undefined
          ? "Found no time that fits."
          : `Found ${countOf(found.candidateTimes.length, "possible time")}.`,
      confidence: best?.score ?? 0,
      reasoning:
        best === undefined ? "no candidate" : ["best candidate first", ...best.constraintViolations].join("; "),
      update: { scheduler_selected_time_slot: best ?? null },
    };
  },
};

/** Finds times that fit, best first, and takes the best one until a person says otherwise. */
export const scheduling = (services: SchedulerServices): SchedulerNode => agentNode(schedulingAgent, services);
