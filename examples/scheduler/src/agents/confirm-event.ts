import { defineAgent } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { answerProblem } from "../approval/answer.ts";
import { Offer, onlyChoice } from "../approval/offer.ts";
import { describeProposal } from "../domain/describe.ts";
import { ResolutionData, type TimeSlot } from "../domain/outputs.ts";
import { isSameAsStored, outdatedReason } from "../domain/planning/outdated.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { answer, handedOver, REPORT, SHARED } from "./report.ts";

const UNDONE = "Done: the last change was undone.";
const NOT_UNDONE = "The calendar has changed since the question, so nothing was undone.";
const DECIDED_ELSEWHERE = "This was already decided in another session, and that decision is in the calendar.";
const DONE = { create: "was added", modify: "was changed", cancel: "was canceled" };

/**
 * Writes what a person approved, all or nothing, exactly once: the same answer never writes twice, even after a crash. It never runs
 * without an approval.
 *
 * If the calendar has changed so that the question would be different now, nothing is written, and the proposal is checked and asked
 * about again. The same happens to another time; words that change the proposal are read first.
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
      "scheduler_detected_conflicts",
      "scheduler_parsed_event",
      "scheduler_proposed_event",
      "scheduler_selected_time_slot",
    ],
    writes: [...REPORT.writes, "messages", "scheduler_proposed_event"],
    run(values, runtime) {
      const { aside: _, ...offer } = runtime.inputs;
      const { chosen, choices, undoes } = offer;
      // The id of the request, so that the first of two answers to it counts.
      const key = runtime.received?.handoffId ?? "";
      const origin = { by: values.runtime_user_id ?? "unknown", at: clock.now(), key };

      const checkAgain = (slot: TimeSlot, note: string | null) =>
        handedOver(runtime.handoff("scheduling", { reason: "user_request", payload: { slot, note } }));
      const readAgain = (text: string, note: string | null) => {
        const correction = { text, offer: { ...offer, chosen: onlyChoice(choices) }, note };
        return handedOver(runtime.handoff("nl_parser", { reason: "user_request", payload: { correction } }));
      };

      const undo = (number: number) => {
        while (true) {
          const revision = calendar.revision();
          if (calendar.appliedWith(key) !== null) return answer("confirm_event", UNDONE);
          const last = calendar.lastChange();
          if (last?.number !== number || last.undo === null) return readAgain("undo", NOT_UNDONE);
          calendar.apply(last.undo, { ...origin, revision, text: `Undone: ${last.text}`, undoes: number });
        }
      };

      if (chosen?.kind === "change") return readAgain(chosen.text, null);
      if (undoes !== undefined) return undo(undoes);

      const {
        scheduler_detected_conflicts: conflicts,
        scheduler_parsed_event: request,
        scheduler_proposed_event: proposed,
        scheduler_selected_time_slot: slot,
      } = values;
      if (proposed === null || request === null || slot === null || conflicts === null)
        throw new TypeError("There is no proposal to write.");
      if (chosen === null) return checkAgain(slot, answerProblem("Yes", choices));
      if (chosen.kind === "retime") return checkAgain({ startTime: chosen.startTime, endTime: chosen.endTime }, null);

      const resolutions = getAgentData(values, "resolution", ResolutionData)?.proposedResolutions ?? [];
      const resolutionId = chosen.kind === "resolve" ? chosen.resolutionId : null;
      const resolution = resolutions.find((each) => each.resolutionId === resolutionId) ?? null;
      if (chosen.kind === "resolve" && resolution === null) return checkAgain(slot, null);
      const { timeZone } = calendar.household;
      const wording = { timeZone, now: origin.at, household: calendar.household };
      const text =
        resolution === null
          ? `${describeProposal(proposed, wording)}, ${DONE[proposed.action]}.`
          : resolution.description.slice(0, 1).toLowerCase() + resolution.description.slice(1);
      const changes = resolution?.calendarChanges ?? proposed.changes;
      const update = { scheduler_proposed_event: { ...proposed, status: "confirmed" as const } };
      const done = `Done${resolution === null ? "" : " as you chose"}: ${text}`;

      while (true) {
        // Read first, so that any later write makes this revision outdated.
        const revision = calendar.revision();
        // After a crash between the write and its checkpoint this runs again, and finds its own changes.
        const before = calendar.appliedWith(key);
        if (before !== null)
          return { ...update, ...answer("confirm_event", isSameAsStored(before, changes) ? done : DECIDED_ELSEWHERE) };
        const reason = outdatedReason({ request, slot, proposed, conflicts }, resolution, { calendar, now: origin.at });
        if (reason !== null) return checkAgain(slot, reason);
        calendar.apply(changes, { ...origin, revision, text });
      }
    },
  });
