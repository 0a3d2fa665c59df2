import { defineAgent } from "tidemark/agents";
import { offerOf } from "../approval/offer.ts";
import { detectConflicts } from "../domain/planning/conflicts.ts";
import type { SchedulerServices } from "../services.ts";
import { SCHEDULER_FIELDS, SchedulerState } from "../state.ts";
import { askApproval, handOver, REPORT, SHARED, startReport } from "./report.ts";

/** Finds conflicts of the proposal: people and resources that are busy, and violated rules of the household. */
export const conflictDetection = ({ calendar, clock }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    ...SHARED,
    name: "conflict_detection",
    description: "Finds conflicts of a calendar change.",
    identity: { agentName: "Conflicts" },
    reads: ["runtime_updated_at", "capability_context_data", ...SCHEDULER_FIELDS],
    writes: [...REPORT, "scheduler_detected_conflicts", "scheduler_proposed_event"],
    run(values, runtime) {
      const status = {
        agent: "conflict_detection",
        step: "conflict_detection",
        working: "Checking for conflicts",
        progress: 0.7,
      } as const;
      const report = startReport(status, runtime);
      const proposed = values.scheduler_proposed_event;
      if (proposed === null) throw new TypeError("The conflict detection needs a proposal.");
      const now = clock.now();
      const found = detectConflicts(proposed, { calendar, now });
      // A person decides about the conflicts of an undo; nothing else is moved for it.
      const isBlocked = found.blockingConflicts.length > 0 && proposed.action !== "undo";
      const blocking = found.conflicts.flatMap(({ id, details }) =>
        found.blockingConflicts.includes(id) ? [details] : [],
      );
      const update = {
        ...report(
          values,
          {
            data: found,
            explanation: found.conflicts.map(({ details }) => details).join(" ") || "No conflicts.",
            confidence: 1,
            reasoning: "compared every occurrence with the calendar",
          },
          blocking,
        ),
        scheduler_detected_conflicts: found,
        ...(!isBlocked && { scheduler_proposed_event: { ...proposed, status: "validated" as const } }),
      };
      if (isBlocked) return handOver(runtime, "resolution", { update });
      const offer = offerOf(values, { conflicts: found, resolutions: [] }, { household: calendar.household, now });
      return askApproval(runtime, offer, update);
    },
  });
