import { defineAgent } from "tidemark";
import { detectConflicts } from "../domain/planning/conflicts.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { classifyError, REPORT, startReport } from "./report.ts";

/** Finds conflicts of the proposal: people and resources that are busy, and violated rules of the household. */
export const conflictDetection = ({ calendar }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "conflict_detection",
    description: "Finds conflicts of a calendar change.",
    reads: [...REPORT.reads, "scheduler_proposed_event"],
    writes: [...REPORT.writes, "scheduler_detected_conflicts"],
    roles: REPORT.roles,
    classifyError,
    run(values, tools) {
      const report = startReport(
        { agent: "conflict_detection", working: "Checking for conflicts", progress: 0.7 },
        tools,
      );
      const proposed = values.scheduler_proposed_event;
      const found =
        proposed === null
          ? { conflicts: [], hasConflicts: false, blockingConflicts: [] }
          : detectConflicts(proposed, { calendar, now: tools.clock.now() });
      return {
        ...report(values, {
          data: found,
          explanation: found.hasConflicts ? found.conflicts.map(({ details }) => details).join(" ") : "No conflicts.",
          confidence: 1,
          reasoning: "compared every occurrence with the calendar",
        }),
        scheduler_detected_conflicts: found,
      };
    },
  });
