import { defineAgent } from "tidemark";
import { countOf } from "../domain/format.ts";
import { findCandidateSlots } from "../domain/planning/slots.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { classifyError, REPORT, startReport } from "./report.ts";

/** Finds suitable times, best first, and selects the best one until a person chooses. */
export const scheduling = ({ calendar }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "scheduling",
    description: "Finds times for an event.",
    reads: [...REPORT.reads, "scheduler_parsed_event"],
    writes: [...REPORT.writes, "scheduler_selected_time_slot"],
    roles: REPORT.roles,
    classifyError,
    run(values, tools) {
      const report = startReport({ agent: "scheduling", working: "Looking for times", progress: 0.3 }, tools);
      const request = values.scheduler_parsed_event;
      const found =
        request === null
          ? { candidateTimes: [], recommendedTime: null }
          : findCandidateSlots(request, { calendar, now: tools.clock.now() });
      const [best] = found.candidateTimes;
      return {
        ...report(values, {
          data: found,
          explanation:
            best === undefined
              ? "Found no suitable time."
              : `Found ${countOf(found.candidateTimes.length, "possible time")}.`,
          confidence: best?.score ?? 0,
          reasoning: ["best candidate first", ...(best?.constraintViolations ?? [])].join("; "),
        }),
        scheduler_selected_time_slot: best ?? null,
      };
    },
  });
