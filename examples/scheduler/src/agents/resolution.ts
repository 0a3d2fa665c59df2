import { defineAgent } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { offerOf } from "../approval/offer.ts";
import { countOf } from "../domain/format.ts";
import { ConflictDetectionData, type ResolutionData } from "../domain/outputs.ts";
import { proposeResolutions } from "../domain/planning/resolutions.ts";
import type { SchedulerServices } from "../services.ts";
import { SCHEDULER_FIELDS, SchedulerState } from "../state.ts";
import { askApproval, REPORT, SHARED, startReport } from "./report.ts";

/** Proposes resolutions of conflicts, each tried on a copy of the calendar. */
export const resolution = ({ calendar, clock }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    ...SHARED,
    name: "resolution",
    description: "Finds resolutions of conflicts.",
    identity: { agentName: "Resolution" },
    reads: ["runtime_updated_at", "capability_context_data", ...SCHEDULER_FIELDS],
    writes: REPORT,
    run(values, runtime) {
      const report = startReport({ agent: "resolution", working: "Looking for resolutions", progress: 0.85 }, runtime);
      const proposed = values.scheduler_proposed_event;
      const conflicts = getAgentData(values, "conflict_detection", ConflictDetectionData);
      if (proposed === null || conflicts === null) throw new TypeError("The resolution agent needs conflicts.");
      const now = clock.now();
      const resolutions = proposeResolutions(proposed, conflicts, { calendar, now });
      const data: ResolutionData = { proposedResolutions: resolutions };
      const update = report(values, {
        data,
        explanation: `Found ${countOf(resolutions.length, "possible resolution")}.`,
        confidence: resolutions[0]?.score ?? 0,
        reasoning: "tried every resolution on a copy of the calendar",
      });
      const offer = offerOf(values, { conflicts, resolutions }, { household: calendar.household, now });
      return askApproval(runtime, offer, update);
    },
  });
