import { defineAgent } from "tidemark";
import { checkResources } from "../domain/planning/resources.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { classifyError, handedOver, REPORT, startReport } from "./report.ts";

/** Checks the availability of resources over every occurrence of the event. One in use is a conflict like any other. */
export const resourceManager = ({ calendar, clock }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "resource_manager",
    description: "Checks the resources of an event.",
    identity: { agentName: "Resources" },
    reads: [...REPORT.reads, "scheduler_proposed_event"],
    writes: REPORT.writes,
    roles: REPORT.roles,
    classifyError,
    run(values, runtime) {
      const report = startReport({ agent: "resource_manager", working: "Checking resources", progress: 0.5 }, runtime);
      const proposed = values.scheduler_proposed_event;
      if (proposed === null) throw new TypeError("The resource manager needs a proposal.");
      const found = checkResources(proposed, { calendar, now: clock.now() });
      const taken = found.resourceAvailability.filter(({ available }) => !available);
      const names = taken.map(({ resourceName }) => resourceName).join(", ");
      const update = report(values, {
        data: found,
        explanation: taken.length === 0 ? "All resources are free." : `In use at that time: ${names}.`,
        confidence: 1,
        reasoning: "counted uses over every occurrence",
      });
      return handedOver(runtime.handoff("conflict_detection", { reason: "user_request", update }));
    },
  });
