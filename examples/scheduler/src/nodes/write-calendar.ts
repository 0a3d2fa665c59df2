import { isDeepStrictEqual } from "node:util";
import { approvedEffect, type WritableUpdateOf } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { answerProblem, CALENDAR, type Decision, offerIn } from "../approval/offer.ts";
import type { CalendarChange } from "../domain/calendar.ts";
import { describeProposal, type ProposalWording } from "../domain/describe.ts";
import { type ProposedEvent, type ProposedResolution, ResolutionData, SchedulingData } from "../domain/outputs.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState, type SchedulerValue } from "../state.ts";
import { askAgainReason } from "./ask-again-reason.ts";

type Update = WritableUpdateOf<typeof SchedulerState, "root">;

/**
 * Writes the approved changes, all or none, exactly once: the same answer never writes twice, even after a crash.
 *
 * If the calendar has changed so that the question would be different now, nothing is written, and the workflow checks and asks
 * again. It also asks again when another time was chosen.
 */
export const writeCalendar = (services: SchedulerServices) =>
  approvedEffect(SchedulerState, {
    agent: "root",
    approvalType: CALENDAR,
    effect({ request, values }): Update {
      const { chosen = null, choices = [], undoes = null } = offerIn(request) ?? {};
      if (undoes !== null && chosen?.kind !== "change")
        return undoChange(undoes, { services, by: author(values), key: request.id });
      if (chosen?.kind === "change") return { scheduler_correction: chosen.text, control_next_action: "orchestrator" };
      const proposed = values.scheduler_proposed_event;
      if (proposed === null) return { control_next_action: "close_turn" };
      if (chosen === null)
        return { scheduler_asked_again: answerProblem("Yes", choices), control_next_action: "confirm_event" };
      if (chosen.kind === "retime") return retimed(values, chosen);
      return write(values, { services, proposed, resolution: chosenResolution(values, chosen), key: request.id });
    },
  });

function chosenResolution(values: SchedulerValue, chosen: Decision): ProposedResolution | null {
  if (chosen.kind !== "resolve") return null;
  const offered = getAgentData(values, "resolution", ResolutionData)?.proposedResolutions ?? [];
  return offered.find(({ resolutionId }) => resolutionId === chosen.resolutionId) ?? null;
}

interface Approved {
  readonly services: SchedulerServices;
  readonly proposed: ProposedEvent;
  readonly resolution: ProposedResolution | null;
  /** Key of the answer in the calendar: the id of the request, so that the first of two answers counts. */
  readonly key: string;
}

function write(values: SchedulerValue, approved: Approved): Update {
  const { services, proposed, resolution, key } = approved;
  const { calendar, clock } = services;
  const now = clock.now();
  const { household } = calendar;
  const wording: ProposalWording = { timeZone: household.timeZone, now, household };
  // Read first, so that any later write makes this revision outdated.
  const revision = calendar.revision();
  const changes = resolution?.calendarChanges ?? proposed.changes;
  const confirmed: ProposedEvent = { ...proposed, status: "confirmed" };
  const done = (): Update => ({
    scheduler_proposed_event: confirmed,
    scheduler_selected_resolution: resolution,
    scheduler_pending_request: null,
    execution_final_answer: `Done${resolution === null ? "" : " as you chose"}: ${doneText(proposed, resolution, wording)}`,
    execution_confidence_score: 1,
    control_next_action: "close_turn",
  });
  // After a crash between the write and its checkpoint this runs again, and finds its own changes.
  const settled = (before: readonly CalendarChange[]): Update =>
    sameText(before, changes) ? done() : { ...DECIDED_ELSEWHERE, scheduler_proposed_event: confirmed };
  const before = calendar.appliedWith(key);
  if (before !== null) return settled(before);
  const reason = askAgainReason(values, resolution, { calendar, now });
  if (reason !== null) return { scheduler_asked_again: reason, control_next_action: "orchestrator" };
  const text = doneText(proposed, resolution, wording);
  const applied = calendar.apply(changes, { by: author(values), at: now, key, revision, text });
  if (applied === "written") return done();
  // Another process changed the calendar at the same time: check again.
  return applied === "overtaken" ? write(values, approved) : settled(calendar.appliedWith(key) ?? []);
}

const author = (values: SchedulerValue): string => values.runtime_user_id ?? "household";

interface Undo {
  readonly services: Pick<SchedulerServices, "calendar" | "clock">;
  readonly by: string;
  readonly key: string;
}

/** Undoes the change with this number, unless its events were changed again since the question. */
function undoChange(undoes: number, { services: { calendar, clock }, by, key }: Undo): Update {
  const done = { execution_final_answer: "Done: the last change was undone.", control_next_action: "close_turn" };
  const revision = calendar.revision();
  if (calendar.appliedWith(key) !== null) return done;
  const last = calendar.lastChange();
  if (last === null || last.number !== undoes || last.undo === null)
    return { ...done, execution_final_answer: "The calendar has changed since the question, so nothing was undone." };
  const text = `Undone: ${last.text}`;
  const applied = calendar.apply(last.undo, { by, at: clock.now(), key, revision, text, undoes });
  return applied === "overtaken" ? undoChange(undoes, { services: { calendar, clock }, by, key }) : done;
}

/** Selects another time; the workflow continues where a time has just been found. */
function retimed(values: SchedulerValue, chosen: Extract<Decision, { kind: "retime" }>): Update {
  const slots = getAgentData(values, "scheduling", SchedulingData)?.candidateTimes ?? [];
  const slot = slots.find(({ startTime, endTime }) => startTime === chosen.startTime && endTime === chosen.endTime);
  return {
    scheduler_selected_time_slot: slot ?? null,
    scheduler_asked_again: null,
    control_next_action: "orchestrator",
  };
}

/** Update for an answer that lost to a different answer to the same question. */
const DECIDED_ELSEWHERE: Update = {
  execution_final_answer: "This was already decided in another session, and that decision is in the calendar.",
  control_next_action: "close_turn",
};

/** Compares changes as JSON, because stored changes went through JSON. */
const sameText = (one: readonly CalendarChange[], other: readonly CalendarChange[]): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
const DONE = { create: "was added", modify: "was changed", cancel: "was canceled" };

const doneText = (proposed: ProposedEvent, resolution: ProposedResolution | null, wording: ProposalWording): string =>
  resolution === null
    ? `${describeProposal(proposed, wording)}, ${DONE[proposed.action]}.`
    : lowerFirst(resolution.description);
