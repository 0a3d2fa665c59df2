import { isDeepStrictEqual } from "node:util";
import { defineAgent } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { answerProblem } from "../approval/answer.ts";
import { Offer, onlyChoice } from "../approval/offer.ts";
import { describeDone } from "../domain/describe.ts";
import { ResolutionData, type TimeSlot } from "../domain/outputs.ts";
import { isPast } from "../domain/planning/violations.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { answer, handOver, REPORT, SHARED } from "./report.ts";

const CHANGED = "The calendar has changed since the question";
const PASSED = "The time of the event has passed since the question.";
const DECIDED_ELSEWHERE = "This was already decided in another session, and that decision is in the calendar.";

/**
 * Writes what a person approved, all or nothing, exactly once: the same answer never writes twice, even after a crash. It never runs
 * without an approval.
 *
 * If the calendar has changed since the proposal was drafted, nothing is written, and the proposal is checked and asked about again. The
 * same happens to another time; words that change the proposal are read first.
 */
export const confirmEvent = ({ calendar, clock }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    ...SHARED,
    name: "confirm_event",
    description: "Writes an approved change of the calendar. Never a step of a plan.",
    identity: { agentName: "Calendar" },
    inputs: Offer,
    reads: [
      ...REPORT.reads,
      "capability_context_data",
      "runtime_user_id",
      "scheduler_proposed_event",
      "scheduler_selected_time_slot",
    ],
    writes: [...REPORT.writes, "messages", "scheduler_proposed_event"],
    run(values, runtime) {
      const { aside: _, ...offer } = runtime.inputs;
      const { chosen, choices, undoes, undone } = offer;
      const now = clock.now();
      const { household } = calendar;
      // The id of the request, so that the first of two answers to it counts.
      const origin = { by: values.runtime_user_id ?? "unknown", at: now, key: runtime.received?.handoffId ?? "" };
      const checkAgain = (slot: TimeSlot, note: string | null) =>
        handOver(runtime, "scheduling", { payload: { slot, note } });
      const readAgain = (text: string, note: string | null) => {
        const correction = { text, offer: { ...offer, chosen: onlyChoice(choices) }, note };
        return handOver(runtime, "nl_parser", { payload: { correction } });
      };

      if (chosen?.kind === "change") return readAgain(chosen.text, null);
      if (undoes !== undefined) {
        const revision = calendar.revision();
        const last = calendar.lastChange();
        const undo = last?.number === undoes ? last.undo : null;
        const text = `Undone: ${undone ?? last?.text ?? ""}`;
        // After a crash between the write and its checkpoint this runs again, and finds its own changes.
        const isUndone =
          calendar.appliedWith(origin.key) !== null ||
          (undo !== null && calendar.apply(undo, { ...origin, revision, text, undoes }) !== "overtaken");
        return isUndone ? answer("confirm_event", text) : readAgain("undo", `${CHANGED}, so nothing was undone.`);
      }

      const { scheduler_proposed_event: proposed, scheduler_selected_time_slot: slot } = values;
      if (proposed === null || slot === null) throw new TypeError("There is no proposal to write.");
      if (chosen === null) return checkAgain(slot, answerProblem("Yes", choices));
      // A time that was past when it was asked about cannot be approved; it can only be accepted as a conflict.
      if (chosen.kind === "approve" && proposed.action !== "cancel" && isPast(proposed.event, household, now))
        return checkAgain(slot, PASSED);
      if (chosen.kind === "retime") return checkAgain({ startTime: chosen.startTime, endTime: chosen.endTime }, null);

      const resolutions = getAgentData(values, "resolution", ResolutionData)?.proposedResolutions ?? [];
      const resolution = resolutions.find(
        ({ resolutionId }) => chosen.kind === "resolve" && resolutionId === chosen.resolutionId,
      );
      if (chosen.kind === "resolve" && resolution === undefined) return checkAgain(slot, null);
      const changes = resolution?.calendarChanges ?? proposed.changes;
      const text = resolution?.done ?? `${describeDone(proposed, { timeZone: household.timeZone, now, household })}.`;
      // The same answer again, also after a crash, finds its own changes.
      const applied = calendar.apply(changes, { ...origin, revision: proposed.revision, text });
      if (applied === "overtaken") return checkAgain(slot, `${CHANGED}.`);
      const isOwn = isDeepStrictEqual(calendar.appliedWith(origin.key), JSON.parse(JSON.stringify(changes)));
      return {
        ...answer("confirm_event", isOwn ? `Done: ${text}` : DECIDED_ELSEWHERE),
        scheduler_proposed_event: { ...proposed, status: "confirmed" as const },
      };
    },
  });
