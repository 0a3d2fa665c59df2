import { defineAgent } from "tidemark/agents";
import { listNames } from "../domain/format.ts";
import { checkResources } from "../domain/planning/conflicts.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { handOver, REPORT, SHARED, startReport } from "./report.ts";

/** Checks the availability of resources over every occurrence of the event. One in use is a conflict like any other. */
export const resourceManager = ({ calendar, clock }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    ...SHARED,
    name: "resource_manager",
    description: "Checks the resources of an event.",
    identity: { agentName: "Resources" },
    reads: ["runtime_updated_at", "scheduler_proposed_event"],
    writes: REPORT,
    run(values, runtime) {
      const work = {
        agent: "resource_manager",
        step: "resource_check",
        working: "Checking resources",
        progress: 0.5,
      } as const;
      const report = startReport(work, runtime);
      const proposed = values.scheduler_proposed_event;
      if (proposed === null) throw new TypeError("The resource manager needs a proposal.");
      const data = checkResources(proposed, { calendar, now: clock.now() });
      const taken = data.resourceAvailability.filter(({ available }) => !available);
      const names = listNames(taken.map(({ resourceName }) => resourceName));
      const explanation = taken.length === 0 ? "All resources are free." : `In use at that time: ${names}.`;
      const reasoning = "counted uses over every occurrence";
      const issues = taken.length === 0 ? [] : [explanation];
      const update = report(values, { data, explanation, confidence: 1, reasoning }, issues);
      return handOver(runtime, "conflict_detection", { update });
    },
  });
