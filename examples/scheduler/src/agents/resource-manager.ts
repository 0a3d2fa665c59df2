import { defineAgent } from "tidemark";
import { checkResources } from "../domain/planning/resources.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { classifyError, REPORT, startReport } from "./report.ts";

/** Checks the availability of resources over every occurrence of the event. */
export const resourceManager = ({ calendar }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "resource_manager",
    description: "Checks the resources of an event.",
    reads: [...REPORT.reads, "scheduler_proposed_event"],
    writes: REPORT.writes,
    roles: REPORT.roles,
    classifyError,
    run(values, tools) {
      const report = startReport({ agent: "resource_manager", working: "Checking resources", progress: 0.5 }, tools);
      const proposed = values.scheduler_proposed_event;
      const found =
        proposed === null
          ? { resourceAvailability: [], allResourcesAvailable: true }
          : checkResources(proposed, { calendar, now: tools.clock.now() });
      const taken = found.resourceAvailability
        .filter(({ available }) => !available)
        .map(({ resourceName }) => resourceName);
      return report(values, {
        data: found,
        explanation: taken.length === 0 ? "All resources are free." : `In use at that time: ${taken.join(", ")}.`,
        confidence: 1,
        reasoning: "counted uses over every occurrence",
      });
    },
  });
