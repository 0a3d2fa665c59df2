import { isDeepStrictEqual } from "node:util";
import { defineAgent } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { answerProblem } from "../approval/answer.ts";
import { Offer, onlyChoice } from "../approval/offer.ts";
import { describeProposal } from "../domain/describe.ts";
import { ResolutionData, type TimeSlot } from "../domain/outputs.ts";
import { isPast } from "../domain/planning/violations.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { answer, handoffCommand, REPORT, SHARED } from "./report.ts";

const UNDONE = "Done: the last change was undone.";
const CHANGED = "The calendar has changed since the question";
const PASSED = "The time of the event has passed since the question.";
const NOT_UNDONE = `${CHANGED}, so nothing was undone.`;
const DECIDED_ELSEWHERE = "This was already decided in another session, and that decision is in the calendar.";
const DONE = { create: "was added", modify: "was changed", cancel: "was canceled" };

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
      const { chosen, choices, undoes } = offer;
      // The id of the request, so that the first of two answers to it counts.
      const key = runtime.received?.handoffId ?? "";
      const origin = { by: values.runtime_user_id ?? "unknown", at: clock.now(), key };

      const checkAgain = (slot: TimeSlot, note: string | null) =>
        handoffCommand(runtime.handoff("scheduling", { reason: "user_request", payload: { slot, note } }));
      const readAgain = (text: string, note: string | null) => {
        const correction = { text, offer: { ...offer, chosen: onlyChoice(choices) }, note };
        return handoffCommand(runtime.handoff("nl_parser", { reason: "user_request", payload: { correction } }));
      };

      if (chosen?.kind === "change") return readAgain(chosen.text, null);
      if (undoes !== undefined) {
        const revision = calendar.revision();
        const last = calendar.lastChange();
        const undo = last?.number === undoes ? last.undo : null;
        const log = { ...origin, revision, text: `Undone: ${last?.text ?? ""}`, undoes };
        // After a crash between the write and its checkpoint this runs again, and finds its own changes.
        const isUndone =
          calendar.appliedWith(key) !== null || (undo !== null && calendar.apply(undo, log) !== "overtaken");
        return isUndone ? answer("confirm_event", UNDONE) : readAgain("undo", NOT_UNDONE);
      }

      const { scheduler_proposed_event: proposed, scheduler_selected_time_slot: slot } = values;
      if (proposed === null || slot === null) throw new TypeError("There is no proposal to write.");
      if (chosen === null) return checkAgain(slot, answerProblem("Yes", choices));
      const { household } = calendar;
      // A time that was past when it was asked about cannot be approved; it can only be accepted as a conflict.
      if (chosen.kind === "approve" && proposed.action !== "cancel" && isPast(proposed.event, household, origin.at))
        return checkAgain(slot, PASSED);
      if (chosen.kind === "retime") return checkAgain({ startTime: chosen.startTime, endTime: chosen.endTime }, null);

      const resolutions = getAgentData(values, "resolution", ResolutionData)?.proposedResolutions ?? [];
      const resolutionId = chosen.kind === "resolve" ? chosen.resolutionId : null;
      const resolution = resolutions.find((each) => each.resolutionId === resolutionId) ?? null;
      if (chosen.kind === "resolve" && resolution === null) return checkAgain(slot, null);
      const wording = { timeZone: household.timeZone, now: origin.at, household };
      const text =
        resolution === null
          ? `${describeProposal(proposed, wording)}, ${DONE[proposed.action]}.`
          : resolution.description.slice(0, 1).toLowerCase() + resolution.description.slice(1);
      const changes = resolution?.calendarChanges ?? proposed.changes;
      // The same answer again, also after a crash, finds its own changes.
      const applied = calendar.apply(changes, { ...origin, revision: proposed.revision, text });
      if (applied === "overtaken") return checkAgain(slot, `${CHANGED}.`);
      const isOwn = isDeepStrictEqual(calendar.appliedWith(key), JSON.parse(JSON.stringify(changes)));
      const done = `Done${resolution === null ? "" : " as you chose"}: ${text}`;
      return {
        ...answer("confirm_event", isOwn ? done : DECIDED_ELSEWHERE),
        scheduler_proposed_event: { ...proposed, status: "confirmed" as const },
      };
    },
  });
