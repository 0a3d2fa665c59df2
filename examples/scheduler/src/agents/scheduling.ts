import { defineAgent, getAgentConfidence } from "tidemark/agents";
import { z } from "zod";
import { USABLE_CONFIDENCE } from "./confidence.ts";
import { Interval } from "../domain/calendar-event.ts";
import { countOf } from "../domain/format.ts";
import type { SchedulingData } from "../domain/outputs.ts";
import { draft } from "../domain/planning/draft.ts";
import { findTimes, rateTime } from "../domain/planning/slots.ts";
import type { SchedulerServices } from "../services.ts";
import { SCHEDULER_FIELDS, SchedulerState } from "../state.ts";
import { ask, handOver, joinSentences, REPORT, SHARED, startReport } from "./report.ts";

/** Finds suitable times, best first, and drafts the proposal for the best one, or for the one that a person chose. */
export const scheduling = ({ calendar, clock }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    ...SHARED,
    name: "scheduling",
    description: "Finds times for an event, and drafts the change of the calendar.",
    identity: { agentName: "Scheduling" },
    /** Chosen time. Without one, times are searched. */
    inputs: z.object({ slot: Interval.nullable() }),
    reads: ["capability_context_data", "runtime_updated_at", "runtime_user_id", ...SCHEDULER_FIELDS],
    writes: [...REPORT, "scheduler_pending_request", "scheduler_proposed_event", "scheduler_selected_time_slot"],
    run(values, runtime) {
      const status = { agent: "scheduling", step: "scheduling", working: "Looking for times", progress: 0.3 } as const;
      const report = startReport(status, runtime);
      const { slot } = runtime.inputs;
      const { scheduler_parsed_event: request, scheduler_proposed_event: before } = values;
      if (request === null) throw new TypeError("The scheduling agent needs a request.");
      const confidence = getAgentConfidence(values, "nl_parser") ?? 0;
      if (confidence < USABLE_CONFIDENCE)
        throw new TypeError(`The confidence of the reading is too low: ${confidence}.`);
      const context = {
        calendar,
        now: clock.now(),
        revision: calendar.revision(),
        // Another time for the same proposal keeps its id.
        eventId: before?.eventId ?? runtime.ids.next(),
        createdBy: values.runtime_user_id ?? "unknown",
      };
      const candidateTimes = findTimes(request, context);
      const [best = null] = candidateTimes;
      const data: SchedulingData = { candidateTimes, recommendedTime: best?.start ?? null };
      const selected = slot ?? best;
      const proposed = selected && draft(request, context, selected);
      const selectedSlot = proposed && rateTime(proposed, proposed, context);
      const update = {
        ...report(
          values,
          {
            data,
            explanation: `Found ${countOf(candidateTimes.length, "possible time")}.`,
            confidence: selectedSlot?.score ?? 0,
            reasoning: "searched the days of the request, best time first",
          },
          proposed === null ? ["No time was found."] : [],
        ),
        scheduler_proposed_event: proposed,
        scheduler_selected_time_slot: selectedSlot,
      };
      if (proposed !== null) return handOver(runtime, "resource_manager", { update });
      if (selected !== null) {
        const title = before?.title ?? "The event";
        ask(runtime, `"${title}" is no longer in the calendar. What would you like to do instead?`);
        return { ...update, scheduler_pending_request: null };
      }
      const question = "No free time was found. What other time would work?";
      ask(runtime, joinSentences(values.scheduler_note, question), ["time"]);
      return { ...update, scheduler_pending_request: { parsed: request, question } };
    },
  });
