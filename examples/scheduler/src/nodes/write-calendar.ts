import { isDeepStrictEqual } from "node:util";
import { approvedEffect, type WritableUpdateOf } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { CALENDAR, offerIn } from "../approval/answers.ts";
import { answerProblem, type Decision } from "../approval/decision.ts";
import { describeProposal, type ProposalWording } from "../approval/describe-proposal.ts";
import type { CalendarChange } from "../domain/calendar.ts";
import type { ProposedEvent } from "../domain/proposed-event.ts";
import { applyResolution } from "../domain/resolution/apply-resolution.ts";
import { type ProposedResolution, ResolutionData } from "../domain/resolution.ts";
import { SchedulingData } from "../domain/scheduling-data.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState, type SchedulerValue } from "../state.ts";
import { askedAnew } from "./asked-anew.ts";

type Update = WritableUpdateOf<typeof SchedulerState, "root">;

/**
 * Writes what was approved, all of it or nothing, and once: the same answer never writes twice, even after a crash.
 *
 * When the calendar has changed since the question was put, so that the same question would not be put now, nothing is
 * written; the workflow checks again and asks again. So it does when another time was chosen.
 */
export const writeCalendar = (services: SchedulerServices) =>
  approvedEffect(SchedulerState, {
    agent: "root",
    approvalType: CALENDAR,
    effect({ request, values }): Update {
      const { chosen = null, choices = [], undoes = null } = offerIn(request) ?? {};
      if (undoes !== null) return takeBack(undoes, { services, by: author(values), key: request.id });
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
  return offered.find((each) => each.resolutionId === chosen.resolutionId) ?? null;
}

interface Approved {
  readonly services: SchedulerServices;
  readonly proposed: ProposedEvent;
  readonly resolution: ProposedResolution | null;
  /** What the calendar knows the answer by: the request, so that of two answers to it the first counts. */
  readonly key: string;
}

function write(values: SchedulerValue, approved: Approved): Update {
  const { services, proposed, resolution, key } = approved;
  const { calendar, clock, timeZone } = services;
  const now = clock.now();
  // Read first: what is written afterwards makes this revision an old one.
  const revision = calendar.revision();
  const changes = applyResolution(proposed, resolution);
  const confirmed = { ...proposed, status: "confirmed" } as const;
  const done = (): Update => ({
    scheduler_proposed_event: confirmed,
    scheduler_selected_resolution: resolution,
    execution_final_answer: `Done: ${doneText(proposed, resolution, { timeZone, now, household: calendar.household })}`,
    execution_confidence_score: 1,
    control_next_action: "close_turn",
  });
  // A crash between the write and its checkpoint runs this again: then the changes are our own.
  const settled = (before: readonly CalendarChange[]): Update =>
    sameText(before, changes) ? done() : { ...LATE, scheduler_proposed_event: confirmed };
  const before = calendar.appliedWith(key);
  if (before !== null) return settled(before);
  const reason = askedAnew({ ...values, scheduler_selected_resolution: resolution }, { calendar, now });
  if (reason !== null) return { scheduler_asked_again: reason, control_next_action: "orchestrator" };
  const text = doneText(proposed, resolution, { timeZone, now, household: calendar.household });
  const applied = calendar.apply(changes, { by: author(values), at: now, key, revision, text });
  if (applied === "written") return done();
  // Somebody has changed the calendar in this very moment: look again.
  return applied === "overtaken" ? write(values, approved) : settled(calendar.appliedWith(key) ?? []);
}

const author = (values: SchedulerValue): string => values.runtime_user_id ?? "household";

interface TakenBack {
  readonly services: Pick<SchedulerServices, "calendar" | "clock">;
  readonly by: string;
  readonly key: string;
}

/** Puts back what the change with this number had changed, unless it was changed again since the question. */
function takeBack(undoes: number, { services: { calendar, clock }, by, key }: TakenBack): Update {
  const done = { execution_final_answer: "Done: everything is as it was before.", control_next_action: "close_turn" };
  const revision = calendar.revision();
  if (calendar.appliedWith(key) !== null) return done;
  const last = calendar.lastChange();
  if (last === null || last.number !== undoes || last.undo === null)
    return { ...done, execution_final_answer: "The calendar has changed in the meantime, so nothing was taken back." };
  const text = `Taken back: ${last.text}`;
  const applied = calendar.apply(last.undo, { by, at: clock.now(), key, revision, text, undoes });
  return applied === "overtaken" ? takeBack(undoes, { services: { calendar, clock }, by, key }) : done;
}

/** Another time was chosen: the workflow goes back to where a time has just been found. */
function retimed(values: SchedulerValue, chosen: Extract<Decision, { kind: "retime" }>): Update {
  const slots = getAgentData(values, "scheduling", SchedulingData)?.candidateTimes ?? [];
  const slot = slots.find((each) => each.startTime === chosen.startTime && each.endTime === chosen.endTime);
  return {
    scheduler_selected_time_slot: slot ?? null,
    scheduler_asked_again: null,
    control_next_action: "orchestrator",
  };
}

/** Somebody else answered the same question with something else, and was first. */
const LATE: Update = {
  execution_final_answer: "This was already decided elsewhere, and that decision is in the calendar.",
  control_next_action: "close_turn",
};

/** Changes that went through JSON are equal when their texts are. */
const sameText = (one: readonly CalendarChange[], other: readonly CalendarChange[]): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

const DONE = { create: "is in the calendar", modify: "was changed", cancel: "was cancelled" } as const;

const doneText = (proposed: ProposedEvent, resolution: ProposedResolution | null, wording: ProposalWording): string =>
  resolution?.description ?? `${describeProposal(proposed, wording)}, ${DONE[proposed.action]}.`;
