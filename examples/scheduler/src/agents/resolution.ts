import { defineAgent } from "tidemark/agents";
import { offerOf } from "../approval/offer.ts";
import { countOf } from "../domain/format.ts";
import type { ResolutionData } from "../domain/outputs.ts";
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
    reads: ["runtime_updated_at", "capability_context_data", "scheduler_detected_conflicts", ...SCHEDULER_FIELDS],
    writes: REPORT,
    run(values, runtime) {
      const work = {
        agent: "resolution",
        step: "resolution",
        working: "Looking for resolutions",
        progress: 0.85,
      } as const;
      const report = startReport(work, runtime);
      const proposed = values.scheduler_proposed_event;
      const conflicts = values.scheduler_detected_conflicts;
      if (proposed === null || conflicts === null) throw new TypeError("The resolution agent needs conflicts.");
      const now = clock.now();
      const resolutions = proposeResolutions(proposed, conflicts, { calendar, now });
      const best = resolutions.find(({ strategy }) => strategy !== "override_constraint");
      const data: ResolutionData = {
        proposedResolutions: resolutions,
        recommendedResolution: best?.resolutionId ?? null,
      };
      const update = report(
        values,
        {
          data,
          explanation: `Found ${countOf(resolutions.length, "possible resolution")}.`,
          confidence: resolutions[0]?.score ?? 0,
          reasoning: "tried every resolution on a copy of the calendar",
        },
        best === undefined ? ["Every resolution accepts conflicts."] : [],
      );
      const offer = offerOf(values, { conflicts, resolutions }, { household: calendar.household, now });
      return askApproval(runtime, offer, update);
    },
  });
