import { defineAgent, getAgentData } from "tidemark/agents";
import { answerProblem } from "../approval/answer.ts";
import { Offer, onlyChoice } from "../approval/offer.ts";
import type { Interval } from "../domain/calendar-event.ts";
import { describeDone } from "../domain/describe.ts";
import { ResolutionData } from "../domain/outputs.ts";
import { isPast } from "../domain/planning/conflicts.ts";
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
    reads: ["runtime_updated_at", "capability_context_data", "runtime_user_id", "scheduler_proposed_event"],
    writes: [...REPORT, "messages", "scheduler_note", "scheduler_proposed_event", "scheduler_selected_resolution"],
    run(values, runtime) {
      const { aside: _, ...offer } = runtime.inputs;
      const { chosen, choices } = offer;
      const now = clock.now();
      const { household } = calendar;
      const readAgain = (text: string, note: string | null) => {
        const correction = { text, offer: { ...offer, chosen: onlyChoice(choices) } };
        return handOver(runtime, "nl_parser", { payload: { correction }, update: { scheduler_note: note } });
      };

      if (chosen?.kind === "change") return readAgain(chosen.text, null);
      const { scheduler_proposed_event: proposed } = values;
      if (proposed === null) throw new TypeError("There is no proposal to write.");
      const checkAgain = (note: string | null, { start, end }: Interval = proposed) =>
        handOver(runtime, "scheduling", { payload: { slot: { start, end } }, update: { scheduler_note: note } });
      if (chosen === null) return checkAgain(answerProblem("Yes", choices));
      // A time that was past when it was asked about cannot be approved; it can only be accepted as a conflict.
      const isChange = proposed.action === "create" || proposed.action === "modify";
      if (chosen.kind === "approve" && isChange && isPast(proposed.event, household, now)) return checkAgain(PASSED);
      if (chosen.kind === "retime") return checkAgain(null, chosen);

      const resolutions = getAgentData(values, "resolution", ResolutionData)?.proposedResolutions ?? [];
      const wanted = chosen.kind === "resolve" ? chosen.resolutionId : null;
      const resolution = resolutions.find(({ resolutionId }) => resolutionId === wanted);
      if (wanted !== null && resolution === undefined) return checkAgain(null);
      const changes = resolution?.calendarChanges ?? proposed.changes;
      const { undoes } = proposed;
      const done = resolution?.done ?? `${describeDone(proposed, { ...household, now })}.`;
      const text = undoes === null ? `Done: ${done}` : `Undone: ${undoes.text}`;
      // The id of the request: the first of two answers counts, and the same again, also after a crash, finds its own changes.
      const key = runtime.received?.handoffId ?? "";
      const origin = { by: values.runtime_user_id ?? "unknown", at: now, key, revision: proposed.revision, text: done };
      const applied = calendar.apply(changes, undoes === null ? origin : { ...origin, undoes: undoes.number });
      if (applied === "overtaken")
        return undoes === null ? checkAgain(`${CHANGED}.`) : readAgain("undo", `${CHANGED}, so nothing was undone.`);
      return {
        ...answer("confirm_event", applied === "written" ? text : DECIDED_ELSEWHERE),
        scheduler_proposed_event: { ...proposed, status: "confirmed" as const },
        scheduler_selected_resolution: resolution ?? null,
      };
    },
  });
