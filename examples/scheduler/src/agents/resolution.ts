import { defineAgent } from "tidemark";
import { countOf } from "../domain/format.ts";
import { proposeResolutions } from "../domain/planning/resolutions.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { classifyError, REPORT, startReport } from "./report.ts";

/** Proposes resolutions of conflicts, each tried on a copy of the calendar. */
export const resolution = ({ calendar }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "resolution",
    description: "Finds resolutions of conflicts.",
    reads: [...REPORT.reads, "scheduler_proposed_event", "scheduler_detected_conflicts"],
    writes: REPORT.writes,
    roles: REPORT.roles,
    classifyError,
    run(values, tools) {
      const report = startReport({ agent: "resolution", working: "Looking for resolutions", progress: 0.85 }, tools);
      const { scheduler_proposed_event: proposed, scheduler_detected_conflicts: conflicts } = values;
      const found =
        proposed === null || conflicts === null
          ? { proposedResolutions: [], recommendedResolution: null }
          : proposeResolutions(proposed, conflicts, { calendar, now: tools.clock.now() });
      return report(values, {
        data: found,
        explanation: `Found ${countOf(found.proposedResolutions.length, "possible resolution")}.`,
        confidence: found.proposedResolutions[0]?.score ?? 0,
        reasoning: "tried every resolution on a copy of the calendar",
      });
    },
  });
