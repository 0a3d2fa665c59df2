import { defineAgent } from "tidemark";
import { checkResources } from "../domain/resources.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { classifyError, REPORT, startReport } from "./report.ts";

/** Counts, over every occurrence, whether what the event needs is free. */
export const resourceManager = ({ calendar }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "resource_manager",
    description: "Knows whether what an event needs is free.",
    reads: [...REPORT.reads, "scheduler_proposed_event"],
    writes: REPORT.writes,
    roles: REPORT.roles,
    classifyError,
    run(values, tools) {
      const report = startReport(
        { agent: "resource_manager", working: "Checking what is needed", progress: 0.5 },
        tools,
      );
      const proposed = values.scheduler_proposed_event;
      if (proposed === null || proposed.action === "cancel") {
        return report(values, {
          data: { resourceAvailability: [], allResourcesAvailable: true },
          explanation: "Nothing is needed.",
          confidence: 1,
          reasoning: "no new use of a resource",
        });
      }
      const found = checkResources(proposed, { calendar, now: tools.clock.now() });
      const taken = found.resourceAvailability.filter((each) => !each.available).map((each) => each.resourceName);
      return report(values, {
        data: found,
        explanation: taken.length === 0 ? "Everything needed is free." : `Taken at that time: ${taken.join(", ")}.`,
        confidence: 1,
        reasoning: "uses counted over every occurrence",
      });
    },
  });
